import { removeBought } from '#src/features/cart/cart.store.ts';
import { postJson, type FetchError } from '#src/shared/fetch-json.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { api, localised, pages } from '#src/shared/paths.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { attemptFor, forgetAttempt, isTransfer, keepAttempt, readAttempt, type Attempt } from '../attempt.store.ts';
import { ORDERED_BEFORE } from '../ordered-before.ts';
import { untilAnswered, type CheckoutInput, type Settled } from '../checkout-api.ts';
import { isOfBefore, isUnsettled, maybePaidCart, settleAttempt, shownAgain } from './pay-and-order.ts';
import { forgetAddress } from '../typed-address.ts';

type Order = Omit<CheckoutInput, 'requestId'>;
type Outcome = Result<Settled, FetchError>;

/** Whether the answer leaves open what became of an order. Refused as one call too many, it may have been placed before. */
const isOpen = (error: FetchError): boolean => error.status === 429 || isUnsettled(error);

const whenKnown = (answer: Outcome): Outcome | undefined => (answer.ok || isOpen(answer.error) ? answer : undefined);

/** An order that a gift voucher pays in full exists with the tap, too. */
const pathOf = ({ expectedDue }: Order): string =>
  expectedDue === 0 ? `${api.checkout()}voucher/` : api.transferCheckout();

/** An order whose response is missing, as the buyer sent it. */
const orderOf = ({ fingerprint }: Attempt): Order => (JSON.parse(fingerprint) as [string, Order])[1];

/**
 * Asks about an order of the cart whose response was lost, before the buyer orders again or in another way. It places
 * no order; undefined means that the shop has none.
 */
export async function findUnanswered(): Promise<Outcome | undefined> {
  const paid = maybePaidCart();
  if (paid) return whenKnown(await settleAttempt(paid));
  const attempt = readAttempt();
  if (!isTransfer(attempt)) return undefined;
  const found = await send(`${pathOf(orderOf(attempt))}find/`, orderOf(attempt), attempt);
  if (found.ok || found.error.kind !== 'request_reused') return whenKnown(found);
  // Another attempt took its requestId, so it never becomes an order.
  forgetAttempt(attempt.checkoutId);
  return found;
}

/**
 * Like `findUnanswered`, for a buyer who orders now. If it finds a cart's order while the buyer orders a gift voucher,
 * the voucher's form stays.
 */
export async function findBefore({ giftVoucher }: Order): Promise<Outcome | undefined> {
  const before = maybePaidCart() ?? readAttempt();
  const found = await findUnanswered();
  return found?.ok && giftVoucher && before && before.lines.length > 0
    ? fail({ kind: ORDERED_BEFORE, status: 409, detail: found.value.orderNumber })
    : found;
}

/** Like `findUnanswered`, for the cart's express button: opens the page of an order that it finds. */
export async function leadToOrder({ express }: Attempt): Promise<Result<never, FetchError> | undefined> {
  const found = await findUnanswered();
  if (!found?.ok) return found;
  location.assign(`${localised(express!.languageLocale as Locale, pages.order(found.value.orderNumber))}?placed`);
  // Until the order's page is there, the button stays busy.
  await shownAgain();
  return fail({ kind: 'ordered', status: 409 });
}

/**
 * Places an order that the buyer pays by bank transfer, or has paid with a gift voucher. A repeated tap finds the same
 * order, also when somebody has signed in or out since.
 */
export async function orderByTransfer(input: Order): Promise<Outcome> {
  const found = await findBefore(input);
  if (found) return found;
  const before = readAttempt();
  const attempt = attemptFor(JSON.stringify(['transfer', input]), input.lines, input.email !== undefined);
  keepAttempt(attempt);
  const placed = await send(pathOf(input), input, attempt);
  if (placed.ok) return placed;
  const { error } = placed;
  if (isOfBefore(error) && before) keepAttempt(before);
  // Without a response the order may exist, also when the session ended between two tries: its requestId finds it.
  else if (!isOpen(error) && error.status !== 401) forgetAttempt(attempt.checkoutId);
  return placed;
}

async function send(path: string, input: Order, { requestId, checkoutId }: Attempt): Promise<Outcome> {
  const placed = await untilAnswered(() => postJson<Settled>(path, { ...input, requestId }), [1000, 2000]);
  if (placed.ok) {
    removeBought(input.lines);
    forgetAddress();
    forgetAttempt(checkoutId);
  }
  return placed;
}
