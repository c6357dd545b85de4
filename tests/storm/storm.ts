import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#src/server/context.ts';
import type { RunningEmulator } from '../support/outside/emulator.ts';
import type { MailServer } from '../support/outside/mail-server.ts';
import { beginShop } from '../support/shops/server.ts';
import { BANK_ACTS, keepAccount, passDays, payByTransferUntilOver } from './bank.ts';
import { readBooks, type Books } from './books.ts';
import { buyUntilOver } from './buyers.ts';
import { chanceOf } from './chance.ts';
import { announceCode } from './codes.ts';
import { contradictions } from './compare.ts';
import { finish } from './finish.ts';
import { killAt, killHard, momentOf, passDownTime, type Moment } from './kills.ts';
import { countMails } from './mail-count.ts';
import { takeCalls } from './phone.ts';
import { ACT_NAMES, keepDesk, newOwner } from './staff.ts';
import { giveMoneyBack, troublePaypal } from './troubles.ts';
import { sellVoucher } from './vouchers.ts';
import { newWorld, type World } from './world.ts';
import { countVouchers } from './wrong-vouchers.ts';

export interface StormOptions {
  /** A context on the shop's database, with the emulator as PayPal. */
  ctx: Context;
  /** The environment of the shop's process, which takes every way to pay. */
  env: Record<string, string>;
  paypal: RunningEmulator;
  mail: MailServer;
  kills: number;
  buyers: number;
  /** Decides the choices of buyers, PayPal and the killer, but not the machine's speed. */
  seed: number;
  tell?: (text: string) => void;
}

export interface StormReport {
  seed: number;
  kills: Record<Moment | 'inReconcile', number>;
  answers: Record<string, number>;
  /** What happened, by name. */
  counts: Record<
    | 'purchases'
    | 'told'
    | 'orders'
    | 'mails'
    | 'repeatedMails'
    | 'cutOff'
    | 'sets'
    | 'codes'
    | 'freedCodes'
    | 'usedUpCodes'
    | 'vouchers'
    | 'paidByVoucher'
    | 'soldVouchers'
    | 'cancels'
    | 'refunds'
    | 'faults',
    number
  >;
  /** The acts at the desk that were done, by name. */
  acts: Record<string, number>;
  /** The problems as sentences. Too little trouble to prove anything is a problem too. */
  problems: string[];
}

/** Lets buyers pay while PayPal fails and the shop's process is killed. Returns a report and the records. */
export async function storm(options: StormOptions): Promise<{ report: StormReport; world: World; books: Books }> {
  const { ctx, paypal, mail, kills, buyers, seed, tell = () => {} } = options;
  const chance = chanceOf(seed);
  const mails = countMails(ctx, mail);
  const began = performance.now();
  const env = { ...options.env, SMTP_URL: mail.url };
  let shop = beginShop(env);
  const { url } = await shop.listening;
  const startMs = Math.ceil(performance.now() - began);
  const own = { ...env, PORT: new URL(url).port };
  let over = false;
  const world = await newWorld({ ctx, paypal, url, takesCards: true, sellsVouchers: true, isOver: () => over });
  const desk = await newOwner(world);
  const busy = [
    // Two people, so that they meet at the same order.
    ...[1, 2].map(() => keepDesk(world, desk, chance.child())),
    takeCalls(world, desk, chance.child()),
    ...Array.from({ length: buyers }, () => buyUntilOver(world, chance.child())),
    payByTransferUntilOver(world, chance.child()),
    keepAccount(world, desk, chance.child()),
    troublePaypal(world, chance.child()),
    giveMoneyBack(world, chance.child()),
  ];
  // A failure is reported at the end, because the others run until then.
  const done = Promise.all(busy);
  done.catch(() => (over = true));
  const killed = { serving: 0, starting: 0, reconciling: 0, inReconcile: 0 };
  for (let kill = 1; kill <= kills; kill++) {
    const moment = momentOf(kill, kills);
    if (await killAt(moment, { shop, ctx, chance, startMs, answers: () => answersTo(world) })) killed.inReconcile++;
    killed[moment]++;
    await mails.recordInterrupted();
    await passDownTime(ctx, chance);
    await passDays(ctx, chance);
    await announceCode(ctx, world.codes);
    await sellVoucher(ctx, world.vouchers);
    shop = beginShop(own);
    tell(`kill ${kill} of ${kills} (${moment}): ${told(world)} orders answered, ${world.diary.cutOff} calls cut off`);
  }
  await enoughSold(ctx, kills);
  over = true;
  await done;
  await killHard(shop);
  await mails.recordInterrupted();
  await passDownTime(ctx, chance);
  await finish(world, await beginShop(own).listening, chance, desk);
  const books = await readBooks(ctx, paypal);
  const { purchases, answers, cutOff, cancels, refunds, faults, acts } = world.diary;
  const counts = {
    purchases: purchases.length,
    told: told(world),
    orders: [...books.checkouts.values()].filter(({ order }) => order).length,
    mails: mail.mails.length,
    repeatedMails: mails.repeats(),
    cutOff,
    sets: [...books.checkouts.values()].filter(({ lines }) => lines.some((line) => line.set_id !== null)).length,
    codes: [...books.checkouts.values()].filter(({ code }) => code !== null).length,
    freedCodes: [...books.checkouts.values()].filter(({ code, hold, order }) => code && hold === 'released' && !order)
      .length,
    ...countVouchers(books),
    usedUpCodes: purchases.filter(
      ({ begun, code }) => code && books.checkouts.get(begun?.checkoutId ?? '')?.code === null,
    ).length,
  };
  const report = {
    seed,
    kills: killed,
    answers,
    counts: { ...counts, cancels, refunds, faults },
    acts,
    problems: [] as string[],
  };
  report.problems = [
    ...contradictions(books, world),
    ...mails.problems(books),
    ...oddAnswers(answers),
    ...tooLittle(report, kills),
  ];
  return { report, world, books };
}

