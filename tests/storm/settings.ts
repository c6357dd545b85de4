/** More units than a storm can sell. */
export const PLENTY = ['AGUA', 'GUARANA', 'MATE'];
/** Sold out within seconds. Cancelled, declined and refunded purchases return units. */
export const SCARCE = ['ACAI', 'PEQUI'];

export const STORM_ROWS = [
  ...PLENTY.map((cod_catalog) => ({ cod_catalog, quantity_available: 100_000 })),
  ...SCARCE.map((cod_catalog) => ({ cod_catalog, quantity_available: 12 })),
];

/** Each buyer has another network address, as if a proxy reported it. */
export const STORM_ENV = {
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '0',
  TRUST_PROXY: '1',
  PAYPAL_TIMEOUT_MS: '2000',
};
