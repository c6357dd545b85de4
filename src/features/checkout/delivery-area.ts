/**
 * Heligoland and Büsingen have German postal codes, but lie outside of the German VAT area (§ 1(2) UStG). Goods that go there are
 * exports: they need customs papers and an invoice without VAT. The shop makes neither.
 */
const OUTSIDE_VAT_AREA = new Set(['27498', '78266']);

/** The rule of browser and server. */
export const isOutsideVatArea = (postalCode: string): boolean => OUTSIDE_VAT_AREA.has(postalCode.trim());
