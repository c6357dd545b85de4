/** Orders by phone: staff prepare them, and their buyers pay through a link. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { desk as pages } from '#src/desk/desk-paths.ts';
import { FORM_ID } from '#src/desk/form-token.ts';
import { findOrder } from '#src/features/orders/server/order.repository.ts';
import { newEmail } from '../support/people/accounts.ts';
import { ADDRESS, type Begun, type Settled } from '../support/people/buyer.ts';
import type { DeskVisitor } from '../support/people/desk-visitor.ts';
import { newVisitor, type Visitor } from '../support/people/visitor.ts';
import { forgiveAbsence, insist, linesOf } from './buyers.ts';
import type { Chance } from './chance.ts';
import { postForm } from './staff.ts';
import type { Purchase, World } from './world.ts';

export async function takeCalls(world: World, visitor: DeskVisitor, chance: Chance): Promise<void> {
  while (!world.isOver()) {
    await wait(chance.between(100, 500));
    await takeCall(world, visitor, chance).catch(forgiveAbsence);
  }
}

async function takeCall(world: World, visitor: DeskVisitor, chance: Chance): Promise<void> {
  const { ctx, url, diary, products } = world;
  const told = diary.purchases.filter((purchase) => purchase.told.length > 0);
  const with_ = chance.oneIn(3) && told.length > 0 ? chance.pick(told.slice(-10)) : undefined;
  const first = with_ && (await findOrder(ctx.db.read, with_.told[0]!.orderId));
  const requestId = randomUUID();
  const purchase: Purchase = {
    requestId,
    clientId: first?.clientId ?? null,
    email: first?.email ?? newEmail(),
    lines: linesOf(world, chance),
    told: [],
    isOffer: true,
  };
  diary.purchases.push(purchase);
  const codes = new Map(Object.entries(products).map(([code, id]) => [id, code]));
  const { country: _, ...place } = ADDRESS;
  const form = {
    [FORM_ID]: requestId,
    act: 'create',
    days: `${chance.between(1, 7)}`,
    language: 'de-DE',
    email: purchase.email,
    ...place,
    ...Object.fromEntries(
      purchase.lines.flatMap(({ productId, quantity }, at) => [
        [`product-${at}`, codes.get(productId)!],
        [`units-${at}`, `${quantity}`],
      ]),
    ),
  };
  await postForm(world, visitor, pages.newOffer(first ? { with: first.orderNumber } : {}), form);
  const offer = await ctx.db.read
    .selectFrom('offers')
    .innerJoin('checkouts', 'checkouts.id', 'offers.checkout_id')
    .select(['offers.checkout_id as id', 'checkouts.total_cents as total'])
    .where('offers.request_id', '=', requestId)
    .executeTakeFirst();
  if (!offer) return;
  diary.acts.offer = (diary.acts.offer ?? 0) + 1;
  if (chance.oneIn(8)) return void (await postForm(world, visitor, pages.offer(offer.id), { act: 'end' }));
  const key = await readKey(world, visitor, offer.id);
  const buyer = newVisitor(url, {
    'x-forwarded-for': ['12', ...[0, 0, 0].map(() => chance.between(1, 254))].join('.'),
  });
  if (key) await pay(world, chance, { buyer, purchase, tap: { key, expectedTotal: offer.total / 100 } });
}

/** The desk shows the link once; a shop that died since then has forgotten it. */
async function readKey(world: World, visitor: DeskVisitor, id: string): Promise<string | undefined> {
  const page = await visitor.get(`${pages.offer(id)}?shown=yes`).catch(() => undefined);
  if (!page) world.diary.cutOff++;
  return /key=([\w-]+)/.exec(page?.html ?? '')?.[1];
}

interface Paying {
  buyer: Visitor;
  purchase: Purchase;
  tap: { key: string; expectedTotal: number };
}

async function pay(world: World, chance: Chance, { buyer, purchase, tap }: Paying): Promise<void> {
  const order = async () => {
    const begun = await insist<Begun>(world, chance, () => buyer.post('/api/offer/', tap));
    if (begun) purchase.begun = begun;
    return begun;
  };
  let begun = await order();
  if (begun && chance.oneIn(3)) {
    const { checkoutId } = begun;
    await insist(world, chance, () => buyer.post(`/api/checkout/${checkoutId}/cancel/`));
    // Some buyers pay in the window that they have cancelled, which must not count.
    if (chance.oneIn(2)) await world.paypal.approve(begun.paypalOrderId).catch(() => undefined);
    begun = await order();
  }
  if (!begun || chance.oneIn(8)) return;
  const { checkoutId, paypalOrderId } = begun;
  const approved = await world.paypal.approve(paypalOrderId).catch(() => undefined);
  if (!approved || chance.oneIn(6)) return;
  const capture = () =>
    insist<Settled>(world, chance, () => buyer.post<Settled>(`/api/checkout/${checkoutId}/capture/`));
  // The same link in two tabs.
  const tabs = chance.oneIn(3) ? [capture(), capture()] : [capture()];
  const answers = await Promise.all([...tabs, ...(chance.oneIn(3) ? [order().then(() => undefined)] : [])]);
  purchase.told.push(...answers.filter((answer) => answer !== undefined));
}
