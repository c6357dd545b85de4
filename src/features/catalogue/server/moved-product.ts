import { localeOfPath } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { findSlugAfter } from './catalogue.repository.ts';

/** Where the product of a decoded path stands now; undefined for the path of none that is for sale. */
export async function movedTo({ db }: Context, path: string): Promise<string | undefined> {
  const base = localised(localeOfPath(path), pages.product(''));
  const slug = path.startsWith(base) ? path.slice(base.length).replace(/\/$/, '') : '';
  const present = slug && (await findSlugAfter(db.read, slug));
  return present ? base + present : undefined;
}
