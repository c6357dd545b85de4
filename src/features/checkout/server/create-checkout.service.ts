import { fullName } from '#src/features/account/client.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { claimUse } from '#src/features/codes/server/code.repository.ts';
import { typedCodes } from '#src/features/vouchers/typed-codes.ts';
import { refusedCode } from '#src/features/codes/server/quote-code.ts';
import { hashSubject } from '#src/server/http/attempts.ts';
import { dueOfCart, priceCart, type CartQuote } from '#src/features/cart/server/cart.service.ts';
import type { SoldLine } from '#src/features/cart/server/sold-lines.ts';
import { lockStock, takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import type { CheckoutRow } from '#src/server/db/tables/orders.ts';
import type { Cents } from '#src/shared/money.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  findCheckoutByRequest,
  findCheckoutLines,
  findGuestCheckout,
  findOpenCheckouts,
  insertCheckout,
  lockCheckout,
  lockClient,
  updateCheckout,
  type Owner,
} from '#src/features/orders/server/checkout.repository.ts';
import { dueOfCheckout } from '#src/features/orders/voucher-part.ts';
import { guestName } from '#src/features/orders/order-wishes.ts';
import { recordEvidence } from '#src/features/orders/server/evidence.ts';
import { rememberGuest, type Guest } from '#src/features/orders/server/guest.ts';
import { lockGuest } from '#src/features/orders/server/guest.repository.ts';
import type { BeginInput } from '../checkout.schema.ts';
import { quoteGiftVoucher } from './bought-voucher.ts';
import { completeCollection } from './collected-order.ts';
import { retryWhileClaimed, isClaimed, newClaim, whileClaimed } from './claim.ts';
import { closeCheckout, prolongHold } from './hold.ts';
import { findExcessiveHolds, type TooMuchHeld } from './hold-limits.ts';
import { newCheckout, newCheckoutLines, type BuyerFields } from './new-checkout.ts';
import { ensurePaypalOrder } from './paypal-order.service.ts';
import { expectedDueOf, isSameRequest } from './same-request.ts';
import { holdVoucherOf } from './voucher-payment.ts';

export interface OpenCheckout {
  checkoutId: string;
  paypalOrderId: string;
  total: Cents;
}

export type CheckoutRefusal =
  | { kind: 'sold_out' | 'sale_locked' | 'age_restricted'; products: number[] }
  | { kind: 'price_changed'; cart: CartQuote }
  | { kind: 'max_units'; products: number[] }
  | TooMuchHeld
  | {
      kind:
        | 'checkout_closed'
        | 'request_reused'
        | 'address_refused'
        | 'payment_in_progress'
        | 'paypal_err'
        | 'payment_declined'
        | 'not_signed_in'
        | 'transfer_limit'
        | 'not_found';
    };

/** Another buyer took the last use of the code, or money of the voucher. */
interface UsedUp {
  kind: 'code_used_up' | 'voucher_used_up';
}
export type StoreRefusal = CheckoutRefusal | UsedUp;
const isUsedUp = (refusal: StoreRefusal): refusal is UsedUp =>
  refusal.kind === 'code_used_up' || refusal.kind === 'voucher_used_up';

/** The buyer of a new checkout: a customer, or a guest. An express checkout gets `email` later. */
export type Buyer = { clientId: string } | { guest: Guest; email: string };

export interface CheckoutRequest {
  buyer: Buyer;
  locale: Locale;
  /** Hash of the network address, stored while the hold lasts. */
  network: string;
  input: BeginInput;
}

/** Prices the lines, holds their stock, stores the checkout, and after the commit creates the PayPal order. */
export async function createCheckout(
  ctx: Context,
  request: CheckoutRequest,
): Promise<Result<OpenCheckout, CheckoutRefusal>> {
  const stored = await unlessRefused<CheckoutRow | undefined, StoreRefusal>(() =>
    retryWhileClaimed(() => ctx.db.write((tx) => storeCheckout(ctx, tx, request))),
  );
  if (!stored.ok) return fail(await withNewPrices(ctx, request, stored.error));
  const checkout = stored.value;
  if (!checkout) return fail({ kind: 'paypal_err' });
  const paypalOrderId = await whileClaimed(ctx, checkout, () => ensurePaypalOrder(ctx, checkout));
  return paypalOrderId.ok
    ? ok({ checkoutId: checkout.id, paypalOrderId: paypalOrderId.value, total: dueOfCheckout(checkout) })
    : paypalOrderId;
}

