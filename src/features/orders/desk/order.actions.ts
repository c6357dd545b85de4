import { randomUUID } from 'node:crypto';
import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { readGs1 } from '#src/features/catalogue/lots/gs1.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { answerCase, type AnswerRefusal } from '#src/features/refunds/server/case-answer.service.ts';
import { decideCase } from '#src/features/refunds/server/payment-case.service.ts';
import { cancelLabel, makeLabels } from '#src/features/shipping/server/label.service.ts';
import { printedLabel } from '#src/features/shipping/server/printed-label.ts';
import { recordBack, settleTrouble } from '#src/features/shipping/server/track.service.ts';
import type { Context } from '#src/server/context.ts';
import { MOST_LOT_SIGNS, type Lot, type ParcelLabel } from '../shipment.ts';
import { isCollected } from '../collection.ts';
import { keepLonger } from '../server/collection/collection.service.ts';
import { deliverOrder, handOverOrder, packOrder } from '../server/delivery.service.ts';
import type { StoredOrder } from '../server/order.repository.ts';
import { resendOrder } from '../server/resend.service.ts';
import { findShippedMails } from '../server/mails/shipment-mail.ts';
import { undoDelivery } from '../server/undo.service.ts';
import { RESEND_REASONS } from '../parcel.ts';
import { insertNote } from '../server/order-notes.repository.ts';
import { labelError } from './label-error.ts';
import { loadPackedProducts } from './pack.loader.ts';
import { deliveryError, readLabel, readParcelNumber, readUnits, resendError } from './parcel-form.ts';

export type OrderDone =
  | 'caseAccepted'
  | 'caseDropped'
  | 'evidenceSent'
  | 'claimAccepted'
  | 'caseWaits'
  | 'packed'
  | 'handedOver'
  | 'handedOverAgain'
  | 'labelMade'
  | 'labelCancelled'
  | 'troubleSettled'
  | 'parcelBack'
  | 'delivered'
  | 'collected'
  | 'keptLonger'
  | 'undone'
  | 'undoneAfterMail'
  | 'resent'
  | 'resendUndone'
  | 'noted';

const MOST_NOTE = 2000;
const DECISIONS = { acceptCase: 'accept', lostCase: 'lost', dropCase: 'drop' } as const;

const done = (
  kind: OrderDone,
  moved: Awaited<ReturnType<typeof deliverOrder>>,
  form: DeskForm,
): Result<OrderDone, DeskError> => (moved.ok ? ok(kind) : fail(deliveryError(moved.error, form)));

/** The acts on an order's page. */
export async function actOnOrder(
  open: OpenDesk,
  order: StoredOrder,
  form: DeskForm,
): Promise<Result<OrderDone, DeskError>> {
  const { ctx, signedIn, may, t, locale } = open;
  switch (form.text('act')) {
    case 'pack':
      return pack(open, order, form);
    case 'label': {
      const [made] = await makeLabels(ctx, [{ order, parcel: readParcelNumber(form) }], locale);
      return made!.ok ? ok('labelMade') : fail(labelError(made!.error, t));
    }
    case 'cancelLabel': {
      const cancelled = await cancelLabel(ctx, { order, parcel: readParcelNumber(form) });
      return cancelled.ok ? ok('labelCancelled') : fail(labelError(cancelled.error, t));
    }
    case 'handOver': {
      const before = await findShippedMails(ctx.db.read, [order]);
      const moved = await handOverOrder(ctx, order, await labelOf(ctx, order, form), {
        parcel: readParcelNumber(form),
        despite: form.all('despite'),
        isSure: form.has('sure'),
      });
      // After a step back, the same number sends no second mail.
      const isNews = (await findShippedMails(ctx.db.read, [order])).length > before.length;
      return done(isNews ? 'handedOver' : 'handedOverAgain', moved, form);
    }
    case 'deliver':
      return done(
        isCollected(order) ? 'collected' : 'delivered',
        await deliverOrder(ctx, order, { parcel: readParcelNumber(form), despite: form.all('despite') }),
        form,
      );
    case 'keepLonger': {
      const kept = await keepLonger(ctx, order);
      return kept.ok ? ok('keptLonger') : kept;
    }
    case 'undo': {
      const undone = await undoDelivery(ctx, order, readParcelNumber(form));
      if (!undone.ok) return fail(deliveryError(undone.error));
      const { status, wasMailed } = undone.value;
      return ok(!status ? 'resendUndone' : wasMailed ? 'undoneAfterMail' : 'undone');
    }
    case 'resend': {
      const reason = RESEND_REASONS.find((known) => known === form.text('reason'));
      if (!reason) return fail({ kind: 'resend_reason', marked: ['reason'] });
      const resent = await resendOrder(ctx, order, { reason, text: form.line('text'), units: readUnits(order, form) });
      return resent.ok ? ok('resent') : fail(resendError(resent.error, form));
    }
    case 'sendEvidence':
    case 'acceptClaim':
      return answerDispute(open, order, form);
    case 'acceptCase':
    case 'lostCase':
    case 'dropCase': {
      if (!may('refunds')) return fail({ kind: 'forbidden' });
      const decision = DECISIONS[form.text('act') as keyof typeof DECISIONS];
      const decided = await decideCase(ctx, order, form.text('case'), decision);
      return decided.ok ? ok(decision === 'drop' ? 'caseDropped' : 'caseAccepted') : decided;
    }
    case 'parcelBack': {
      const note = { text: form.text('note').slice(0, MOST_NOTE), who: signedIn.staff.name };
      const isNoted = await recordBack(ctx, order, readParcelNumber(form), note);
      return isNoted ? ok('parcelBack') : fail({ kind: 'no_trouble' });
    }
    case 'settleTrouble': {
      const text = form.text('note').slice(0, MOST_NOTE);
      if (!text) return fail({ kind: 'empty_note', marked: ['note'] });
      const note = { text, who: signedIn.staff.name };
      const isSettled = await settleTrouble(ctx, order, readParcelNumber(form), note);
      return isSettled ? ok('troubleSettled') : fail({ kind: 'no_trouble' });
    }
    case 'note':
      return addNote(open, order, form);
    default:
      return fail({ kind: 'invalid_input' });
  }
}

