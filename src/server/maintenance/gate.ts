import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutPrefix } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { LEGAL_PAGES, pages } from '#src/shared/paths.ts';
import { findMaintenance } from './maintenance.repository.ts';

/** How often a server asks the database; with the answer's way it closes and opens within two seconds. */
export const ASK_MS = 1000;
/** Tells callers when to come again. */
export const RETRY_AFTER_S = 120;
/** Stands in DIST_DIR while the shop is closed, for a front server that answers with pages itself. */
export const CLOSED_FLAG = 'maintenance.on';

const going = (addresses: string[]) => `(?:${addresses.join('|')})/?`;
// The health check, PayPal's messages, the payment that somebody is in the middle of, and what the law wants to be there at any
// time: withdrawing (§356a BGB), the imprint and its like (§5 DDG), and another choice about cookies (Art. 7 (3) GDPR).
const CALLS = going([
  ...['health', 'maintenance_mode', 'csrf_token', 'paypal/webhook', 'checkout/[^/]+/(?:capture|cancel)'],
  ...['withdrawal', 'consent'],
]);
const PAGES = going([pages.checkoutReturn(), ...LEGAL_PAGES.map(pages.legal), pages.cookiesConsent()]);
const OPEN_CALL = new RegExp(`^/api/${CALLS}$`);
const OPEN_PAGE = new RegExp(`^${PAGES}$`);

/** Whether a path is answered while the shop is closed; files that are no pages are, too. */
export const isAllowedDuringMaintenance = (path: string): boolean => OPEN_CALL.test(path) || OPEN_PAGE.test(withoutPrefix(path));

export interface MaintenanceGate {
  readonly isClosed: boolean;
  /** Asks the database. While that does not answer, the shop stays as it was. */
  refresh: () => Promise<void>;
}

/** Knows from the first request on whether the shop is closed. */
export async function openGate({ config, db, log }: Pick<Context, 'config' | 'db' | 'log'>): Promise<MaintenanceGate> {
  const flag = path.join(config.distDir, CLOSED_FLAG);
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
      // The folder may be one that a server can only read.
      await (isClosed ? writeFile(flag, '') : rm(flag, { force: true })).catch((error: unknown) =>
        log.warn({ err: error }, 'a front server cannot be told of the maintenance'),
      );
    },
  };
  await gate.refresh();
  return gate;
}
