/** The one place that knows what shipping costs. Its table of islands is too large for pages, so only servers load it. */
import type { DeliveryMethod } from './delivery-method.ts';
import type { FastDelivery } from './fast-delivery.ts';
import { isIsland } from './islands.ts';
import type { Cents } from '../money.ts';
import { shippingFor, type ShopTerms } from '../shop-terms.ts';

interface Delivery {
  /** Of the goods with their packs; 0 when it is not known. */
  grams: number;
  /** undefined: the address is not known yet. */
  postalCode?: string | undefined;
}

/** What DHL, DPD and GLS take at most, or a little less. */
const USUAL_LIMIT_G = 31_500;

export const parcelLimitOf = ({ parcelLimit = USUAL_LIMIT_G }: ShopTerms): number => parcelLimit;

/** Whether the price of shipping depends on the weight. */
export const isByWeight = ({ heavier, furtherParcel }: ShopTerms): boolean =>
  heavier !== undefined || furtherParcel !== undefined;

/** Whether some orders cost more than `shipping`. */
export const isRising = (terms: ShopTerms): boolean => isByWeight(terms) || terms.islandSurcharge !== undefined;

/** The terms for one order: `shipping` is the price for its weight and its address. */
export function termsFor(terms: ShopTerms, { grams, postalCode }: Delivery): ShopTerms {
  const { shipping, heavier = [], furtherParcel, islandSurcharge = 0 } = terms;
  const limit = furtherParcel === undefined ? Infinity : parcelLimitOf(terms);
  const further = Math.max(0, Math.ceil(grams / limit) - 1);
  const inFirst = Math.min(grams, limit);
  const byWeight = heavier.findLast(({ above }) => inFirst > above)?.price ?? shipping;
  const surcharge = postalCode !== undefined && isIsland(postalCode) ? islandSurcharge : 0;
  return { ...terms, shipping: byWeight + further * (furtherParcel ?? 0) + surcharge };
}

/**
 * The terms of an order with this delivery method. `standard`: its terms if it were sent as usual. Collecting it costs
 * nothing. The surcharge of the faster delivery is owed where the usual one is free, unless the owner says otherwise.
 */
export function termsBy(
  method: DeliveryMethod,
  standard: ShopTerms,
  { goods, fastDelivery: { surcharge, freeToo } }: { goods: Cents; fastDelivery: FastDelivery },
): ShopTerms {
  if (method === 'collection') return { ...standard, shipping: 0 };
  if (method === 'standard') return standard;
  return freeToo
    ? { ...standard, shipping: standard.shipping + surcharge }
    : { ...standard, shipping: shippingFor(goods, standard) + surcharge, freeFrom: undefined };
}

/** Whether the shop does not deliver to an address because it is on an island. */
export const isRefusedIsland = ({ noIslands }: Pick<ShopTerms, 'noIslands'>, postalCode: string): boolean =>
  noIslands === true && isIsland(postalCode);

/** What the shop's terms say about an address: not served, or dearer. Free shipping is free on islands, too. */
export function islandRule(
  terms: ShopTerms,
  { goods, postalCode }: { goods: Cents; postalCode: string },
): 'refused' | 'surcharge' | undefined {
  if (!isIsland(postalCode)) return undefined;
  if (isRefusedIsland(terms, postalCode)) return 'refused';
  const { islandSurcharge } = terms;
  return islandSurcharge && shippingFor(goods, { ...terms, shipping: islandSurcharge }) > 0 ? 'surcharge' : undefined;
}
