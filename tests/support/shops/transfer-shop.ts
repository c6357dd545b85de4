import { readFileSync } from 'node:fs';
import { payingShop, type PayingShop } from './paying-shop.ts';
import { siteWithFacts, type PublicSite } from './public-site.ts';
import { sellingVouchers } from './voucher-shop.ts';

/** An account of the bank’s documentation, which nobody owns. */
export const IBAN = 'DE89370400440532013000';

/** The test site of a shop with these lines below `payment` in its shop.yaml. */
function siteTaking(lines: string, change = (data: string): string => data): PublicSite {
  const data = change(readFileSync('src/content/shop.yaml', 'utf8'));
  return siteWithFacts(data.replace(/^payment:\n(?:[ #].*\n)+/m, `payment:\n${lines}`));
}

const TRANSFERS = `  iban: ${IBAN}\n  holder: Laden GmbH\n`;
const CARDS = '  card: true\n  googlePay: true\n  applePay: true\n';

/** The test site of a shop that takes every way to pay. */
const siteTakingAll = (): PublicSite => siteTaking(TRANSFERS + CARDS);

/** The test site of a shop that takes every way to pay, and sells gift vouchers. */
export const siteSellingAll = (): PublicSite => siteTaking(TRANSFERS + CARDS, sellingVouchers);

/** A shop with drinks that also takes bank transfers. */
export const transferShop = (env: Record<string, string> = {}): Promise<PayingShop> =>
  serve(siteTaking(TRANSFERS), env);

/** A shop with drinks that takes every way to pay. */
export const everyWayShop = (): Promise<PayingShop> => serve(siteTakingAll());

/** A shop with drinks whose invoices come with the orders that are paid by bank transfer. */
export const earlyInvoiceShop = (): Promise<PayingShop> => serve(siteTaking(`${TRANSFERS}  invoice: order\n`));

/** A shop with drinks that also takes cards, and wallets with cards. */
export const cardShop = (): Promise<PayingShop> => serve(siteTaking(CARDS));

async function serve(site: PublicSite, env: Record<string, string> = {}): Promise<PayingShop> {
  const own = await payingShop({ ...site.env, ...env });
  return {
    ...own,
    async dispose() {
      await own.dispose();
      site.dispose();
    },
  };
}
