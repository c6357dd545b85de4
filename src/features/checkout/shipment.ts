/** Units of one lot of a product, noted when a parcel was packed, so that a recall finds its buyers. */
export interface Lot {
  code: string;
  lot: string;
}

/** An order has one parcel. Times are ISO-8601. */
export interface Shipment {
  carrier: string | null;
  trackingNumber: string | null;
  packedAt: string;
  handedOverAt: string | null;
  deliveredAt: string | null;
  lots: Lot[];
}

/** "DHL": the carrier's name, as people write it. */
export const carrierName = (carrier: string): string => carrier.toUpperCase();

/** The carrier's page about a parcel; undefined when shop.yaml has no address for the carrier. */
export function trackingLink(
  carriers: Record<string, string>,
  { carrier, trackingNumber }: Pick<Shipment, 'carrier' | 'trackingNumber'>,
): string | undefined {
  const template = carrier ? carriers[carrier] : undefined;
  return template && trackingNumber ? template.replace('{number}', encodeURIComponent(trackingNumber)) : undefined;
}
