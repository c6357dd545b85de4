/** What `npm test` leaves to `npm run test:all`; docs/testing.md gives the reasons. */

/** Every test in every language it knows and on both database engines. */
export const isWholeMatrix = process.env.TEST_MATRIX === 'all';

/** API tests whose result may depend on the database engine: locks, transactions, limits, leases, search, migrations. */
export const ENGINE_DEPENDENT = [
  'account/{limits,races,session}',
  'catalogue/{lists,paging,sales-lock,search,search-follows}',
  'checkout/{begin,capture,crowd,guest,hold,hostage,lease,refunds,repeat,stopped-early,storm,stray-money,tampered-payment,webhook}',
  'http/rate-limit',
  'import/{at-the-same-time,interrupted,prices,report}',
  'mail/{retries,taken,two-servers}',
  'restock/restock',
  'server/{clean-up,connections,frozen-postgres,full-disk,newer-schema,rollback,wrong-clock}',
  'withdrawal/withdrawal',
].map((name) => `tests/api/${name}.test.ts`);
