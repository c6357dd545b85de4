import { readFileSync } from 'node:fs';
import { payingShop, type PayingShop } from './paying-shop.ts';
import { siteWithFacts, type PublicSite } from './public-site.ts';

/** A shop.yaml whose shop sells gift vouchers. */
export const sellingVouchers = (data: string): string =>
  data.replace(/^vouchers:\n(?:[ #].*\n)+/m, 'vouchers:\n  offered: true\n  sold: true\n');

/** The test site of a shop that sells gift vouchers, and takes bank transfers. */
export const siteSellingVouchers = (): PublicSite =>
  siteWithFacts(
    sellingVouchers(readFileSync('src/content/shop.yaml', 'utf8')).replace(
      '  # iban: DE89 3704 0044 0532 0130 00',
      '  iban: DE89370400440532013000',
    ),
  );

/** A shop with drinks that sells gift vouchers, and takes bank transfers. */
export async function voucherShop(env: Record<string, string> = {}): Promise<PayingShop> {
  const site = siteSellingVouchers();
  const own = await payingShop({ ...site.env, ...env });
  return {
    ...own,
    async dispose() {
      await own.dispose();
      site.dispose();
    },
  };
}
