/**
 * How buyers get their goods. `fast`: sooner than usual, for a surcharge; shops call it "Express", but in this code
 * that word means a purchase with PayPal's address. `collection`: they collect them at the shop.
 */
export const DELIVERY_METHODS = ['standard', 'fast', 'collection'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];
/** `email`: a gift voucher, the only thing that has no parcel. */
export type OrderDelivery = DeliveryMethod | 'email';

type Offers = Record<'fastDelivery' | 'collection', { offered: boolean }>;

export function isOffered({ fastDelivery, collection }: Offers, method: OrderDelivery = 'standard'): boolean {
  return { standard: true, fast: fastDelivery.offered, collection: collection.offered, email: false }[method];
}

export const offeredMethods = (shop: Offers): DeliveryMethod[] =>
  DELIVERY_METHODS.filter((method) => isOffered(shop, method));
