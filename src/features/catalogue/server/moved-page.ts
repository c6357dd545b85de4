import { localeOfPath } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { findSlugAfter } from './catalogue.repository.ts';

/** Returns the current address of the product with a decoded path, or undefined if no product for sale had that path. */
export async function movedTo({ db }: Context, path: string): Promise<string | undefined> {
  const base = localised(localeOfPath(path), pages.product(''));
  const slug = path.startsWith(base) ? path.slice(base.length).replace(/\/$/, '') : '';
  const present = slug && (await findSlugAfter(db.read, slug));
  return present ? base + present : undefined;
}
