import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import type { Engine } from './database.ts';
import { FIRST_RELEASE, replacedMigrations } from './development-steps.ts';
import type { MigrationFactory } from './migration.ts';
import { firstRelease } from './migrations/0001-first-release/index.ts';
import { whoPays } from './migrations/0002-who-pays.ts';
import { orderChanges } from './migrations/0003-order-changes.ts';
import { parcels } from './migrations/0004-parcels.ts';
import { correctedInvoices } from './migrations/0005-corrected-invoices.ts';
import { offers } from './migrations/0006-offers.ts';
import { transfers } from './migrations/0007-transfers.ts';
import { paymentSources } from './migrations/0008-payment-sources.ts';
import { paypalTrackers } from './migrations/0009-paypal-trackers.ts';
import { moneyRecords } from './migrations/0010-money-records.ts';
import { caseAnswers } from './migrations/0011-case-answers.ts';
import { parcelLabels } from './migrations/0012-parcel-labels.ts';
import { earlyInvoices } from './migrations/0013-early-invoices.ts';
import { parcelTracks } from './migrations/0014-parcel-tracks.ts';
import { deliveryMethod } from './migrations/0015-delivery-method.ts';
import { variants } from './migrations/0016-variants.ts';
import { collections } from './migrations/0017-collections.ts';
import { returnLabels } from './migrations/0018-return-labels.ts';
import { boughtTogether } from './migrations/0019-bought-together.ts';
import { transferDays } from './migrations/0020-transfer-days.ts';
import { stockMovements } from './migrations/0021-stock-movements.ts';
import { deliveries } from './migrations/0022-deliveries.ts';
import { fastDelivery } from './migrations/0023-fast-delivery.ts';
import { sets } from './migrations/0024-sets.ts';
import { lots } from './migrations/0025-lots.ts';
import { labelOrders } from './migrations/0026-label-orders.ts';
import { facets } from './migrations/0027-facets.ts';
import { codes } from './migrations/0028-codes.ts';
import { shortDated } from './migrations/0029-short-dated.ts';
import { shortDatedOrigin } from './migrations/0030-short-dated-origin.ts';
import { priceLists } from './migrations/0031-price-lists.ts';
import { accountCarts } from './migrations/0032-account-carts.ts';
import { reviews } from './migrations/0033-reviews.ts';
import { reviewPhotos } from './migrations/0034-review-photos.ts';
import { reportLocale } from './migrations/0035-report-locale.ts';
import { reviewKeyMailbox } from './migrations/0036-review-key-mailbox.ts';
import { vouchers } from './migrations/vouchers/0037-vouchers.ts';
import { voucherMails } from './migrations/vouchers/0038-voucher-mails.ts';
import { paidByVoucher } from './migrations/vouchers/0040-paid-by-voucher.ts';
import { headWords } from './migrations/0042-head-words.ts';
import { soldVouchers } from './migrations/vouchers/0043-sold-vouchers.ts';
import { renewedVouchers } from './migrations/vouchers/0044-renewed-vouchers.ts';

// Order matters, and a released migration is never edited. Migrations must not depend on another one that was written
// in parallel. Databases also record the names from before 1.0.0 (development-steps.ts), so a name must not repeat one.
const MIGRATIONS: Record<string, MigrationFactory> = {
  [FIRST_RELEASE]: firstRelease,
  '0002-who-pays': whoPays,
  '0003-order-changes': orderChanges,
  '0004-parcels': parcels,
  '0005-corrected-invoices': correctedInvoices,
  '0006-offers': offers,
  '0007-transfers': transfers,
  '0008-payment-sources': paymentSources,
  '0009-paypal-trackers': paypalTrackers,
  '0010-money-records': moneyRecords,
  '0011-case-answers': caseAnswers,
  '0012-parcel-labels': parcelLabels,
  '0013-early-invoices': earlyInvoices,
  '0014-parcel-tracks': parcelTracks,
  '0015-delivery-method': deliveryMethod,
  '0016-variants': variants,
  '0017-collections': collections,
  '0018-return-labels': returnLabels,
  '0019-bought-together': boughtTogether,
  '0020-transfer-days': transferDays,
  '0021-stock-movements': stockMovements,
  '0022-deliveries': deliveries,
  '0023-fast-delivery': fastDelivery,
  '0024-sets': sets,
  '0025-lots': lots,
  '0026-label-orders': labelOrders,
  '0027-facets': facets,
  '0028-codes': codes,
  '0029-short-dated': shortDated,
  '0030-short-dated-origin': shortDatedOrigin,
  '0031-price-lists': priceLists,
  '0032-account-carts': accountCarts,
  '0033-reviews': reviews,
  '0034-review-photos': reviewPhotos,
  '0035-report-locale': reportLocale,
  '0036-review-key-mailbox': reviewKeyMailbox,
  '0037-vouchers': vouchers,
  '0038-voucher-mails': voucherMails,
  '0040-paid-by-voucher': paidByVoucher,
  '0042-head-words': headWords,
  '0043-sold-vouchers': soldVouchers,
  '0044-renewed-vouchers': renewedVouchers,
};

export const migrationsFor = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(Object.entries(MIGRATIONS).map(([name, make]) => [name, make(engine)]));

/**
 * Brings the schema up to date; concurrent callers wait for the first. Unknown migrations of a later version are
 * accepted, so that the earlier version still runs.
 */
export async function migrate(engine: Engine): Promise<void> {
  const ours = migrationsFor(engine);
  // Kysely calls it under its lock, so it also sees what another server has just done.
  const getMigrations = async () => {
    const done = await findDone(engine);
    const known = Object.fromEntries(done.map((name): [string, Migration] => [name, { up: async () => {} }]));
    return { ...known, ...ours, ...replacedMigrations(done) };
  };
  await engine.retryWhileBusy(async () => {
    const migrator = new Migrator({ db: engine.direct, provider: { getMigrations }, allowUnorderedMigrations: true });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  });
}

/** Whether a migration has ever run on this database. */
export async function hasTables({ read }: Engine): Promise<boolean> {
  const tables = await read.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE);
}

async function findDone({ read }: Engine): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(read);
  return rows.map(({ name }) => name);
}
