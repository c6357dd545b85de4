import type { Locale } from '#src/i18n/locales.ts';
import { translator, type Translate } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Category } from '../product.ts';
import { hasPublicRecall } from './recalled.repository.ts';
import { hasShortDated } from './lots/short-dated.repository.ts';
import { findCategories } from './categories.repository.ts';

/** The data of every page's header and footer; src/middleware.ts sets it as `Astro.locals.frame`. */
export interface PageFrame {
  locale: Locale;
  /** The texts of the page's language. */
  t: Translate;
  /** All categories, for the navigation. */
  categories: Category[];
  /** Whether the footer links to the recalls. */
  hasRecall: boolean;
  /** Whether the menu links to what is cheaper because its date is near. */
  hasSaved: () => Promise<boolean>;
}

export async function loadFrame(ctx: Context, locale: Locale): Promise<PageFrame> {
  let saved: Promise<boolean> | undefined;
  return {
    locale,
    t: translator(locale),
    categories: await findCategories(ctx.db.read, locale),
    hasRecall: await hasPublicRecall(ctx.db.read),
    // Only a page that is shown asks: a redirect needs no products.
    hasSaved: () => (saved ??= hasShortDated(ctx.db.read)),
  };
}