/** Shows the cart without a code whose last use is taken, and with what is left of a voucher. */
export async function withNewPrices(
  ctx: Context,
  { buyer, locale, input }: CheckoutRequest,
  refusal: StoreRefusal,
): Promise<CheckoutRefusal> {
  if (!isUsedUp(refusal)) return refusal;
  const { code, voucher } = typedCodes(input);
  const isCodeGone = refusal.kind === 'code_used_up';
  const owner =
    'guest' in buyer
      ? ({ column: 'guest_id', id: buyer.guest.id } as const)
      : ({ column: 'client_id', id: buyer.clientId } as const);
  const cart = await priceCart(ctx, ctx.db.read, locale, input.lines, {
    ...deliveryOf(input),
    code: code && !isCodeGone ? { typed: code, user: { owner } } : undefined,
    voucher: voucher ? { typed: voucher, user: { owner } } : undefined,
  });
  const refused = isCodeGone && { refusedCode: refusedCode('code_used_up', locale) };
  return { kind: 'price_changed', cart: { ...cart, ...refused } };
}

const deliveryOf = ({ deliveryMethod, shipping }: BeginInput) => ({
  deliveryMethod: deliveryMethod === 'email' ? undefined : deliveryMethod,
  postalCode: shipping?.postal_code,
});

/** `voucher`: a gift voucher pays everything. */
type PaidBy = 'paypal' | 'transfer' | 'voucher';

/**
 * Stores a checkout with its lines and holds their units. A repeated request returns the same checkout; one that is
 * paid by transfer or voucher is ordered already. `onlyFind`: refuses a request that is not known.
 */
export async function storeCheckout(
  ctx: Context,
  tx: Writer,
  request: CheckoutRequest,
  { paidBy = 'paypal', onlyFind = false }: { paidBy?: PaidBy; onlyFind?: boolean } = {},
): Promise<CheckoutRow | 'wait'> {
  const { buyer, locale } = request;
  const { fields, owner, known, input } =
    'guest' in buyer
      ? await admitGuest(ctx, tx, buyer, request.input)
      : await admitClient(ctx, tx, buyer, request.input);
  if (known) {
    const isOrdered = known.state === 'ordered' && known.paypal_order_id === null;
    const way = isOrdered ? (dueOfCheckout(known) > 0 ? 'transfer' : 'voucher') : 'paypal';
    if (way !== paidBy || !(await isSameRequest(tx, known, input)))
      throw new Refused<CheckoutRefusal>({ kind: 'request_reused' });
    return isOrdered ? known : resumeCheckout(ctx, tx, known.id);
  }
  if (onlyFind) throw new Refused<CheckoutRefusal>({ kind: 'not_found' });
  await supersede(ctx, tx, owner, input);
  const buyerKey = fields.email ? hashSubject(emailKey(fields.email)) : null;
  // A network that holds too many uses may order without the code.
  const user = { owner, buyer: buyerKey, network: request.network };
  const typed = typedCodes(input);
  const cart = input.giftVoucher
    ? quoteGiftVoucher(input.giftVoucher)
    : await priceCart(ctx, tx, locale, input.lines, {
        ...deliveryOf(input),
        code: typed.code ? { typed: typed.code, user } : undefined,
        voucher: typed.voucher ? { typed: typed.voucher, user: { owner } } : undefined,
      });
  refuseProblems(cart, input, paidBy);
  const row = newCheckout(ctx, fields, { ...request, input }, cart);
  await insertCheckout(tx, row, newCheckoutLines(row.id, locale, cart));
  if (row.hold === 'held' && cart.sold.length > 0) await holdUnits(ctx, tx, row, cart);
  await recordEvidence(
    tx,
    { id: row.id, locale },
    cart.sold.map(({ product }) => product.id),
  );
  const { id: checkoutId, network } = row;
  if (row.code && row.hold === 'held' && !(await claimUse(ctx.db, tx, row.code, { ...user, checkoutId, network })))
    throw new Refused<StoreRefusal>({ kind: 'code_used_up' });
  if (row.hold === 'held' && !(await holdVoucherOf(ctx, tx, row)))
    throw new Refused<StoreRefusal>({ kind: 'voucher_used_up' });
  return row;
}

/** A locked buyer, and the checkout that an earlier call with this requestId stored. */
interface Admitted {
  fields: BuyerFields;
  owner: Owner;
  known: CheckoutRow | undefined;
  /** The request, in which a collection has the shop's address. */
  input: BeginInput;
}

async function admitClient(
  ctx: Context,
  tx: Writer,
  { clientId }: { clientId: string },
  input: BeginInput,
): Promise<Admitted> {
  const client = await lockClient(ctx.db, tx, clientId);
  if (!client) throw new Refused<CheckoutRefusal>({ kind: 'not_signed_in' });
  const name = fullName(client);
  return {
    fields: { client_id: clientId, guest_id: null, email: client.email, client_name: name },
    owner: { column: 'client_id', id: clientId },
    known: await findCheckoutByRequest(tx, clientId, input.requestId),
    input: completeCollection(ctx, input, { name, account: client }),
  };
}

/**
 * A guest's first call may be sent twice, or the response with the cookie may get lost. The second call then has no
 * cookie; the same requestId with the same email, address and lines proves that it comes from the same browser.
 */
