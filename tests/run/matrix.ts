/** What `npm test` leaves to `npm run test:all`; docs/testing.md gives the reasons. */

/** Every test in every language it knows and on both database engines. */
export const isWholeMatrix = process.env.TEST_MATRIX === 'all';

const apiTests = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`);

/** API tests of rare accidents, of whole programs built again, or of many repetitions. */
export const RARE = apiTests(
  'build/{added-language,container,take-over,watch,watch-content}',
  'checkout/{cluster-storm,hostage,power-cut,stopped-early}',
  'import/{at-the-same-time,interrupted,real-names}',
  'mail/{killed,strangers,two-servers}',
  'nginx/publish',
  'paypal/{mounted,restart}',
  'refunds/disputes-in-any-order',
  'servers/shared-builds',
  'shipping/{carrier-faults,fifty-labels,killed,twenty-orders}',
  'server/{database-file,drain,flood,full-disk,lost-files,missing-pictures,move-database,pages-in-turn,point-in-time,rehearsal,reload,restart,turns,wrong-clock}',
);

/** API tests that `npm test` runs on PostgreSQL, too: locks, transactions, limits, leases, search, migrations. */
export const ENGINE_DEPENDENT = apiTests(
  'account/{one-mailbox,races}',
  'catalogue/{paging,search}',
  'checkout/{capture,hold,lease,repeat}',
  'codes/at-once',
  'deliveries/deliveries',
  'desk/stock-history',
  'http/rate-limit',
  'lots/lots-add-up',
  'mail/taken',
  'order-changes/{at-the-same-time,wrong-invoice}',
  'reviews/asks',
  'server/{newer-schema,rollback}',
  'servers/any-server',
  'transfers/at-once',
  'withdrawal/withdrawal-case',
);
