/** What the owner does with gift vouchers by hand; desk and command line call the same functions. */
import { randomUUID } from 'node:crypto';
import { formatPrice } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { VoucherRow } from '#src/server/db/tables/vouchers.ts';
import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { optionalTextBlock } from '#src/shared/text-block.schema.ts';
import { optionalTextLine } from '#src/shared/text-line.schema.ts';
import { LEAST_VALUE, LONGEST_MESSAGE, LONGEST_NAME, LONGEST_NOTE, MOST_VALUE, SEND_WITHIN_DAYS } from '../voucher.ts';
import { issueVoucher } from './issue-voucher.ts';
import { newVoucherCode } from './voucher-code.ts';
import { enqueueVoucher, mailsOf } from './voucher-mail.ts';
import { bookMovement, leftOf, lockVoucher, updateVoucher } from './voucher.repository.ts';
import { findStop, whyNotPaidOut, whyNotSent, type NotPaidOutBecause, type NotSentBecause } from './voucher-stop.ts';

export type VoucherRefusal =
  | { kind: 'voucher_value'; values: { least: string; most: string }; marked: ['value'] }
  | { kind: 'voucher_text'; values: { most: number }; marked: [string] }
  | { kind: 'voucher_email'; marked: ['email'] }
  | { kind: 'voucher_day'; values: { days: number }; marked: ['sendOn'] }
  | { kind: 'voucher_reason'; values: { most: number }; marked: ['reason'] }
  | { kind: 'voucher_left'; values: { left: string }; marked: ['value'] }
  | { kind: 'voucher_note'; values: { most: number }; marked: ['note'] }
  | {
      kind: 'no_such_voucher' | 'voucher_locked_already' | 'voucher_code_lost' | NotSentBecause | NotPaidOutBecause;
    };

export interface HandIssued {
  value: Cents;
  origin: 'counter' | 'goodwill';
  locale: Locale;
  note: string;
  sender: string;
  recipient: string;
  email: string;
  message: string;
  /** A day such as 2026-12-24; '' for at once. */
  sendOn: string;
}

const TEXTS = {
  note: optionalTextLine(LONGEST_NOTE),
  sender: optionalTextLine(LONGEST_NAME),
  recipient: optionalTextLine(LONGEST_NAME),
  message: optionalTextBlock(LONGEST_MESSAGE),
};
const LONGEST = { note: LONGEST_NOTE, sender: LONGEST_NAME, recipient: LONGEST_NAME, message: LONGEST_MESSAGE };

const valueRefusal: VoucherRefusal = {
  kind: 'voucher_value',
  values: { least: formatPrice(LEAST_VALUE), most: formatPrice(MOST_VALUE) },
  marked: ['value'],
};

/** Issues a voucher; returns its id. */
export async function issueByHand(ctx: Context, form: HandIssued): Promise<Result<string, VoucherRefusal>> {
  const { value, origin, locale } = form;
  if (!Number.isSafeInteger(value) || value < LEAST_VALUE || value > MOST_VALUE) return fail(valueRefusal);
  const texts = { note: '', sender: '', recipient: '', message: '' };
  for (const name of ['note', 'sender', 'recipient', 'message'] as const) {
    const read = TEXTS[name].safeParse(form[name]);
    if (!read.success) return fail({ kind: 'voucher_text', values: { most: LONGEST[name] }, marked: [name] });
    texts[name] = read.data;
  }
  // The note explains later why the voucher was given away.
  if (origin === 'goodwill' && !texts.note)
    return fail({ kind: 'voucher_note', values: { most: LONGEST_NOTE }, marked: ['note'] });
  const email = readEmail(form.email);
  if (!email.ok) return email;
  const sendOn = form.sendOn || null;
  const today = germanDay(ctx.now().toISOString());
  const isDay = sendOn === null || (berlinMidnight(sendOn) !== undefined && sendOn >= today);
  if (!isDay || (sendOn !== null && (sendOn > addDays(today, SEND_WITHIN_DAYS) || email.value === null)))
    return fail({ kind: 'voucher_day', values: { days: SEND_WITHIN_DAYS }, marked: ['sendOn'] });
  return ctx.db.write(async (tx) => {
    const id = await issueVoucher(ctx, tx, {
      ...{ value, locale, origin, orderId: null, requestId: `desk-${randomUUID()}`, note: texts.note || null },
      ...{ sender_name: texts.sender || null, recipient_name: texts.recipient || null },
      ...{ recipient_email: email.value, message: texts.message || null, send_on: sendOn },
    });
    // Names and addresses are deleted earlier than entries of the audit.
    await recordAct(ctx, tx, {
      ...{ act: 'voucher.issue', subject: 'voucher', id },
      after: { amount: value, reason: texts.note },
    });
    return ok(id);
  });
}

/** null for an empty text. */
function readEmail(typed: string): Result<string | null, VoucherRefusal> {
  if (typed.trim() === '') return ok(null);
  const read = emailSchema.safeParse(typed);
  return read.success ? ok(read.data) : fail({ kind: 'voucher_email', marked: ['email'] });
}

