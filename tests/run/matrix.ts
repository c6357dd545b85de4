/** What `npm test` leaves to `npm run test:all`; docs/testing.md gives the reasons. */

/** Every test in every language it knows and on both database engines. */
export const isWholeMatrix = process.env.TEST_MATRIX === 'all';

/** API tests whose result may depend on the database engine: locks, transactions, limits, leases, search, migrations. */
export const ENGINE_DEPENDENT = [
  'account/{limits,races}',
  'catalogue/{paging,sales-lock,search,search-follows}',
  'checkout/{capture,crowd,hold,hostage,invoice-numbers,lease,order-takeover,refund-by-line,refunds,repeat,stopped-early,storm,webhook}',
  'http/rate-limit',
  'import/{at-the-same-time,interrupted}',
  'mail/{taken,two-servers}',
  'server/{connections,frozen-postgres,full-disk,newer-schema,retention,rollback,wrong-clock}',
  'withdrawal/docket',
].map((name) => `tests/api/${name}.test.ts`);
