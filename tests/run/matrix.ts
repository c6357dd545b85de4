/** What `npm test` leaves to `npm run test:all`; docs/testing.md gives the reasons. */

/** Every test in every language it knows and on both database engines. */
export const isWholeMatrix = process.env.TEST_MATRIX === 'all';

const apiTests = (...names: string[]) => names.map((name) => `tests/api/${name}.test.ts`);

/** API tests of rare accidents, of whole programs built again, or of many repetitions. */
export const RARE = apiTests(
  'account/{customers-command,known-devices,test-login}',
  'build/{added-language,container,content-folder,markup-in-texts,render-pages,take-over,watch,watch-content,written-content}',
  'catalogue/sets-add-up',
  'checkout/{cluster-storm,faults-at-create,hostage,power-cut,stopped-early}',
  'deliveries/price-list',
  'desk/{converting,publishing-killed,redirects,slides}',
  'import/{at-the-same-time,convert,export,interrupted,parts,pictures,real-names}',
  'invoices/{invoice-numbers,missing-payments}',
  'lots/lots-in-parcels',
  'mail/{command,killed,strangers,two-servers}',
  'nginx/{nginx,publish}',
  'order-changes/{at-the-same-time,mails-in-three-languages}',
  'orders/{orders-command,recall}',
  'overview/alarms',
  'paypal/{alone,faults,mounted,restart}',
  'refunds/{chargebacks,disputes-in-any-order,stray-money}',
  'reviews/{links,photos,product-page}',
  'servers/shared-builds',
  'shipping/{carrier-faults,carrier-files,fifty-labels,killed,labels-together,paypal-tracking,tracking-rounds,twenty-orders}',
  'server/{check-settings,database-file,drain,flood,full-disk,lost-files,maintenance,missing-pictures,move-database,own-files,pages-in-turn,point-in-time,rehearsal,reload,restart,restore,turns,which-database,wrong-clock}',
  'transfers/early-invoice',
  'vouchers/{at-once,contested,papers,sold-again}',
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
  'order-changes/wrong-invoice',
  'server/{newer-schema,rollback}',
  'servers/any-server',
  'transfers/at-once',
);
