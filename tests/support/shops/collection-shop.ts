import { readFileSync } from 'node:fs';
import { payingShop, type PayingShop } from './paying-shop.ts';
import { siteWithFacts } from './public-site.ts';

const COLLECTION = `collection:
  offered: true
  street: Marktplatz 3
  postalCode: '04109'
  city: Leipzig
  hours:
    de-DE: Mo–Fr 10–18 Uhr
    en-US: Mon–Fri 10 am to 6 pm
  keepDays: 5
`;

/** A shop.yaml whose buyers may collect their orders. */
export const collectionData = (): string =>
  readFileSync('src/content/shop.yaml', 'utf8').replace(/^collection:\n(?:[ #].*\n)+/m, COLLECTION);

/** A shop with drinks, whose buyers may collect their orders or pay by bank transfer. */
export async function collectionShop(env: Record<string, string> = {}): Promise<PayingShop> {
  const site = siteWithFacts(
    collectionData().replace('  # iban: DE89 3704 0044 0532 0130 00', '  iban: DE89370400440532013000'),
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
