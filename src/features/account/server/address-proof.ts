import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { insertProof } from './address-proof.repository.ts';

/** The mails state this time. */
const LIFE_MS = 7 * 24 * 3600_000;

/** Runs in the transaction that proves a person's access to both the account and its mailbox. */
export type OnProven = (ctx: Context, tx: Writer, client: ClientRow) => Promise<unknown>;

/**
 * A link for a mail to the account's address. Only the signed-in account can use it: a stranger may have registered
 * with somebody's address, so a click by the mailbox's owner must not serve that stranger.
 */
export async function proofUrl(
  { config, now }: Context,
  tx: Writer,
  clientId: string,
  locale: Locale,
): Promise<string> {
  const token = newToken();
  await insertProof(tx, {
    tokenHash: hashToken(token),
    clientId,
    expiresAt: new Date(now().getTime() + LIFE_MS).toISOString(),
  });
  return config.siteUrl + localised(locale, pages.takeover(token));
}
