import { withoutPrefix } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { isDesk, LEGAL_PAGES, pages } from '#src/shared/paths.ts';
import { findMaintenance } from './maintenance.repository.ts';

/** Polling interval of the database. With the query's time, the shop closes and opens within two seconds. */
export const GATE_POLL_MS = 1000;
/** Retry-After in seconds. */
export const RETRY_AFTER_S = 120;

const pattern = (addresses: string[]) => `(?:${addresses.join('|')})/?`;
// Health and readiness, PayPal's webhook, payments in progress, and what the law requires at any time: withdrawal
// (§356a BGB), imprint (§5 DDG), recalls (Art. 35 GPSR), cookie choices and the end of a restock notice (Art. 7 (3)
// GDPR).
const CALLS = pattern([
  ...[
    'health',
    'ready',
    'maintenance_mode',
    'csrf_token',
    'paypal/webhook',
    'checkout/[^/]+/(?:capture|cancel|review|confirm)',
  ],
  ...['withdrawal', 'consent'],
]);
const PAGES = pattern([
  pages.checkoutReturn(),
  pages.checkoutReview(),
  ...LEGAL_PAGES.map(pages.legal),
  pages.recalls(),
  pages.cookiesConsent(),
  pages.restock('') + '[^/]+',
]);
const OPEN_CALL = new RegExp(`^/api/${CALLS}$`);
const OPEN_PAGE = new RegExp(`^${PAGES}$`);

/** Whether a path is answered while the shop is closed. Files that are not pages are always answered. */
export const isAllowedDuringMaintenance = (path: string): boolean =>
  isDesk(path) || OPEN_CALL.test(path) || OPEN_PAGE.test(withoutPrefix(path));

export interface MaintenanceGate {
  readonly isClosed: boolean;
  /** Queries the database. While the database does not respond, the state stays unchanged. */
  refresh: () => Promise<void>;
}

/** Reads the state before the first request. */
export async function openGate({ db, log }: Pick<Context, 'db' | 'log'>): Promise<MaintenanceGate> {
  let isClosed: boolean | undefined;
  const gate: MaintenanceGate = {
    get isClosed() {
      return isClosed === true;
    },
    async refresh() {
      const before = isClosed;
      isClosed = await findMaintenance(db.read);
      if (isClosed === before) return;
      if (isClosed || before) log.warn(isClosed ? 'the shop is closed for maintenance' : 'the shop is open again');
    },
  };
  await gate.refresh();
  return gate;
}
