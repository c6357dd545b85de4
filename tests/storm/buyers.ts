import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isUnavailable } from '#src/server/db/unavailable.ts';
import { newEmail } from '../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Buyer, type Line, type Settled } from '../support/people/buyer.ts';
import type { Answer } from '../support/people/call.ts';
import { postCart, type PricedCart } from '../support/people/cart-call.ts';
import { newExpressBuyer } from '../support/people/express.ts';
import { newGuest, type GuestBuyer } from '../support/people/guest.ts';
import { newVisitor, type Visitor } from '../support/people/visitor.ts';
import type { Chance } from './chance.ts';
import { codeOf, regularOf } from './codes.ts';
import { PLENTY, SCARCE } from './settings.ts';
import { dueIn, giftBody, giftOf, typedBy, voucherOf, wholeOrder } from './vouchers.ts';
import { deliver, recordOutage, type Purchase, type World } from './world.ts';

/**
 * Runs one buyer after the other, each with another network address: a third with an account, a third without one, and
 * a third with PayPal's address. Where the shop takes cards, some of the others pay by card or wallet.
 */
export async function buyUntilOver(world: World, chance: Chance): Promise<void> {
  while (!world.isOver()) await buyOnce(world, chance).catch(forgiveAbsence);
}

const USED_UP = ['code_used_up', 'voucher_empty', 'voucher_paid_back'];

/** Cards that the emulator's bank takes and refuses, and one whose owner it asks. */
const CARDS = { good: '4111111111111111', declined: '4000000000000002', asks: '4000000000001091' };

/** The buyers' own access to the database: a primary that died is replaced within half a minute. */
export async function forgiveAbsence(error: unknown): Promise<void> {
  if (!isUnavailable(error)) throw error;
  await wait(500);
}

/** Somebody new begins a checkout every few moments, whatever happened to those before, and never pays. */
export async function tryToOrder(world: World, chance: Chance): Promise<void> {
  const attempts: Promise<unknown>[] = [];
  while (!world.isOver()) {
    const headers = { 'x-forwarded-for': ['11', ...[0, 0, 0].map(() => chance.between(1, 254))].join('.') };
    const guest = newGuest(world.url, { visitor: newVisitor(world.url, headers) });
    const lines = [{ productId: world.products[PLENTY[0]!]!, quantity: 1 }];
    const purchase: Purchase = { requestId: randomUUID(), clientId: null, email: guest.email, lines, told: [] };
    world.diary.purchases.push(purchase);
    const begin = async () => {
      purchase.begun = await insist<Begun>(
        world,
        chance,
        () => guest.tryBegin<Begun>(lines, { requestId: purchase.requestId }),
        1,
      );
    };
    attempts.push(begin());
    await wait(1_000);
  }
  await Promise.all(attempts);
}

async function buyOnce(world: World, chance: Chance): Promise<void> {
  const { ctx, url, diary } = world;
  const address = ['10', ...[0, 0, 0].map(() => chance.between(1, 254))].join('.');
  const headers = { 'x-forwarded-for': address };
  const kind = chance.pick(['account', 'guest', 'express']);
  const hasCard = world.takesCards && kind !== 'express' && chance.oneIn(2);
  const paymentSource = hasCard ? chance.pick(['card', 'googlePay', 'applePay']) : undefined;
  const visitor = newVisitor(url, headers);
  // PayPal's button carries no code.
  const gift = kind === 'express' ? undefined : giftOf(world, chance);
  const code = kind === 'express' || gift ? undefined : codeOf(world, chance);
  const buyer =
    kind === 'account'
      ? await newBuyer(ctx, url, headers)
      : kind === 'guest'
        ? newGuest(url, { visitor, ...regularOf(code, chance) })
        : atOnce(url, visitor, chance);
  const { email } = buyer;
  const clientId = 'clientId' in buyer ? buyer.clientId : null;
  const purchase: Purchase = {
    ...{ requestId: randomUUID(), clientId, email, code, gift, told: [] },
    voucher: kind === 'express' || gift ? undefined : voucherOf(world, chance),
    lines: gift ? [] : linesOf(world, chance),
  };
  diary.purchases.push(purchase);
  const { lines, requestId } = purchase;
  // A page sends the prices that it shows, also when it asks again: this checkout may hold its voucher by then.
  const isShown = kind !== 'express' && !gift;
  const priced = isShown
    ? await insist<PricedCart>(world, chance, () => postCart(url, { lines, ...typedBy(purchase) }, headers))
    : undefined;
  if (isShown && !priced) return;
  if (priced && purchase.voucher && (await payByVoucher(world, chance, { buyer, purchase, priced }))) return;
  purchase.begun = await insist<Begun>(world, chance, () =>
    buyer.tryBegin<Begun>(lines, {
      ...{ requestId, ...(paymentSource && { paymentSource }), ...typedBy(purchase), ...giftBody(gift) },
      ...(priced && { expectedTotal: priced.total, expectedDue: dueIn(priced) }),
    }),
  );
  if (purchase.begun) await pay(world, chance, { buyer, purchase, hasCard, ...purchase.begun });
}

