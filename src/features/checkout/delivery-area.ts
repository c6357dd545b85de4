/**
 * Heligoland and Büsingen have German postal codes, but are no part of the country for VAT (§ 1(2) UStG): goods that go there are
 * exports, with customs papers and without German VAT. The shop issues neither, so it does not deliver there.
 */
const OUTSIDE_VAT_AREA = new Set(['27498', '78266']);

/** The rule of browser and server. */
export const isOutsideVatArea = (postalCode: string): boolean => OUTSIDE_VAT_AREA.has(postalCode.trim());