const change = <T>(
  ctx: Context,
  id: string,
  act: (tx: Writer, voucher: VoucherRow) => Promise<Result<T, VoucherRefusal>>,
): Promise<Result<T, VoucherRefusal>> =>
  ctx.db.write(async (tx) => {
    const voucher = await lockVoucher(ctx.db, tx, id);
    return voucher ? act(tx, voucher) : fail({ kind: 'no_such_voucher' });
  });

/** From now on nobody can pay with the voucher. */
export async function lockByHand(ctx: Context, id: string, typed: string): Promise<Result<void, VoucherRefusal>> {
  const reason = optionalTextLine(LONGEST_NOTE).safeParse(typed);
  if (!reason.success || !reason.data)
    return fail({ kind: 'voucher_reason', values: { most: LONGEST_NOTE }, marked: ['reason'] });
  return change(ctx, id, async (tx, { locked_at }) => {
    if (locked_at !== null) return fail({ kind: 'voucher_locked_already' });
    await updateVoucher(tx, id, { locked_at: ctx.now().toISOString(), locked_reason: reason.data });
    await recordAct(ctx, tx, { act: 'voucher.lock', subject: 'voucher', id, after: { reason: reason.data } });
    return ok(undefined);
  });
}

export const unlockByHand = (ctx: Context, id: string): Promise<Result<void, VoucherRefusal>> =>
  change(ctx, id, async (tx, { locked_at }) => {
    if (locked_at === null) return ok(undefined);
    await updateVoucher(tx, id, { locked_at: null, locked_reason: null });
    await recordAct(ctx, tx, { act: 'voucher.unlock', subject: 'voucher', id });
    return ok(undefined);
  });

/** Books that money of the voucher was paid out outside of the shop. */
export async function payOut(
  ctx: Context,
  id: string,
  { cents, note: typed }: { cents: Cents; note: string },
): Promise<Result<void, VoucherRefusal>> {
  const note = optionalTextLine(LONGEST_NOTE).safeParse(typed);
  if (!note.success || !note.data)
    return fail({ kind: 'voucher_note', values: { most: LONGEST_NOTE }, marked: ['note'] });
  return change(ctx, id, async (tx, voucher) => {
    const why = whyNotPaidOut(await findStop(tx, voucher));
    if (why) return fail({ kind: why });
    const left = await leftOf(tx, id);
    if (cents <= 0 || cents > left)
      return fail({ kind: 'voucher_left', values: { left: formatPrice(left) }, marked: ['value'] });
    await bookMovement(tx, id, {
      ...{ at: ctx.now().toISOString(), kind: 'paid_out', amount_cents: -cents, request_id: `desk-${randomUUID()}` },
      ...{ who: ctx.actor?.who ?? null, note: note.data },
    });
    await recordAct(ctx, tx, {
      act: 'voucher.payOut',
      subject: 'voucher',
      id,
      after: { amount: cents, reason: note.data },
    });
    return ok(undefined);
  });
}

export async function refuseSending(
  { now }: Pick<Context, 'now'>,
  tx: Writer,
  voucher: VoucherRow,
): Promise<{ kind: NotSentBecause } | undefined> {
  const left = await leftOf(tx, voucher.id);
  const why = await whyNotSent(tx, voucher, { left, day: germanDay(now().toISOString()) });
  return why && { kind: why };
}

/**
 * Sends the voucher at once. Another address than the recipient's gets a copy, and the present keeps its day.
 * `instead`: that address is the recipient's from now on.
 */
export async function sendByHand(
  ctx: Context,
  id: string,
  { email: typed, instead }: { email: string; instead: boolean },
): Promise<Result<void, VoucherRefusal>> {
  const email = readEmail(typed);
  if (!email.ok) return email;
  const to = email.value;
  if (to === null) return fail({ kind: 'voucher_email', marked: ['email'] });
  return change(ctx, id, async (tx, voucher) => {
    const refused = await refuseSending(ctx, tx, voucher);
    if (refused) return fail(refused);
    const sent = { ...voucher, recipient_email: to };
    if (!(await enqueueVoucher(ctx, tx, sent, `${mailsOf(id)}-${randomUUID()}`)))
      return fail({ kind: 'voucher_code_lost' });
    const { recipient_email: known, origin } = voucher;
    // A voucher that its buyer keeps has no recipient, even if somebody gets a copy.
    const isRecipient = known === null ? origin !== 'order' : emailKey(known) === emailKey(to);
    if (instead || isRecipient) await updateVoucher(tx, id, { recipient_email: to, sent_at: ctx.now().toISOString() });
    await recordAct(ctx, tx, { act: 'voucher.send', subject: 'voucher', id });
    return ok(undefined);
  });
}

/** Gives the voucher another code; the one before is unknown from then on. */
export const renewCode = (ctx: Context, id: string): Promise<Result<void, VoucherRefusal>> =>
  change(ctx, id, async (tx) => {
    const { code_hash, code_sealed, last_four } = newVoucherCode(ctx.config, id);
    await updateVoucher(tx, id, { code_hash, code_sealed, last_four, renewed_at: ctx.now().toISOString() });
    await recordAct(ctx, tx, { act: 'voucher.renew', subject: 'voucher', id });
    return ok(undefined);
  });
