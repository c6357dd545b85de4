/**
 * Heligoland and Büsingen have German postal codes, but lie outside of the German VAT area (§ 1(2) UStG). Deliveries
 * there are exports: they need customs papers and an invoice without VAT. The shop supports neither.
 */
const OUTSIDE_VAT_AREA = new Set(['27498', '78266']);

/** Browser and server use the same rule. */
export const isOutsideVatArea = (postalCode: string): boolean => OUTSIDE_VAT_AREA.has(postalCode.trim());
