import type { Translate } from '#src/i18n/translate.ts';
import { isSmallBusiness, type ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { isRising } from '#src/shared/delivery/shipping-price.ts';

/** What prices include and what is added to them (PAngV § 3, § 6): VAT and shipping. `of`: one price, or a list's. */
export function priceNote(t: Translate, shop: ShopData, of: 'one' | 'all'): string {
  const texts = { one: ['tax', 'taxSmall'], all: ['taxAll', 'taxAllSmall'] } as const;
  const text = texts[of][isSmallBusiness(shop) ? 1 : 0];
  const note = t(isRising(shop.terms) ? `catalogue:price.rising.${text}` : `catalogue:price.${text}`);
  return shop.terms.freeFrom === undefined ? note : `${note} (${t('catalogue:price.freeFrom')})`;
}

/** The promise about shipping on the home page. */
export function shippingPromise(t: Translate, { terms }: ShopData): string {
  const isFree = terms.freeFrom !== undefined;
  if (isRising(terms)) return t(isFree ? 'catalogue:home.shippingRisingFree' : 'catalogue:home.shippingRising');
  return t(isFree ? 'catalogue:home.shippingFreeFrom' : 'catalogue:home.shipping');
}