/** Orders at once if the voucher pays everything; some tap twice. */
async function payByVoucher(
  world: World,
  chance: Chance,
  { purchase, priced, ...what }: { buyer: object; purchase: Purchase; priced: PricedCart },
): Promise<boolean> {
  const buyer = what.buyer as Buyer | GuestBuyer;
  const order = wholeOrder(purchase, priced, (path, body) =>
    'visitor' in buyer
      ? buyer.visitor.post<Settled>(path, { ...body, email: buyer.email })
      : buyer.post<Settled>(path, body),
  );
  if (!order) return false;
  const place = () => insist<Settled>(world, chance, order);
  const answers = await Promise.all(chance.oneIn(4) ? [place(), place()] : [place()]);
  purchase.told.push(...answers.filter((answer) => answer !== undefined));
  return true;
}

/** A buyer whose capture is the order button of the review page; every third corrects the address there. */
function atOnce(url: string, visitor: Visitor, chance: Chance) {
  const email = newEmail();
  const express = newExpressBuyer(url, { visitor, email });
  const shipping = { ...ADDRESS, ...(chance.oneIn(3) && { city: 'Bremen' }) };
  const totals = new Map<string, number>();
  return {
    ...express,
    email,
    async tryBegin<T>(lines: Line[], more: object) {
      const answer = await express.tryBegin<T>(lines, more);
      const { checkoutId, total } = answer.body as Partial<Begun>;
      if (checkoutId && total) totals.set(checkoutId, total);
      return answer;
    },
    tryCapture: <T>(checkoutId: string) =>
      express.tryConfirm<T>({ checkoutId, total: totals.get(checkoutId)! }, { shipping }),
  };
}

/** One or two products or sets. Every third buyer wants something scarce. */
export function linesOf({ products }: World, chance: Chance): Line[] {
  const codes = new Set([
    chance.oneIn(3) ? chance.pick([...SCARCE, 'KIT']) : chance.pick(PLENTY),
    chance.pick([...PLENTY, 'CESTA']),
  ]);
  return [...codes].map((code) => ({ productId: products[code]!, quantity: chance.between(1, 3) }));
}

async function pay(
  world: World,
  chance: Chance,
  what: { buyer: Pick<Buyer, 'tryCapture' | 'cancel'>; purchase: Purchase; hasCard: boolean } & Begun,
): Promise<void> {
  const { paypal } = world;
  const { buyer, purchase, hasCard, checkoutId, paypalOrderId } = what;
  const approve = (instrument: 'good' | 'declined' = 'good') =>
    hasCard ? paypal.card(paypalOrderId, CARDS[instrument]) : paypal.approve(paypalOrderId, instrument);
  const capture = () => insist<Settled>(world, chance, () => buyer.tryCapture<Settled>(checkoutId));
  const cancel = async () => {
    if (await insist(world, chance, () => buyer.cancel(checkoutId))) world.diary.cancels++;
  };
  if (chance.oneIn(purchase.code ? 3 : 10)) return; // never approves, so the use of a code must come back
  if (chance.oneIn(10)) await cancel(); // some buyers pay although they cancelled
  if (chance.oneIn(8)) {
    const declined = await approve('declined').catch(() => undefined);
    if (declined) await capture();
  }
  if (hasCard && chance.oneIn(8)) {
    const refused = await paypal.card(paypalOrderId, CARDS.asks, 'fail').catch(() => undefined);
    if (refused) await capture();
  }
  const approved = await approve().catch(() => undefined);
  if (!approved) return; // PayPal has the money already, whatever the shop answered
  if (chance.oneIn(3)) await deliver(world, { order: paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED', times: 2 });
  if (chance.oneIn(12)) return cancel();
  if (chance.oneIn(5)) return; // closes the tab
  const answers = await Promise.all(chance.oneIn(4) ? [capture(), capture()] : [capture()]);
  purchase.told.push(...answers.filter((answer) => answer !== undefined));
}

/** Retries a few times like a browser and an impatient buyer; undefined when the shop refuses or the buyer gives up. */
export async function insist<T>(
  { diary, products }: World,
  chance: Chance,
  ask: () => Promise<Answer<T>>,
  attempts = 12,
): Promise<T | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const answer = await ask().catch(() => undefined);
    const isRefused = !answer || answer.status === 503;
    if (isRefused || answer.status < 300) recordOutage(diary, !isRefused);
    if (!answer) diary.cutOff++;
    else {
      const { code = '', cart } = answer.body as { code?: string; cart?: PricedCart };
      const isScarce = cart?.lines.some(({ productId }) =>
        [...SCARCE, 'KIT'].some((scarce) => products[scarce] === productId),
      );
      const isCode = cart?.discounts ?? cart?.voucher ?? cart?.problems.some(({ code: why }) => USED_UP.includes(why));
      const why = isScarce ? ' (scarce)' : isCode ? ' (code)' : '';
      const name = `${answer.status} ${code}${why}`.trim();
      diary.answers[name] = (diary.answers[name] ?? 0) + 1;
      if (answer.status < 300) return answer.body;
      if (answer.status !== 503) return undefined;
    }
    await wait(chance.between(100, 700));
  }
  return undefined;
}
