import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import type { Context } from '#src/server/context.ts';
import type { Cents } from '#src/shared/money.ts';
import type { Begun, Line, Settled } from '../support/people/buyer.ts';
import type { RunningEmulator } from '../support/outside/emulator.ts';
import { idsOf } from '../support/people/order-rows.ts';
import { readShop, unitsInAll } from './books.ts';
import { addOnce, announceCode } from './codes.ts';
import { sellVoucher, type Gift } from './vouchers.ts';

/** What one buyer wanted, and the answers that the buyer received. */
export interface Purchase {
  requestId: string;
  /** null for a guest */
  clientId: string | null;
  email: string;
  lines: Line[];
  /** The discount code that the buyer entered. */
  code?: string | undefined;
  /** The gift voucher that the buyer pays with. */
  voucher?: string | undefined;
  /** Never of a purchase by transfer: its first answer is the order. */
  begun?: Begun;
  /** The gift voucher that the buyer buys, without goods. */
  gift?: Gift | undefined;
  /** Each answer that confirms an order. */
  told: Settled[];
  /** Staff prepared it on the phone. Each attempt to pay it has its own PayPal order. */
  isOffer?: true;
}

/** What the bank knows of the shop's account. */
interface Bank {
  /** Money that arrived, with an order's number as its text. */
  received: { reference: string; orderNumber: string; cents: Cents }[];
  /** Refunds that the owner has transferred, by request id. */
  sent: Map<string, Cents>;
}

/** What everybody except the shop knows. */
interface Diary {
  purchases: Purchase[];
  /** Calls without an answer, because the process was dead or died. */
  cutOff: number;
  /** Answers by status, and by code where there is one. */
  answers: Record<string, number>;
  cancels: number;
  refunds: number;
  faults: number;
  /** The acts at the desk that were done, by name. */
  acts: Record<string, number>;
  /** PayPal's events that the shop did not accept; PayPal resends them. */
  lostEvents: Set<string>;
  /** When nobody could order: from the first refused or lost call until the next order call that succeeded. */
  outages: Outage[];
  bank: Bank;
}

/** On the clock of `performance.now()`; an outage that goes on has no end. */
interface Outage {
  from: number;
  to?: number;
}

export interface World {
  /** A context on the shop's database, with the emulator as PayPal. */
  ctx: Context;
  paypal: RunningEmulator;
  /** The same address after each start, so that interrupted callers can retry. */
  url: string;
  /** Product ids by code. */
  products: Record<string, number>;
  /** Units of each product before the storm. */
  unitsBefore: Map<number, number>;
  diary: Diary;
  /** Discount codes; the last one is new. */
  codes: string[];
  /** Codes of gift vouchers; the last one is new. */
  vouchers: string[];
  /** By cards and wallets. */
  takesCards: boolean;
  /** Gift vouchers. */
  sellsVouchers: boolean;
  isOver: () => boolean;
}

const newDiary = (): Diary => ({
  purchases: [],
  cutOff: 0,
  answers: {},
  cancels: 0,
  refunds: 0,
  faults: 0,
  acts: {},
  lostEvents: new Set(),
  outages: [],
  bank: { received: [], sent: new Map() },
});

export function recordOutage({ outages }: Pick<Diary, 'outages'>, isServed: boolean): void {
  const last = outages.at(-1);
  const isOut = last !== undefined && last.to === undefined;
  if (isServed && isOut) last.to = performance.now();
  else if (!isServed && !isOut) outages.push({ from: performance.now() });
}

/** Goods with dates: more than a storm can sell, and those that are sold out within seconds. */
const LOTS = [
  ...['2090-01-31', '2090-02-28'].map((bestBefore, at) => ({ code: 'AGUA', units: 40, lot: `L${at}`, bestBefore })),
  ...['', '2090-03-31'].map((bestBefore, at) => ({ code: 'ACAI', units: 3, lot: `L${at}`, bestBefore })),
];

async function receiveLots(ctx: Context): Promise<void> {
  const lines = LOTS.map((line) => ({ ...line, name: line.code, cost: null }));
  const booked = await bookDelivery(ctx, { supplier: 'storm', note: 'lots', lines });
  if (!booked.ok) throw new Error(booked.error.kind);
}

export async function newWorld(
  known: Pick<World, 'ctx' | 'paypal' | 'url' | 'takesCards' | 'sellsVouchers' | 'isOver'>,
): Promise<World> {
  await receiveLots(known.ctx);
  const codes: string[] = [];
  await announceCode(known.ctx, codes);
  await addOnce(known.ctx);
  const vouchers: string[] = [];
  await sellVoucher(known.ctx, vouchers);
  return {
    ...known,
    products: await idsOf(known.ctx),
    unitsBefore: unitsInAll(await readShop(known.ctx)),
    diary: newDiary(),
    codes,
    vouchers,
  };
}

/**
 * Sends a PayPal event to the shop. An event that the shop refuses is stored for later; one that PayPal cannot make is
 * skipped.
 */
export async function deliver(
  { paypal, url, diary }: World,
  event: Parameters<World['paypal']['deliver']>[0],
): Promise<boolean> {
  const sent = await paypal.deliver({ ...event, to: `${url}/api/paypal/webhook/` }).catch(() => undefined);
  if (!sent) return false;
  if (sent.statuses.includes(200)) diary.lostEvents.delete(sent.id);
  else diary.lostEvents.add(sent.id);
  return true;
}
