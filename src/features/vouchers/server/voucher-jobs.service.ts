import { randomUUID } from 'node:crypto';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { findMailsNamed } from '#src/server/outbox/outbox.repository.ts';
import { tryStep } from '#src/server/try-step.ts';
import { enqueueVoucher, mailsOf } from './voucher-mail.ts';
import { bookMovement, findExpired, findUnsent, leftOf, lockVoucher, updateVoucher } from './voucher.repository.ts';
import { whyNotNow } from './voucher-stop.ts';

/** After midnight in Germany, so that a present wakes nobody. */
const MORNING_MS = 7 * 3600_000;

/** Mails the vouchers whose day has come, once each. */
export async function sendDueVouchers(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const { db } = ctx;
  const day = germanDay(new Date(ctx.now().getTime() - MORNING_MS).toISOString());
  for await (const id of unsentUntil(ctx, day)) {
    if (stopping?.aborted) return;
    await tryStep(ctx, { subject: id, failed: 'gift voucher not sent' }, async () => {
      const isWritten = await db.write((tx) => sendVoucher(ctx, tx, { id, day }));
      if (!isWritten) ctx.log.error({ voucher: id }, 'A gift voucher was not sent: its code cannot be read any more');
    });
  }
}

/** false when the code of a voucher that is to be sent cannot be read. */
async function sendVoucher(ctx: Context, tx: Writer, { id, day }: { id: string; day: string }): Promise<boolean> {
  const voucher = await lockVoucher(ctx.db, tx, id);
  // Another server was faster, or somebody has locked it, paid it out or typed another address meanwhile.
  if (!voucher || voucher.sent_at !== null || (await whyNotNow(tx, voucher, day))) return true;
  if ((await leftOf(tx, id)) <= 0) return true;
  // One that was sent before is sent again: to another recipient, or with another code.
  const isAgain = (await findMailsNamed(tx, mailsOf(id))).length > 0;
  const mailId = isAgain ? `${mailsOf(id)}-${randomUUID()}` : mailsOf(id);
  if (!(await enqueueVoucher(ctx, tx, voucher, mailId))) return false;
  await updateVoucher(tx, id, { sent_at: ctx.now().toISOString() });
  return true;
}

async function* unsentUntil({ db }: Context, day: string): AsyncGenerator<string> {
  for (let some = await findUnsent(db.read, day); some.length > 0; some = await findUnsent(db.read, day, some.at(-1)))
    for (const { id } of some) yield id;
}

/** Books what is left of vouchers after their last day. What a checkout holds may still be paid. */
export async function expireVouchers(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const { db, now } = ctx;
  const day = germanDay(now().toISOString());
  for (const { id } of await findExpired(db.read, day)) {
    if (stopping?.aborted) return;
    await tryStep(ctx, { subject: id, failed: 'gift voucher not expired' }, () =>
      db.write(async (tx) => {
        const voucher = await lockVoucher(db, tx, id);
        const left = await leftOf(tx, id);
        if (!voucher || day <= voucher.expires_on || left <= 0) return;
        const at = now().toISOString();
        await bookMovement(tx, id, {
          ...{ at, kind: 'expired', amount_cents: -left, request_id: `expired-${randomUUID()}` },
        });
      }),
    );
  }
}
