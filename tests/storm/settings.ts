/** More units than a storm can sell. */
export const PLENTY = ['AGUA', 'GUARANA', 'MATE'];
/** Sold out within seconds. Cancelled, declined and refunded purchases return units. */
export const SCARCE = ['ACAI', 'PEQUI'];

/** Sets and the units of their parts in one of them. Somebody may buy a set and its part in one order. */
const SETS: Record<string, Record<string, number>> = {
  CESTA: { AGUA: 1, MATE: 2 },
  /** Its scarce part is sold by itself, too. */
  KIT: { GUARANA: 1, ACAI: 1 },
};

const partsOf = (set: string) =>
  Object.entries(SETS[set]!)
    .map(([code, units]) => `${code} ${units}`)
    .join(', ');

export const STORM_ROWS = [
  ...PLENTY.map((cod_catalog) => ({ cod_catalog, quantity_available: 100_000 })),
  ...SCARCE.map((cod_catalog) => ({ cod_catalog, quantity_available: 12 })),
  // An odd price, so that units of one part differ by a cent.
  ...Object.keys(SETS).map((cod_catalog) => ({
    ...{ cod_catalog, parts: partsOf(cod_catalog), quantity_available: 0 },
    ...{ real_price: '13.33', net_quantity: 1, net_unit: 'piece' },
  })),
];

/** Each buyer has another network address, as if a proxy reported it. */
export const STORM_ENV = {
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '0',
  TRUST_PROXY: '1',
  PAYPAL_TIMEOUT_MS: '2000',
};
