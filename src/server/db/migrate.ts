import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import type { Engine } from './database.ts';
import type { MigrationFactory } from './migration.ts';
import { catalogue } from './migrations/0001-catalogue.ts';
import { accounts } from './migrations/0002-accounts.ts';
import { checkout } from './migrations/0003-checkout.ts';
import { messages } from './migrations/0004-messages.ts';
import { lineTraits } from './migrations/0005-line-traits.ts';
import { formerSlugs } from './migrations/0006-former-slugs.ts';
import { paypalPayee } from './migrations/0007-paypal-payee.ts';
import { holdNetwork } from './migrations/0009-hold-network.ts';
import { knownDevices } from './migrations/0011-known-devices.ts';
import { deliveredAt } from './migrations/0012-delivered-at.ts';
import { restockNotices } from './migrations/0014-restock-notices.ts';
import { guests } from './migrations/0015-guests.ts';
import { morePictures } from './migrations/0016-more-pictures.ts';
import { salesLock } from './migrations/0017-sales-lock.ts';
import { invoices } from './migrations/0018-invoices.ts';
import { orderTakeover } from './migrations/0019-order-takeover.ts';
import { expressCheckouts } from './migrations/0020-express-checkouts.ts';
import { retention } from './migrations/0022-retention.ts';
import { shipments } from './migrations/0023-shipments.ts';
import { refundLines } from './migrations/0024-refund-lines.ts';
import { messagesDone } from './migrations/0026-messages-done.ts';
import { stockMarks } from './migrations/0027-stock-marks.ts';
import { fileQuantities } from './migrations/0028-file-quantities.ts';
import { recalls } from './migrations/0029-recalls.ts';
import { desk } from './migrations/0030-desk.ts';
import { catalogueVersions } from './migrations/0031-catalogue-versions.ts';
import { builds } from './migrations/0033-builds.ts';
import { auditTermsAndCustomerSearch } from './migrations/0034-audit-terms-and-customer-search.ts';
import { pictureAlts } from './migrations/0038-picture-alts.ts';
import { deskCounts } from './migrations/0040-desk-counts.ts';
import { categoryLabels } from './migrations/0041-category-labels.ts';
import { compiledOf } from './migrations/0042-compiled-of.ts';
import { recentCheckouts } from './migrations/0043-recent-checkouts.ts';
import { sentForms } from './migrations/0053-sent-forms.ts';
import { plans } from './migrations/0054-plans.ts';
import { buildDigest } from './migrations/0047-build-digest.ts';
import { oneMailbox } from './migrations/0045-one-mailbox.ts';
import { paymentCases } from './migrations/0055-payment-cases.ts';
import { refundIssues } from './migrations/0056-refund-issues.ts';
import { personSearchAndFormerCategories } from './migrations/0058-person-search-and-former-categories.ts';
import { staffDevices } from './migrations/0049-staff-devices.ts';

// Order matters, and a released migration is never edited. Migrations must not depend on another one that was written in
// parallel.
const MIGRATIONS: Record<string, MigrationFactory> = {
  '0001-catalogue': catalogue,
  '0002-accounts': accounts,
  '0003-checkout': checkout,
  '0004-messages': messages,
  '0005-line-traits': lineTraits,
  '0006-former-slugs': formerSlugs,
  '0007-paypal-payee': paypalPayee,
  '0009-hold-network': holdNetwork,
  '0011-known-devices': knownDevices,
  '0012-delivered-at': deliveredAt,
  '0014-restock-notices': restockNotices,
  '0015-guests': guests,
  '0016-more-pictures': morePictures,
  '0017-sales-lock': salesLock,
  '0018-invoices': invoices,
  '0019-order-takeover': orderTakeover,
  '0020-express-checkouts': expressCheckouts,
  '0022-retention': retention,
  '0023-shipments': shipments,
  '0024-refund-lines': refundLines,
  '0026-messages-done': messagesDone,
  '0027-stock-marks': stockMarks,
  '0028-file-quantities': fileQuantities,
  '0029-recalls': recalls,
  '0030-desk': desk,
  '0031-catalogue-versions': catalogueVersions,
  '0033-builds': builds,
  '0034-audit-terms-and-customer-search': auditTermsAndCustomerSearch,
  '0038-picture-alts': pictureAlts,
  '0040-desk-counts': deskCounts,
  '0041-category-labels': categoryLabels,
  '0042-compiled-of': compiledOf,
  '0043-recent-checkouts': recentCheckouts,
  '0053-sent-forms': sentForms,
  '0054-plans': plans,
  '0047-build-digest': buildDigest,
  '0045-one-mailbox': oneMailbox,
  '0055-payment-cases': paymentCases,
  '0056-refund-issues': refundIssues,
  '0049-staff-devices': staffDevices,
  '0058-person-search-and-former-categories': personSearchAndFormerCategories,
};

export const migrationsFor = (engine: Engine): Record<string, Migration> =>
  Object.fromEntries(Object.entries(MIGRATIONS).map(([name, make]) => [name, make(engine)]));

/**
 * Brings the schema up to date; concurrent callers wait for the first. Unknown migrations of a later version are accepted, so
 * that the earlier version still runs.
 */
export async function migrate(engine: Engine): Promise<void> {
  const ours = migrationsFor(engine);
  await engine.retryWhileBusy(async () => {
    const done = await findDone(engine);
    const known = Object.fromEntries(done.map((name): [string, Migration] => [name, { up: async () => {} }]));
    const migrations = { ...known, ...ours };
    const provider = { getMigrations: async () => migrations };
    const migrator = new Migrator({ db: engine.direct, provider, allowUnorderedMigrations: true });
    const { error } = await migrator.migrateToLatest();
    if (error) throw error;
  });
}

/** Whether a migration has ever run on this database. */
export async function hasTables({ read }: Engine): Promise<boolean> {
  const tables = await read.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE);
}

async function findDone(engine: Engine): Promise<string[]> {
  const { read } = engine;
  if (!(await hasTables(engine))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(read);
  return rows.map(({ name }) => name);
}
