import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import { newBuyer, type Begun, type Buyer, type Settled } from '../support/buyer.ts';
import type { Answer } from '../support/call.ts';
import type { EmulatorControl } from '../support/emulator.ts';

/** What the buyers saw. */
export interface Tally {
  begun: number;
  ordered: number;
  /** Calls that ended without an answer: the process was dead, or died. */
  cutOff: number;
  /** Answers by status. */
  answers: Record<number, number>;
}

export const newTally = (): Tally => ({ begun: 0, ordered: 0, cutOff: 0, answers: {} });

interface Storm {
  ctx: Context;
  paypal: EmulatorControl;
  url: string;
  products: number[];
  tally: Tally;
  isOver: () => boolean;
}

/** One buyer after the other: begins, approves, and asks for the order, some with a webhook before it, some without ever coming back. */
export async function buyUntilTold(storm: Storm): Promise<void> {
  while (!storm.isOver()) await buyOnce(storm, await newBuyer(storm.ctx, storm.url));
}

async function buyOnce(storm: Storm, buyer: Buyer): Promise<void> {
  const { paypal, products, tally, url } = storm;
  const lines = [{ productId: products[randomInt(products.length)]!, quantity: randomInt(1, 4) }];
  const requestId = randomUUID();
  const begun = await insist<Begun>(storm, () => buyer.tryBegin<Begun>(lines, { requestId }));
  if (!begun) return;
  tally.begun++;
  if (oneIn(10)) return; // never approves
  await paypal.approve(begun.paypalOrderId);
  if (oneIn(3)) {
    const to = `${url}/api/paypal/webhook/`;
    await paypal.deliver({ order: begun.paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED', times: 2, to });
  }
  if (oneIn(5)) return; // closes the tab
  const settled = await insist<Settled>(storm, () => buyer.tryCapture<Settled>(begun.checkoutId));
  if (settled) tally.ordered++;
}

const oneIn = (chances: number) => randomInt(chances) === 0;

/** Asks a few times, as a browser and an impatient person do; undefined when it is refused or given up. */
async function insist<T>({ tally }: Storm, ask: () => Promise<Answer<T>>): Promise<T | undefined> {
  for (let attempt = 0; attempt < 6; attempt++) {
    const answer = await ask().catch(() => undefined);
    if (!answer) tally.cutOff++;
    else {
      tally.answers[answer.status] = (tally.answers[answer.status] ?? 0) + 1;
      if (answer.status < 300) return answer.body;
      if (answer.status !== 503) return undefined;
    }
    await wait(randomInt(100, 700));
  }
  return undefined;
}
