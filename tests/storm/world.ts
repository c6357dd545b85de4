import type { Context } from '#src/server/context.ts';
import type { Begun, Line, Settled } from '../support/buyer.ts';
import type { RunningEmulator } from '../support/emulator.ts';
import type { MailServer } from '../support/mail-server.ts';
import { idsOf } from '../support/order-rows.ts';
import { readShop } from './books.ts';
import { unitsInAll } from './compare.ts';

/** What one buyer wanted and was told. */
export interface Purchase {
  requestId: string;
  clientId: string;
  email: string;
  lines: Line[];
  begun?: Begun;
  /** Each answer that there is an order. */
  told: Settled[];
}

/** What everybody but the shop knows. */
interface Diary {
  purchases: Purchase[];
  /** Calls that ended without an answer: the process was dead, or died. */
  cutOff: number;
  /** Answers by status, and code where there is one. */
  answers: Record<string, number>;
  cancels: number;
  refunds: number;
  faults: number;
  /** PayPal's events that the shop did not take: PayPal sends them again. */
  lostEvents: Set<string>;
}

export interface World {
  /** On the shop's database, its PayPal the emulator. */
  ctx: Context;
  paypal: RunningEmulator;
  mail: MailServer;
  /** The same after each start: whoever was cut off tries there again. */
  url: string;
  /** Ids by code. */
  products: Record<string, number>;
  /** Units of each product before the storm. */
  unitsBefore: Map<number, number>;
  diary: Diary;
  isOver: () => boolean;
}

const newDiary = (): Diary => ({
  purchases: [],
  cutOff: 0,
  answers: {},
  cancels: 0,
  refunds: 0,
  faults: 0,
  lostEvents: new Set(),
});

export async function newWorld(known: Pick<World, 'ctx' | 'paypal' | 'mail' | 'url' | 'isOver'>): Promise<World> {
  return { ...known, products: await idsOf(known.ctx), unitsBefore: unitsInAll(await readShop(known.ctx)), diary: newDiary() };
}

/** Sends an event of PayPal's to the shop; one that the shop does not take is kept for later, one that PayPal can't make is left. */
export async function deliver({ paypal, url, diary }: World, event: Parameters<World['paypal']['deliver']>[0]): Promise<boolean> {
  const sent = await paypal.deliver({ ...event, to: `${url}/api/paypal/webhook/` }).catch(() => undefined);
  if (!sent) return false;
  if (sent.statuses.includes(200)) diary.lostEvents.delete(sent.id);
  else diary.lostEvents.add(sent.id);
  return true;
}
