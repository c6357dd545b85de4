import type { Migration } from 'kysely/migration';
import { ConfigError } from '#src/settings/environment/config.ts';

export const FIRST_RELEASE = '0001-first-release';

/** The migrations from before 1.0.0, which `0001-first-release` replaced (docs/decisions/079). */
const DEVELOPMENT_STEPS = [
  '0001-catalogue',
  '0002-accounts',
  '0003-checkout',
  '0004-messages',
  '0005-line-traits',
  '0006-former-slugs',
  '0007-paypal-payee',
  '0009-hold-network',
  '0011-known-devices',
  '0012-delivered-at',
  '0014-restock-notices',
  '0015-guests',
  '0016-more-pictures',
  '0017-sales-lock',
  '0018-invoices',
  '0019-order-takeover',
  '0020-express-checkouts',
  '0022-retention',
  '0023-shipments',
  '0024-refund-lines',
  '0026-messages-done',
  '0027-stock-marks',
  '0028-file-quantities',
  '0029-recalls',
  '0030-desk',
  '0031-catalogue-versions',
  '0033-builds',
  '0034-audit-terms-and-customer-search',
  '0038-picture-alts',
  '0040-desk-counts',
  '0041-category-labels',
  '0042-compiled-of',
  '0043-recent-checkouts',
  '0045-one-mailbox',
  '0047-build-digest',
  '0049-staff-devices',
  '0053-sent-forms',
  '0054-plans',
  '0055-payment-cases',
  '0056-refund-issues',
  '0058-person-search-and-former-categories',
];

const NOTHING: Migration = { up: async () => {} };

/**
 * Migrations that do nothing, by name. They record the steps from before 1.0.0 in every database, because a version
 * from before 1.0.0 runs each step that is not recorded. Where all of them have run, the first release has nothing to
 * do either. Throws a ConfigError where only some of them have.
 */
export function replacedMigrations(done: string[]): Record<string, Migration> {
  const steps = Object.fromEntries(DEVELOPMENT_STEPS.map((name) => [name, NOTHING]));
  const missing = DEVELOPMENT_STEPS.filter((name) => !done.includes(name));
  if (done.includes(FIRST_RELEASE) || missing.length === DEVELOPMENT_STEPS.length) return steps;
  if (missing.length === 0) return { ...steps, [FIRST_RELEASE]: NOTHING };
  throw new ConfigError(
    `The database was last used by a version that is too old for this one: it lacks ${missing[0]}. ` +
      'Nothing was done. Build the last version before 1.0.0 once, then this one again: ' +
      'git checkout "$(git log -1 --diff-filter=D --format=%H -- src/server/db/migrations/0001-catalogue.ts)^" && ' +
      'npm run build (docs/upgrading.md, "From a version before 1.0.0").',
  );
}
