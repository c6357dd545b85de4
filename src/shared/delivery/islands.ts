/**
 * Postal codes of the German islands without a road: parcels get there by ship, or by train to Sylt, for which some
 * carriers charge more. Source: GeoNames (CC BY 4.0), read on 2026-11-28; 25867 Oland is missing there.
 */
const ISLANDS = new Set([
  '18565', // Hiddensee
  '25849', // Pellworm
  '25859', // Hooge
  '25863', // Langeneß
  '25867', // Oland
  '25869', // Gröde
  '25938', // Föhr
  '25946', // Amrum
  ...['25980', '25992', '25996', '25997', '25999'], // Sylt
  '26465', // Langeoog
  '26474', // Spiekeroog
  '26486', // Wangerooge
  '26548', // Norderney
  '26571', // Juist
  '26579', // Baltrum
  '26757', // Borkum
  '27499', // Neuwerk
  '83256', // islands of the Chiemsee
]);

export const ISLAND_CODES: readonly string[] = [...ISLANDS];

export const isIsland = (postalCode: string): boolean => ISLANDS.has(postalCode.trim());
