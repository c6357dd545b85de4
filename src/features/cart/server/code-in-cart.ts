import { categoryLabel } from '#src/features/catalogue/server/category-label.ts';
import { codeTerms } from '#src/features/codes/code-terms.ts';
import type { DiscountCode } from '#src/features/codes/code.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Reader } from '#src/server/db/database.ts';

/** The conditions of a code for shoppers: § 6(1) no. 3 DDG wants them where it is entered. */
export const describeCode = async (db: Reader, code: DiscountCode, locale: Locale): Promise<string> =>
  codeTerms(code, locale, await findTargetNames(db, code, locale));

async function findTargetNames(db: Reader, { scope, targets }: DiscountCode, locale: Locale): Promise<string[]> {
  if (targets.length === 0) return [];
  if (scope === 'categories') {
    const rows = await db.selectFrom('categories').selectAll().where('slug', 'in', targets).orderBy('slug').execute();
    return rows.map((row) => categoryLabel(row, locale));
  }
  const rows = await db
    .selectFrom('products')
    .select('product_name')
    .distinct()
    .where('cod_catalog', 'in', targets)
    .where('withdrawn_at', 'is', null)
    .orderBy('product_name')
    .execute();
  return rows.map((row) => row.product_name);
}
