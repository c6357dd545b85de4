import { splitByRate, vatIn } from '#src/features/cart/totals.ts';
import { creditShares, sharesLeft, type InvoiceShare } from '#src/features/invoices/invoice.ts';
import { findInvoicedShares } from '#src/features/invoices/server/invoice.service.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { PaymentRow } from '#src/server/db/tables/orders.ts';
import { splitByLargestRemainder, sum, type Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { isStillHere } from '#src/features/orders/order.ts';
import { isParcelHere, isReplacement } from '#src/features/orders/parcel.ts';
import { leftOfSold } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { isSold } from '#src/features/orders/server/checkout.repository.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { loadPacking } from '#src/features/orders/server/packing.loader.ts';
import { mergeLines } from '#src/features/orders/server/parcel-lines.ts';
import { findCasesOf } from '#src/features/orders/server/payment-case.repository.ts';
import { findPayment, findRefundsOf } from '#src/features/orders/server/payment.repository.ts';
import {
  linesOf,
  restockedOf,
  sharesOf,
  SHIPPING,
  type RefundedLine,
  type RestockedLine,
  sumOf,
  sumOfMoney,
} from '#src/features/orders/server/refund-details.ts';

/** The requested refund. Without lines or an amount, everything not yet refunded. */
export interface RefundWish {
  /** Without `units`: all remaining units of the line. The code `shipping` is the shipping. */
  lines?: { code: string; units?: number | undefined }[] | undefined;
  /** With lines: the amount to refund for them, at most their price. */
  amount?: Cents | undefined;
  /**
   * Excludes the deposit, because the buyer keeps the packs (§ 46(2) VerpackDG). Units in a parcel that has not left
   * after another one did keep theirs: the buyer never got their packs.
   */
  keepsPacks?: boolean | undefined;
  /** Excludes what the faster delivery cost more: a withdrawal does not take it back (§ 357(2) BGB). */
  keepsSurcharge?: boolean | undefined;
  /** true: all units of the given lines, or of the order in a full refund. */
  restock?: boolean | RestockedLine[] | undefined;
}

export interface RefundPlan {
  amount: Cents;
  /** How much of it returns to the gift voucher, because PayPal or the bank has no more of the order's money. */
  toVoucher: Cents;
  /** What can still be refunded after this refund. */
  remaining: Cents;
  lines: RefundedLine[];
  /** VAT per rate of `amount`. */
  shares: InvoiceShare[];
  restock: RestockedLine[];
  /** The excluded deposit and surcharge. */
  kept: Cents;
}

export type PlanRefusal =
  | { kind: 'nothing_to_refund'; left: Cents; waiting: Cents }
  | { kind: 'part_restocks_nothing'; left: Cents }
  | { kind: 'unknown_line'; code: string; codes: string[] }
  | { kind: 'too_many_units'; code: string; units: number; most: number }
  | { kind: 'line_refunded'; code: string; left: Cents }
  | { kind: 'above_lines'; most: Cents };

/** Previews a refund, with the VAT per rate and the remaining amounts. Changes nothing. */
export async function previewRefund(
  db: Reader,
  order: StoredOrder,
  wish: RefundWish,
): Promise<Result<RefundPlan, PlanRefusal>> {
  return planRefund(db, order, order.captureId ? await findPayment(db, order.captureId) : undefined, wish);
}

/** The plan of a refund for a payment, which the caller has locked when money moves. */
export async function planRefund(
  db: Reader,
  order: StoredOrder,
  payment: PaymentRow | undefined,
  wish: RefundWish,
): Promise<Result<RefundPlan, PlanRefusal>> {
  if (payment?.status !== 'COMPLETED' && payment?.status !== 'PARTIALLY_REFUNDED')
    return fail({ kind: 'nothing_to_refund', left: 0, waiting: 0 });
  const rows = await findRefundsOf(db, payment.capture_id);
  const counted = rows.filter(({ status }) => status !== 'failed');
  // While a chargeback is undecided, PayPal has no money left to refund.
  const taken = (await findCasesOf(db, order.checkoutId)).filter(({ state }) => state === 'undecided');
  const takenCents = sum(taken.map(({ amount_cents }) => amount_cents));
  // Money goes back the way it came as long as there is some, then to the voucher.
  const money = Math.max(0, payment.amount_cents - sumOfMoney(rows) - takenCents);
  const paid = money + payment.voucher_cents - (sumOf(rows) - sumOfMoney(rows));
  // Whatever the gift voucher has paid for stays bought, so only its balance is refunded.
  const left = Math.min(paid, (await leftOfSold(db, order)) ?? paid);
  const before = counted.flatMap(linesOf);
  const unsent = wish.keepsPacks ? await findUnsent(db, order) : new Map<string, number>();
  const priced = priceLines(order, before, wish, unsent);
  if (!priced.ok) return priced;
  const lines = priced.value;
  const keptOf = keptByRate(order, before, wish, unsent);
  const kept = Math.min(left, sum([...keptOf.values()]));
  const most = left - kept;
  const amount = wish.lines ? sum(lines.map((line) => line.amount)) : (wish.amount ?? most);
  if (amount <= 0 || amount > most) {
    const waiting = sumOf(rows.filter(({ status }) => status === 'requested'));
    return fail({ kind: 'nothing_to_refund', left: most, waiting });
  }
  // A refund by amount does not say which units come back, so restocking could sell units that the buyer keeps.
  if (wish.restock === true && !wish.lines && amount < most) return fail({ kind: 'part_restocks_nothing', left: most });
  const restock = await planRestock(db, order, rows.flatMap(restockedOf), wish);
  if (!restock.ok) return restock;
  const open = sharesLeft((await findInvoicedShares(db, order.id)) ?? orderShares(order), counted.flatMap(sharesOf));
  const allButKept = () => new Map(open.map(({ rate, gross }) => [rate, gross - (keptOf.get(rate) ?? 0)]));
  const wanted = !wish.lines && kept > 0 && amount === most ? allButKept() : wantedByRate(order, lines);
  const shares = creditShares(open, amount, wanted);
  const toVoucher = Math.max(0, amount - money);
  return ok({ amount, toVoucher, remaining: left - amount, lines, shares, restock: restock.value, kept });
}

/** The VAT of an order that is older than invoices. */
const orderShares = ({ lines, shipping }: StoredOrder): InvoiceShare[] =>
  splitByRate(lines, shipping).map(({ rate, gross }) => ({ rate, gross, tax: vatIn(gross, rate) }));

const codesOf = ({ lines, shipping }: StoredOrder): string[] => [
  ...lines.map(({ code }) => code),
  ...(shipping > 0 ? [SHIPPING] : []),
];

/** Refundable units by code, counting only fully paid units; the shipping is one unit. */
export async function findUnitsLeft(db: Reader, order: StoredOrder): Promise<Map<string, number>> {
  const rows = order.captureId ? await findRefundsOf(db, order.captureId) : [];
  const given = rows.filter(({ status }) => status !== 'failed').flatMap(linesOf);
  return new Map(
    sellable(order).map((line) => {
      const left =
        line.each * line.quantity - sum(given.filter(({ code }) => code === line.code).map(({ amount }) => amount));
      return [line.code, Math.floor(left / line.each)];
    }),
  );
}

/** Sold units by code that no refund has put back into stock. */
export async function findUnitsOut(db: Reader, order: StoredOrder): Promise<Map<string, number>> {
  const rows = order.captureId ? await findRefundsOf(db, order.captureId) : [];
  const back = rows.flatMap(restockedOf);
  return new Map(order.lines.map(({ code, quantity }) => [code, quantity - unitsOf(back, code)]));
}

const unitsOf = (lines: readonly RestockedLine[], of: string): number =>
  sum(lines.filter(({ code }) => code === of).map(({ units }) => units));

/**
 * The lines of an order with the shipping as a line of its own. `each`: the price of a unit. `extra`: its part that a
 * refund may exclude, the deposit or the surcharge.
 */
const sellable = (order: StoredOrder) => [
  ...order.lines.map(({ code, name, quantity, price, deposit }) => ({
    code,
    name,
    quantity,
    each: price + deposit,
    extra: deposit,
  })),
  ...(order.shipping > 0
    ? [{ code: SHIPPING, name: '', quantity: 1, each: order.shipping, extra: order.fastSurcharge }]
    : []),
];

/** The deposit or surcharge in an earlier refund of a line. A refund of less than the rest contained none. */
const extraIn = ({ units, amount }: RefundedLine, rest: Cents): Cents => Math.max(0, amount - rest * units);

type Units = ReadonlyMap<string, number>;

/** The units by code that have not left although a parcel of their order has. */
async function findUnsent(db: Reader, order: StoredOrder): Promise<Units> {
  if (isStillHere(order)) return new Map();
  const { parcels } = await loadPacking(db, order);
  const here = parcels.filter(({ parcel }) => isParcelHere(parcel) && !isReplacement(parcel));
  return new Map(mergeLines(order, here).map(({ code, quantity }) => [code, quantity]));
}

/**
 * What a refund excludes, by VAT rate: the deposit of sent units and the surcharge, as far as no refund of lines has
 * included them yet.
 */
function keptByRate(
  order: StoredOrder,
  before: RefundedLine[],
  { keepsPacks, keepsSurcharge }: RefundWish,
  unsent: Units,
): Map<number, Cents> {
  const byRate = new Map<number, Cents>();
  const add = (rate: number, cents: Cents) => byRate.set(rate, (byRate.get(rate) ?? 0) + Math.max(0, cents));
  const givenOf = (code: string, rest: Cents) =>
    sum(before.filter((line) => line.code === code).map((line) => extraIn(line, rest)));
  if (keepsPacks)
    for (const { code, vatRate, price, deposit, quantity } of order.lines)
      add(vatRate, deposit * (quantity - (unsent.get(code) ?? 0)) - givenOf(code, price));
  if (keepsSurcharge) {
    const left = order.fastSurcharge - givenOf(SHIPPING, order.shipping - order.fastSurcharge);
    for (const [rate, part] of splitByLargestRemainder(Math.max(0, left), shippingByRate(order))) add(rate, part);
  }
  return byRate;
}

function priceLines(
  order: StoredOrder,
  before: RefundedLine[],
  { lines = [], amount, keepsPacks, keepsSurcharge }: RefundWish,
  unsent: Units,
): Result<RefundedLine[], PlanRefusal> {
  const priced: RefundedLine[] = [];
  for (const { code, units } of lines) {
    const line = sellable(order).find((known) => known.code.toLowerCase() === code.toLowerCase());
    if (!line) return fail({ kind: 'unknown_line', code, codes: codesOf(order) });
    const most = line.quantity;
    const rest = line.each - line.extra;
    const isKept = line.code === SHIPPING ? keepsSurcharge : keepsPacks;
    const each = isKept ? rest : line.each;
    const given = [...before, ...priced].filter((known) => known.code === line.code);
    const left = each * line.quantity - sum(given.map((known) => known.amount - (isKept ? extraIn(known, rest) : 0)));
    const wanted = units ?? Math.ceil(left / each);
    if (wanted > most) return fail({ kind: 'too_many_units', code: line.code, units: wanted, most });
    const price = units === undefined ? left : each * units;
    if (price <= 0 || price > left) return fail({ kind: 'line_refunded', code: line.code, left });
    const here = line.extra > 0 ? Math.min(wanted, unsent.get(line.code) ?? 0, Math.floor(price / rest)) : 0;
    const parts = [
      { units: here, amount: line.each * here },
      { units: wanted - here, amount: price - rest * here },
    ];
    for (const part of parts) if (part.amount > 0) priced.push({ code: line.code, name: line.name, ...part });
  }
  const most = sum(priced.map((line) => line.amount));
  if (lines.length === 0 || amount === undefined || amount === most) return ok(priced);
  if (amount > most) return fail({ kind: 'above_lines', most });
  const parts = splitByLargestRemainder(amount, new Map(priced.map((line, index) => [index, line.amount])));
  return ok(
    priced.map((line, index) => ({ ...line, amount: parts.get(index) ?? 0 })).filter((line) => line.amount > 0),
  );
}

const shippingByRate = ({ lines, shipping }: StoredOrder): Map<number, Cents> =>
  new Map(splitByRate(lines, shipping).map((share) => [share.rate, share.shipping]));

/** Gross per VAT rate of refunded lines. The shipping has the rates of the goods, as in the order. */
function wantedByRate(order: StoredOrder, lines: RefundedLine[]): Map<number, Cents> {
  const byRate = new Map<number, Cents>();
  const add = (rate: number, cents: Cents) => byRate.set(rate, (byRate.get(rate) ?? 0) + cents);
  const shipping = shippingByRate(order);
  for (const { code, amount } of lines) {
    const line = order.lines.find((known) => known.code === code);
    if (line) add(line.vatRate, amount);
    else for (const [rate, part] of splitByLargestRemainder(amount, shipping)) add(rate, part);
  }
  return byRate;
}

async function planRestock(
  db: Reader,
  order: StoredOrder,
  before: RestockedLine[],
  { lines, restock = false }: RefundWish,
): Promise<Result<RestockedLine[], PlanRefusal>> {
  // A gift voucher has no units.
  const sold = !order.giftVoucher && (await isSold(db, order.checkoutId));
  const mostOf = (code: string, quantity: number) => (sold ? quantity - unitsOf(before, code) : 0);
  const plan = new Map<string, number>();
  const all: NonNullable<RefundWish['lines']> = lines ?? order.lines.map(({ code }) => ({ code }));
  const wished = restock === true ? all : restock || [];
  for (const { code, units } of wished) {
    if (restock === true && code.toLowerCase() === SHIPPING) continue;
    const line = order.lines.find((known) => known.code.toLowerCase() === code.toLowerCase());
    if (!line) return fail({ kind: 'unknown_line', code, codes: order.lines.map((known) => known.code) });
    const most = mostOf(line.code, line.quantity) - (plan.get(line.code) ?? 0);
    const wanted = restock === true ? Math.min(units ?? most, most) : (units ?? most);
    if (wanted > most) return fail({ kind: 'too_many_units', code: line.code, units: wanted, most });
    if (wanted > 0) plan.set(line.code, (plan.get(line.code) ?? 0) + wanted);
  }
  return ok([...plan].map(([code, units]) => ({ code, units })));
}
