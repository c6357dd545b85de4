import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import { firstUnits, type DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { confirmPassword } from '#src/desk/server/sign-in.service.ts';
import type { Reader } from '#src/server/db/database.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Translate } from '#src/i18n/translate.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseEuro, parseUnits } from '#src/shared/typed-number.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { SHIPPING } from '#src/features/orders/server/refund-details.ts';
import { adviceFor } from '../refund-advice.ts';
import { setsLeft, unitsOfSets } from '../set-units.ts';
import {
  findUnitsLeft,
  previewRefund,
  type PlanRefusal,
  type RefundPlan,
  type RefundWish,
} from '../server/refund-plan.ts';
import { isFinal, refundOrder, type RefundRefusal } from '../server/refund.service.ts';

/** From this amount on, a refund asks for the password again. */
const PASSWORD_FROM: Cents = 10_000;

export type RefundStep =
  | { step: 'choose'; error?: DeskError }
  | {
      step: 'confirm';
      plan: RefundPlan;
      needsPassword: boolean;
      /** The chosen lines cost more than is left to refund. */
      isLess: boolean;
      error?: DeskError;
    }
  | { step: 'done'; done: 'refunded' | 'refundPending' | 'refundWaits' | 'refundOwed' };

const DONE = { made: 'refunded', pending: 'refundPending', owed: 'refundOwed' } as const;

/** The checkbox for all that is left of a set. */
export const wholeSet = (id: number): string => `set-${id}`;

/** What `UnitsField` calls the number of whole sets. No product has such a code. */
export const setCode = (id: number): string => `set-${id}`;

type Units = ReadonlyMap<string, number>;

/** The requested refund in the form: units of lines, an amount, or everything. `left`: units by code. */
function readWish(t: Translate, order: StoredOrder, form: DeskForm, left: Units): Result<RefundWish, DeskError> {
  const keeps = { keepsPacks: form.text('packs') === 'kept', keepsSurcharge: form.text('surcharge') === 'kept' };
  switch (form.text('what')) {
    case 'all':
      return ok({ restock: form.text('restock') === 'yes', ...keeps });
    case 'amount': {
      const amount = parseEuro(form.text('amount'));
      // A refund by amount does not say which units came back.
      if (amount.ok) return ok({ amount: amount.value, ...keeps });
      return fail({ ...numberError(amount.error, t('desk:refund.amount'), { kind: 'no_amount' }), marked: ['amount'] });
    }
    case 'lines':
      return readLines(t, order, form, { keeps, left });
    default:
      return fail({ kind: 'no_units', marked: firstUnits(form) });
  }
}

function readLines(
  t: Translate,
  order: StoredOrder,
  form: DeskForm,
  { keeps, left }: { keeps: Pick<RefundWish, 'keepsPacks' | 'keepsSurcharge'>; left: Units },
): Result<RefundWish, DeskError> {
  const lines: { code: string; units?: number }[] = [];
  const ofSets = readSets(order, form, left);
  if (!ofSets.ok) return ofSets;
  const shipping = { code: SHIPPING, name: t('desk:orders.shipping'), set: undefined };
  for (const { code, name, set } of [...order.lines, shipping]) {
    if (!form.has(`units-${code}`)) continue;
    if (set && form.has(wholeSet(set.id))) {
      if ((left.get(code) ?? 0) > 0) lines.push({ code });
      continue;
    }
    // A browser sends an empty value for a number that it cannot parse.
    const units = parseUnits(form.text(`units-${code}`));
    if (!units.ok) return fail({ ...numberError(units.error, name, { kind: 'no_units' }), marked: [`units-${code}`] });
    const wanted = units.value + (ofSets.value.get(code) ?? 0);
    if (wanted > 0) lines.push({ code, units: wanted });
  }
  return lines.length > 0
    ? ok({ lines, restock: form.text('restock') === 'yes', ...keeps })
    : fail({ kind: 'no_units', marked: firstUnits(form) });
}

/** The units by code of the sets that are given back whole. */
function readSets(order: StoredOrder, form: DeskForm, left: Units): Result<Units, DeskError> {
  const sets = new Map(order.lines.flatMap(({ set }) => (set ? [[set.id, set.name] as const] : [])));
  const units = new Map<string, number>();
  for (const [id, name] of sets) {
    const field = `units-${setCode(id)}`;
    if (!form.has(field) || form.has(wholeSet(id))) continue;
    const most = setsLeft(order.lines, id, left);
    const count = parseUnits(form.text(field));
    if (!count.ok) return fail({ ...numberError(count.error, name, { kind: 'no_units' }), marked: [field] });
    if (count.value > most) return fail({ kind: 'too_many_units', values: { code: name, most }, marked: [field] });
    for (const [code, share] of unitsOfSets(order.lines, id, count.value, left)) units.set(code, share);
  }
  return ok(units);
}

/** A refund by amount names no lines, so chosen lines may cost more than is left. Then the refund is what is left. */
async function planChosen(
  db: Reader,
  order: StoredOrder,
  wish: RefundWish,
): Promise<Result<{ plan: RefundPlan; wish: RefundWish; isLess: boolean }, PlanRefusal>> {
  const planned = await previewRefund(db, order, wish);
  if (planned.ok) return ok({ plan: planned.value, wish, isLess: false });
  const { error } = planned;
  if (!wish.lines || error.kind !== 'nothing_to_refund' || error.left <= 0) return planned;
  const less = { ...wish, amount: error.left };
  const again = await previewRefund(db, order, less);
  return again.ok ? ok({ plan: again.value, wish: less, isLess: true }) : again;
}

/** Shows the form, then a preview of the credit note, then makes the refund, which requires a posted form. */
export async function answerRefund(
  open: OpenDesk,
  order: StoredOrder,
  form: DeskForm | undefined,
  isPosted: boolean,
): Promise<RefundStep> {
  if (!form || form.has('change')) return { step: 'choose' };
  const { ctx, signedIn, t } = open;
  const wish = readWish(t, order, form, await findUnitsLeft(ctx.db.read, order));
  if (!wish.ok) return { step: 'choose', error: wish.error };
  const planned = await planChosen(ctx.db.read, order, wish.value);
  if (!planned.ok) return { step: 'choose', error: refundError(planned.error, t) };
  const { plan, isLess } = planned.value;
  const needsPassword = plan.amount >= PASSWORD_FROM || signedIn.session.confirmed_at === null;
  const confirm = { step: 'confirm', plan, needsPassword, isLess } as const;
  if (!isPosted || !form.has('confirmed')) return confirm;
  const refused = needsPassword ? await confirmPassword(ctx, signedIn.staff, form.raw('current')) : undefined;
  if (refused) return { ...confirm, error: refused };
  const confirmed = Number(form.text('confirmed'));
  const again = form.text('again') === 'yes';
  const refunded = await refundOrder(ctx, order, {
    ...planned.value.wish,
    confirmed,
    again,
    who: signedIn.staff.email,
  });
  if (refunded.ok) return { step: 'done', done: DONE[refunded.value.state] };
  const error = refundError(refunded.error, t);
  // Stored before PayPal answered: the shop keeps asking PayPal, so the form must not be sent again.
  if (error.kind === 'refund_unconfirmed') return { step: 'done', done: 'refundWaits' };
  // PayPal's answer made the amount refundable again, so the person chooses again.
  return error.kind === 'refund_refused' ? { step: 'choose', error } : { ...confirm, error };
}

/** Why a refund was not made, in the desk's words. */
function refundError(error: RefundRefusal, t: Translate): DeskError {
  switch (error.kind) {
    case 'nothing_to_refund':
      return { kind: 'nothing_to_refund', values: { left: formatPrice(error.left) }, marked: ['amount'] };
    case 'part_restocks_nothing':
      return { kind: 'part_restocks_nothing' };
    case 'unknown_line':
      return { kind: 'unknown_line', values: { code: error.code } };
    case 'too_many_units':
      return {
        kind: 'too_many_units',
        values: { code: error.code, most: error.most },
        marked: [`units-${error.code}`],
      };
    case 'line_refunded':
      return {
        kind: 'line_refunded',
        values: { code: error.code, left: formatPrice(error.left) },
        marked: [`units-${error.code}`],
      };
    case 'above_lines':
      return { kind: 'nothing_to_refund', values: { left: formatPrice(error.most) }, marked: ['amount'] };
    case 'changed':
      return { kind: 'refund_changed', values: { amount: formatPrice(error.amount) } };
    case 'repeated':
      return { kind: 'refund_repeated', values: { amount: formatPrice(error.amount) }, marked: ['again'] };
    default:
      return isFinal(error)
        ? {
            kind: 'refund_refused',
            values: { issue: error.issue, advice: t(`desk:refundAdvice.${adviceFor(error.issue)}`) },
          }
        : { kind: 'refund_unconfirmed', values: { issue: error.issue } };
  }
}
