/** How buyers get their goods. `collection`: they collect them at the shop. */
export const DELIVERY_METHODS = ['standard', 'collection'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];
