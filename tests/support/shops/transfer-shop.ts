import { readFileSync } from 'node:fs';
import { payingShop, type PayingShop } from './paying-shop.ts';
import { siteWithFacts } from './public-site.ts';

/** An account of the bank’s documentation, which nobody owns. */
export const IBAN = 'DE89370400440532013000';

/** A shop with drinks that also takes bank transfers. */
export async function transferShop(env: Record<string, string> = {}): Promise<PayingShop> {
  const data = readFileSync('src/content/shop.yaml', 'utf8');
  const site = siteWithFacts(
    data.replace(/^payment:\n(?:[ #].*\n)+/m, `payment:\n  iban: ${IBAN}\n  holder: Laden GmbH\n`),
  );
  const own = await payingShop({ ...site.env, ...env });
  return {
    ...own,
    async dispose() {
      await own.dispose();
      site.dispose();
    },
  };
}
