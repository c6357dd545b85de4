import { emailKey } from '#src/server/auth/email.ts';
import { isProofOf } from '#src/features/account/server/address-proof.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { isOwnForm } from '#src/server/http/csrf.ts';
import { hashToken } from '#src/server/http/session.ts';
import { mailTakeoverLink, takeOverByLink } from './order-takeover.service.ts';

const isSent = (ctx: Context, request: Request): boolean =>
  request.method === 'POST' && isOwnForm(request, ctx.config.siteUrl);

/** The page of a mailed link. Only the button uses the link, because mail scanners open links, too. */
export async function answerTakeover(
  ctx: Context,
  request: Request,
  { id }: ClientRow,
  token: string,
): Promise<'ready' | 'done' | 'none' | 'unknown'> {
  if (!isSent(ctx, request))
    return (await isProofOf(ctx.db.read, hashToken(token), id, ctx.now().toISOString())) ? 'ready' : 'unknown';
  const taken = await takeOverByLink(ctx, id, token);
  if (taken === undefined) return 'unknown';
  return taken > 0 ? 'done' : 'none';
}

/** Mails the link after its button on the purchases page was pressed. */
export async function answerTakeoverRequest(
  ctx: Context,
  request: Request,
  client: ClientRow,
  locale: Locale,
): Promise<'offer' | 'mailed' | 'later'> {
  if (!isSent(ctx, request)) return 'offer';
  if (await takeAttempt({ ctx }, { takeover_email: emailKey(client.email) })) return 'later';
  await mailTakeoverLink(ctx, client, locale);
  return 'mailed';
}