async function admitGuest(
  ctx: Context,
  tx: Writer,
  { guest, email }: { guest: Guest; email: string },
  asked: BeginInput,
): Promise<Admitted> {
  const name = asked.giftVoucher?.from ?? guestName(asked);
  const input = completeCollection(ctx, asked, { name });
  await ctx.db.lock(tx, `guest-checkout-${input.requestId}`);
  const known = await findGuestCheckout(tx, input.requestId);
  if (known) {
    const isSame =
      (known.express ?? emailKey(known.email) === emailKey(email)) && (await isSameRequest(tx, known, input));
    if (!isSame || (guest.isKnown && guest.id !== known.guest_id))
      throw new Refused<CheckoutRefusal>({ kind: 'request_reused' });
  }
  const id = known?.guest_id ?? guest.id;
  await lockGuest(ctx.db, tx, id);
  await rememberGuest(ctx, tx, { ...guest, id });
  return {
    fields: { client_id: null, guest_id: id, email, client_name: name },
    owner: { column: 'guest_id', id },
    known,
    input,
  };
}

async function holdUnits(ctx: Context, tx: Writer, { id, network }: CheckoutRow, { sold }: CartQuote): Promise<void> {
  const missing = await takeStock(
    ctx,
    tx,
    sold.map(({ product, quantity }) => ({ productId: product.id, quantity })),
    { reason: 'held', checkoutId: id },
  );
  if (missing.length) throw new Refused<CheckoutRefusal>({ kind: 'sold_out', products: boughtAs(sold, missing) });
  const excess = network && (await findExcessiveHolds(tx, network, sold, ctx.now()));
  if (excess) throw new Refused<CheckoutRefusal>({ ...excess, products: boughtAs(sold, excess.products) });
}

/** The products of the cart that contain these, as its lines name them. */
const boughtAs = (sold: readonly SoldLine[], productIds: readonly number[]): number[] => [
  ...new Set(
    sold
      .filter(({ product }) => productIds.includes(product.id))
      .map(({ product, set }) => set?.product.id ?? product.id),
  ),
];

/** Closes the buyer's older checkout, so that the new one can use its units. */
async function supersede(ctx: Context, tx: Writer, owner: Owner, { lines }: BeginInput): Promise<void> {
  const productIds = lines.map(({ productId }) => productId);
  const open: CheckoutRow[] = [];
  for (const { id } of await findOpenCheckouts(tx, owner)) {
    const older = await lockCheckout(ctx.db, tx, id);
    if (older?.state !== 'open') continue;
    if (older.capture_request_id) throw new Refused<CheckoutRefusal>({ kind: 'payment_in_progress' });
    open.push(older);
    productIds.push(...(await findCheckoutLines(tx, id)).map((line) => line.product_id));
  }
  // Locking all products in one order prevents a deadlock of two clients who swap their products.
  if (open.length > 0) await lockStock(ctx.db, tx, productIds);
  for (const older of open) await closeCheckout(ctx, tx, older, 'superseded');
}

/** A repeated request: returns its checkout, waits while another caller creates it, or takes over that work. */
async function resumeCheckout(ctx: Context, tx: Writer, id: string): Promise<CheckoutRow | 'wait'> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (row?.state !== 'open' && row?.state !== 'ordered')
    throw new Refused<CheckoutRefusal>({ kind: 'checkout_closed' });
  if (row.paypal_order_id) {
    if (row.state === 'open') await prolongHold(tx, row);
    return row;
  }
  if (isClaimed(row, ctx)) return 'wait';
  const claim = newClaim(ctx);
  await updateCheckout(tx, id, claim);
  return { ...row, ...claim };
}

function refuseProblems(cart: CartQuote, input: BeginInput, paidBy: PaidBy): void {
  const productsWith = (...codes: string[]) =>
    cart.problems.filter(({ code }) => codes.includes(code)).map(({ productId }) => productId);
  const restricted = productsWith('age_restricted');
  if (restricted.length) throw new Refused<CheckoutRefusal>({ kind: 'age_restricted', products: restricted });
  const locked = productsWith('sale_locked');
  if (locked.length) throw new Refused<CheckoutRefusal>({ kind: 'sale_locked', products: locked });
  const tooMany = productsWith('max_units');
  if (tooMany.length) throw new Refused<CheckoutRefusal>({ kind: 'max_units', products: tooMany });
  const gone = productsWith('sold_out', 'unknown');
  if (gone.length) throw new Refused<CheckoutRefusal>({ kind: 'sold_out', products: gone });
  const due = dueOfCart(cart);
  const isPayable = (due === 0) === (paidBy === 'voucher');
  if (Math.round(input.expectedTotal * 100) !== cart.totals.total || expectedDueOf(input) !== due || !isPayable)
    throw new Refused<CheckoutRefusal>({ kind: 'price_changed', cart });
}
