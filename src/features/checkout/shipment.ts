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

/** A parcel's number without the spaces and hyphens of its label; undefined when it can be none. */
export function readTrackingNumber(text: string): string | undefined {
  const signs = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{6,40}$/.test(signs) ? signs : undefined;
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