/** On a busy machine the last kill may come before the buyers got far. Refunds and denied payments take some back. */
async function enoughSold({ db }: Context, kills: number): Promise<void> {
  const sold = db.read
    .selectFrom('checkouts')
    .select('id')
    .where('state', '=', 'ordered')
    .where('hold', '=', 'sold')
    .where('paypal_order_id', 'is not', null);
  const gifts = db.read.selectFrom('vouchers').select('id').where('origin', '=', 'order');
  const isEnough = async () => (await sold.execute()).length >= kills + 3 && (await gifts.execute()).length > 0;
  const giveUp = performance.now() + 60_000;
  while (performance.now() < giveUp && !(await isEnough())) await wait(100);
}

export const told = ({ diary }: World): number => diary.purchases.filter((purchase) => purchase.told.length > 0).length;

const answersTo = ({ diary }: World): number => Object.values(diary.answers).reduce((sum, times) => sum + times, 0);

const EXPECTED = new Set([
  '200',
  '201',
  '409 sold_out',
  // A quote's total leaves out sold-out lines. If their units come back before the order, the total is another one.
  '409 price_changed (scarce)',
  // The last use of a code, or money of a voucher, was taken or given back between the cart and the order.
  '409 price_changed (code)',
  '409 payment_not_approved',
  // Of two clicks at once the first was declined, which takes the buyer's confirmation back.
  '409 order_not_confirmed',
  '409 payment_in_progress',
  '409 checkout_closed',
  '422 payment_declined',
  'desk 303',
  // Somebody else changed the order in between.
  'desk 400',
  // The order whose parcel would have taken an order by phone along has left.
  'desk 404',
]);

export const oddAnswers = (answers: Record<string, number>): string[] =>
  Object.entries(answers).flatMap(([answer, times]) =>
    EXPECTED.has(answer) || answer.startsWith('503 ') ? [] : [`${times} times the answer ${answer}`],
  );

/** From this number of kills on, every kind of trouble must have happened. */
const LONG = 20;

function tooLittle({ kills, counts, answers, acts }: StormReport, wanted: number): string[] {
  const { orders, cutOff, cancels, refunds, faults } = counts;
  const inRecovery = kills.starting + kills.reconciling;
  const facts: Record<string, boolean> = {
    'hardly anything was ordered': orders > 0 && orders >= wanted,
    'nobody was cut off': cutOff > 0 || wanted === 0,
    'less than a third of the kills fell during recovery': inRecovery * 3 >= wanted,
    'there were no refunds, cancels or faults, or nothing was sold out':
      wanted < LONG || (Math.min(cancels, refunds, faults) > 0 && answers['409 sold_out'] !== undefined),
    'no set was sold, or no code used, freed or used up':
      wanted < LONG || Math.min(counts.sets, counts.codes, counts.freedCodes, counts.usedUpCodes) > 0,
    'no voucher paid a part, or the whole, of an order':
      wanted < LONG || Math.min(counts.vouchers, counts.paidByVoucher) > 0,
    'no gift voucher was bought': wanted < LONG || counts.soldVouchers > 0,
    'an act at the desk was never done':
      wanted < LONG || [...ACT_NAMES, ...BANK_ACTS, 'offer'].every((name) => acts[name] !== undefined),
    'no kill fell into a reconcile': wanted < LONG || kills.inReconcile > 0,
  };
  return Object.keys(facts).flatMap((text) => (facts[text] ? [] : [`${text}: that was no storm`]));
}
