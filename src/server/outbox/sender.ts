import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import { withoutAddresses } from '#src/server/logged-error.ts';
import type { Attachment, MailGateway } from '#src/server/gateways/mail.ts';
import { CODE_PLACE, LEFT_PLACE } from './outbox.ts';
import { claimDueMail, hasDueMail, isUnsent, LAST_WAIT_MS, markFailed, markSent } from './outbox.repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Pauses before the second attempt, the third, and so on; after the last the mail is given up. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, LAST_WAIT_MS];

const RECORD_RETRY_MS = 500;

/** A run ends after this time even when more mails are due, because the job's age says whether it makes progress. */
const RUN_MS = MINUTE;

const later = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

interface Post {
  gateway: MailGateway;
  /** Renders the documents of a mail. The outbox stores only its id, so that its rows stay small. */
  attachInvoice: (ctx: Context, of: { id: string; kind: string }) => Promise<Attachment[]>;
  /** undefined: nothing is left of the voucher, so its mail is deleted. */
  attachVoucher: (
    ctx: Context,
    mail: OutboxRow & { voucher_id: string },
  ) => Promise<{ code: string; left: string; files: Attachment[] } | undefined>;
}

/** Sends due mails one after another for a minute, or until the shop stops; several processes share the work. */
export async function sendDueMails(ctx: Context, post: Post, stopping: AbortSignal): Promise<void> {
  for (const end = performance.now() + RUN_MS; !stopping.aborted && performance.now() < end;) {
    const mail = await claimNext(ctx);
    if (!mail) return;
    await sendOne(ctx, post, mail, stopping);
  }
}

async function claimNext({ db, now }: Context): Promise<OutboxRow | undefined> {
  if (!(await hasDueMail(db.read, now().toISOString()))) return undefined; // avoids a write lock when no mail is due
  return db.write(async (tx) => {
    await db.lock(tx, 'outbox');
    return claimDueMail(tx, now().toISOString());
  });
}

async function sendOne(
  ctx: Context,
  { gateway, attachInvoice, attachVoucher }: Post,
  mail: OutboxRow,
  stopping: AbortSignal,
): Promise<void> {
  const { id, recipient: to, reply_to: replyTo, unsubscribe_url: unsubscribeUrl, text, html, voucher_id } = mail;
  let { subject } = mail;
  try {
    const invoices = mail.invoice_id ? await attachInvoice(ctx, { id: mail.invoice_id, kind: mail.kind }) : [];
    const voucher = voucher_id ? await attachVoucher(ctx, { ...mail, voucher_id }) : undefined;
    // A mail that was deleted after it was claimed may go to a wrong address, which must not get the new code.
    if (voucher_id && !(voucher && (await isUnsent(ctx.db.read, id)))) {
      ctx.log.info({ mail: id, kind: mail.kind }, 'mail not sent: it was withdrawn');
      return;
    }
    const filled = (words: string) =>
      voucher ? words.replaceAll(CODE_PLACE, voucher.code).replaceAll(LEFT_PLACE, voucher.left) : words;
    subject = filled(subject);
    await gateway.send({
      ...{ id, to, replyTo, unsubscribeUrl, subject },
      ...{ text: filled(text), html: filled(html), attachments: voucher?.files ?? invoices },
      date: new Date(mail.created_at),
    });
  } catch (error) {
    const { message } = error as Error;
    const { attempts } = mail;
    const pause = PAUSES[attempts - 1];
    const now = ctx.now();
    await ctx.db.write((tx) => markFailed(tx, mail, message, now.toISOString(), pause ? later(now, pause) : null));
    const problem = withoutAddresses(message);
    ctx.log[pause ? 'warn' : 'error']({ mail: id, attempts, problem }, pause ? 'mail not sent yet' : 'mail given up');
    return;
  }
  await recordSent(ctx, { ...mail, subject }, stopping);
  ctx.log.info({ mail: id, kind: mail.kind, attempts: mail.attempts }, 'mail sent');
}

/**
 * Records that the mail server has accepted the mail; until then it may be sent again after a crash or an expired
 * claim. So this retries until the database responds.
 */
async function recordSent({ db, log, now }: Context, mail: OutboxRow, stopping: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await db.write((tx) => markSent(tx, mail, now().toISOString()));
    } catch (error) {
      if (stopping.aborted) throw error;
      log.error({ err: error, mail: mail.id }, 'mail sent, but not recorded yet');
      await sleep(RECORD_RETRY_MS);
    }
  }
}
