/** A parcel's carrier and its number there. */
export interface ParcelLabel {
  carrier: string | null;
  trackingNumber: string | null;
}

/** Length of a field with the lots of a line, which may be several. Recalls read no longer text. */
export const MOST_LOT_SIGNS = 200;

/** Units of one lot of a product, recorded when a parcel was packed, so that a recall finds its buyers. */
export interface Lot {
  code: string;
  /** '' while packing: the packer did not see any. */
  lot: string;
  /** The lot and its units, if the shop knows the lot. */
  lotId?: number;
  units?: number;
}

/** A parcel's number without the spaces and hyphens of its label; undefined when the format is invalid. */
export function readTrackingNumber(text: string): string | undefined {
  const signs = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{6,40}$/.test(signs) ? signs : undefined;
}

const sumWith = (digits: string, weights: number[]): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * weights[index % weights.length]!, 0);

/** Whether a number has a format with a check digit, and the check digit is wrong: a digit was probably mistyped. */
export function hasWrongCheckDigit(carrier: string | null, number: string): boolean {
  const toTen = (sum: number) => String((10 - (sum % 10)) % 10);
  // The number of a transport unit (GS1 SSCC) behind its identifier 00, on labels of DHL and others.
  if (/^00\d{18}$/.test(number)) return toTen(sumWith(number.slice(2, -1), [3, 1])) !== number.at(-1);
  // DHL's Identcode.
  if (carrier === 'dhl' && /^\d{12}$/.test(number))
    return toTen(sumWith(number.slice(0, -1), [4, 9])) !== number.at(-1);
  // International mail (UPU S10): RR123456785DE.
  const [, serial, check] = /^[A-Z]{2}(\d{8})(\d)[A-Z]{2}$/.exec(number) ?? [];
  if (!serial) return false;
  const rest = 11 - (sumWith(serial, [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  return String(rest === 10 ? 0 : rest === 11 ? 5 : rest) !== check;
}

/** "DHL": the carrier's name, as people write it. */
export const carrierName = (carrier: string): string => carrier.toUpperCase();

/** The carrier's page about a parcel; undefined when shop.yaml has no address for the carrier. */
export function trackingLink(
  carriers: Record<string, string>,
  { carrier, trackingNumber }: ParcelLabel,
): string | undefined {
  const template = carrier ? carriers[carrier] : undefined;
  return template && trackingNumber ? template.replace('{number}', encodeURIComponent(trackingNumber)) : undefined;
}
