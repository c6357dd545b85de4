import { addVariants, findProducts } from '#src/features/catalogue/server/catalogue.repository.ts';
import { categoryLabel } from '#src/features/catalogue/server/category-label.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import { fullName } from '#src/features/catalogue/variants/families.ts';
import { codeTerms } from '#src/features/codes/code-terms.ts';
import type { DiscountCode } from '#src/features/codes/code.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';

/** The conditions of a code for shoppers: § 6(1) no. 3 DDG wants them where it is entered. */
export const describeCode = async (
  ctx: Pick<Context, 'shop'>,
  db: Reader,
  code: DiscountCode,
  locale: Locale,
): Promise<string> => codeTerms(code, locale, await findTargetNames(ctx, db, code, locale));

async function findTargetNames(
  { shop }: Pick<Context, 'shop'>,
  db: Reader,
  { scope, targets }: DiscountCode,
  locale: Locale,
): Promise<string[]> {
  if (targets.length === 0) return [];
  if (scope === 'categories') {
    const rows = await db.selectFrom('categories').selectAll().where('slug', 'in', targets).orderBy('slug').execute();
    return rows.map((row) => categoryLabel(row, locale));
  }
  const view = viewIn({ shop }, locale);
  const found = await findProducts(db, view, { codes: targets }, { limit: targets.length, offset: 0 });
  const names = (await addVariants(db, view, found)).map(fullName);
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b, locale));
}
