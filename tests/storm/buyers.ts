import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { newBuyer, type Begun, type Buyer, type Line, type Settled } from '../support/buyer.ts';
import type { Answer } from '../support/call.ts';
import { newGuest } from '../support/guest.ts';
import { newVisitor } from '../support/visitor.ts';
import type { Chance } from './chance.ts';
import { PLENTY, SCARCE } from './settings.ts';
import { deliver, type Purchase, type World } from './world.ts';

/** Runs one buyer after the other, each with another account or, every third, without one, and with another network address. */
export async function buyUntilOver(world: World, chance: Chance): Promise<void> {
  while (!world.isOver()) await buyOnce(world, chance);
}

async function buyOnce(world: World, chance: Chance): Promise<void> {
  const { ctx, url, diary } = world;
  const address = ['10', ...[0, 0, 0].map(() => chance.between(1, 254))].join('.');
  const headers = { 'x-forwarded-for': address };
  const buyer = chance.oneIn(3) ? newGuest(url, { visitor: newVisitor(url, headers) }) : await newBuyer(ctx, url, headers);
  const { email } = buyer;
  const clientId = 'clientId' in buyer ? buyer.clientId : null;
  const purchase: Purchase = { requestId: randomUUID(), clientId, email, lines: linesOf(world, chance), told: [] };
  diary.purchases.push(purchase);
  const { lines, requestId } = purchase;
  purchase.begun = await insist<Begun>(world, chance, () => buyer.tryBegin<Begun>(lines, { requestId }));
  if (purchase.begun) await pay(world, chance, { buyer, purchase, ...purchase.begun });
}

/** One or two products. Every third buyer wants a scarce product. */
function linesOf({ products }: World, chance: Chance): Line[] {
  const codes = new Set([chance.oneIn(3) ? chance.pick(SCARCE) : chance.pick(PLENTY), chance.pick(PLENTY)]);
  return [...codes].map((code) => ({ productId: products[code]!, quantity: chance.between(1, 3) }));
}

async function pay(
  world: World,
  chance: Chance,
  what: { buyer: Pick<Buyer, 'tryCapture' | 'cancel'>; purchase: Purchase } & Begun,
): Promise<void> {
  const { paypal } = world;
  const { buyer, purchase, checkoutId, paypalOrderId } = what;
  const capture = () => insist<Settled>(world, chance, () => buyer.tryCapture<Settled>(checkoutId));
  const cancel = async () => {
    if (await insist(world, chance, () => buyer.cancel(checkoutId))) world.diary.cancels++;
  };
  if (chance.oneIn(10)) return; // never approves
  if (chance.oneIn(10)) await cancel(); // some buyers pay although they cancelled
  if (chance.oneIn(8)) {
    await paypal.approve(paypalOrderId, 'declined');
    await capture();
  }
  const approved = await paypal.approve(paypalOrderId).catch(() => undefined);
  if (!approved) return; // PayPal has the money already, whatever the shop answered
  if (chance.oneIn(3)) await deliver(world, { order: paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED', times: 2 });
  if (chance.oneIn(12)) return cancel();
  if (chance.oneIn(5)) return; // closes the tab
  const answers = await Promise.all(chance.oneIn(4) ? [capture(), capture()] : [capture()]);
  purchase.told.push(...answers.filter((answer) => answer !== undefined));
}

/** Retries a few times like a browser and an impatient buyer; undefined when the shop refuses or the buyer gives up. */
async function insist<T>({ diary, products }: World, chance: Chance, ask: () => Promise<Answer<T>>): Promise<T | undefined> {
  for (let attempt = 0; attempt < 12; attempt++) {
    const answer = await ask().catch(() => undefined);
    if (!answer) diary.cutOff++;
    else {
      const { code = '', cart } = answer.body as { code?: string; cart?: { lines: { productId: number }[] } };
      const isScarce = cart?.lines.some(({ productId }) => SCARCE.some((scarce) => products[scarce] === productId));
      const name = `${answer.status} ${code}${isScarce ? ' (scarce)' : ''}`.trim();
      diary.answers[name] = (diary.answers[name] ?? 0) + 1;
      if (answer.status < 300) return answer.body;
      if (answer.status !== 503) return undefined;
    }
    await wait(chance.between(100, 700));
  }
  return undefined;
}
