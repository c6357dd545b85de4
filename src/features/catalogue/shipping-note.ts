import type { Translate } from '#src/i18n/translate.ts';
import { isSmallBusiness, type ShopData } from '#src/server/shop-data.ts';

/** What prices include and what is added to them (PAngV § 3, § 6): VAT and shipping. `of`: one price, or a list's. */
export function priceNote(t: Translate, shop: ShopData, of: 'one' | 'all'): string {
  const texts = { one: ['tax', 'taxSmall'], all: ['taxAll', 'taxAllSmall'] } as const;
  const note = t(`catalogue:price.${texts[of][isSmallBusiness(shop) ? 1 : 0]}`);
  return shop.terms.freeFrom === undefined ? note : `${note} (${t('catalogue:price.freeFrom')})`;
}

/** The promise about shipping on the home page. */
export const shippingPromise = (t: Translate, { terms }: ShopData): string =>
  t(terms.freeFrom === undefined ? 'catalogue:home.shipping' : 'catalogue:home.shippingFreeFrom');