async function pack(
  { ctx, locale }: OpenDesk,
  order: StoredOrder,
  form: DeskForm,
): Promise<Result<OrderDone, DeskError>> {
  const lots = lotsOf(order, form, germanDay(ctx.now().toISOString()));
  const eans = new Set([...(await loadPackedProducts(ctx, locale, order.lines)).values()].map(({ ean }) => ean));
  const scanned = lots.find(({ lot }) => eans.has(lot));
  if (scanned) return fail({ kind: 'lot_is_ean', values: { ean: scanned.lot }, marked: [`lot-${scanned.code}`] });
  const chosen = { parcel: readParcelNumber(form), despite: form.all('despite') };
  return done('packed', await packOrder(ctx, order, { lots, units: readUnits(order, form), ...chosen }), form);
}

async function answerDispute(
  { ctx, signedIn, may }: OpenDesk,
  order: StoredOrder,
  form: DeskForm,
): Promise<Result<OrderDone, DeskError>> {
  if (!may('refunds')) return fail({ kind: 'forbidden' });
  const kind = form.text('act') === 'acceptClaim' ? 'accept' : 'evidence';
  const answer = { caseId: form.text('case'), kind, note: form.text('note'), who: signedIn.staff.email } as const;
  const answered = await answerCase(ctx, order, answer);
  if (!answered.ok) return fail(answerError(answered.error));
  if (answered.value === 'waits') return ok('caseWaits');
  return ok(kind === 'accept' ? 'claimAccepted' : 'evidenceSent');
}

async function addNote(
  { ctx, signedIn }: OpenDesk,
  order: StoredOrder,
  form: DeskForm,
): Promise<Result<OrderDone, DeskError>> {
  const text = form.text('note').slice(0, MOST_NOTE);
  if (!text) return fail({ kind: 'empty_note', marked: ['note'] });
  const at = ctx.now().toISOString();
  await ctx.db.write(async (tx) => {
    await insertNote(tx, { id: randomUUID(), order_id: order.id, who: signedIn.staff.name, text, created_at: at });
    await recordAct(ctx, tx, { act: 'order.note', subject: 'order', id: order.orderNumber });
  });
  return ok('noted');
}

/** A label that the carrier made, or else the typed number. */
const labelOf = async (ctx: Context, order: StoredOrder, form: DeskForm): Promise<ParcelLabel> =>
  (await printedLabel(ctx, order, readParcelNumber(form))) ?? readLabel(form, 'tracking');

function answerError(error: AnswerRefusal): DeskError {
  if (error.kind === 'case_refused') return { kind: error.kind, values: { issue: error.issue } };
  return error.kind === 'case_no_note' ? { ...error, marked: ['note'] } : error;
}

/** The lots typed beside the lines, or scanned there. '' for an empty field. */
const lotsOf = (order: StoredOrder, form: DeskForm, today: string): Lot[] =>
  order.lines.flatMap(({ code }) => {
    if (!form.has(`lot-${code}`)) return [];
    const text = form.text(`lot-${code}`);
    const scanned = readGs1(text, today);
    return [{ code, lot: scanned ? scanned.lot || scanned.bestBefore : text.slice(0, MOST_LOT_SIGNS) }];
  });
