import type { OpenDesk } from '#src/desk/server/guard.ts';
import { findExpired, findExpiring } from '#src/features/catalogue/server/lots/expire.service.ts';
import { listStock } from '#src/features/catalogue/server/stock.repository.ts';
import { findTroubles } from '#src/features/shipping/server/track.repository.ts';
import { countUnpaid } from '#src/features/transfers/server/transfer.repository.ts';
import { countWaitingReviews } from '#src/features/reviews/server/review-desk.repository.ts';
import { stateOf } from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import { findArrivedReturns, listCases } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { isOpen } from '#src/features/withdrawal/withdrawal-case.ts';
import type { Context } from '#src/server/context.ts';
import { freeBytes } from '#src/server/disk.ts';
import { missingShopFacts } from '#src/settings/shop-yaml/shop-data.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { addDays, berlinMidnight, germanDay } from '#src/shared/german-day.ts';
import type { Cents } from '#src/shared/money.ts';
import { isCollected } from '#src/features/orders/collection.ts';
import { findWaitingCollections } from '#src/features/orders/server/collection/collection.repository.ts';
import { countBoxes, isReady, loadParcels } from '#src/features/orders/server/packing.loader.ts';
import { findRefundTroubles } from '#src/features/orders/server/payment.repository.ts';
import { daysLeft } from '#src/features/orders/payment-case.ts';
import { countOpenCases, findNextDeadline } from '#src/features/orders/server/payment-case.repository.ts';
import { sumOrdersByHour } from '#src/features/orders/server/order-counts.repository.ts';
import { findAlarms } from '../server/alarms.repository.ts';
import { alarmValues } from '../server/alarms.service.ts';
import {
  countMailsGivenUp,
  countOpenMessages,
  countRefundsToTransfer,
  countUnknownPayments,
} from '../server/waiting.repository.ts';

const DAYS = 30;
const HOUR_MS = 3600_000;
/** A refused refund is shown this long; the mail about it stays. */
const TROUBLE_MS = 14 * 24 * HOUR_MS;
/** With less free space, a backup or a build may fail. */
const LITTLE_SPACE = 1024 ** 3;

/** The withdrawals on the page. */
const MOST_CASES = 20;

/** What the page "Today" shows to a person with these rights. */
export async function loadToday({ ctx, may }: Pick<OpenDesk, 'ctx' | 'may'>) {
  const cases = may('withdrawals') ? await listCases(ctx.db.read, MOST_CASES) : [];
  return {
    waiting: await loadWaiting(ctx),
    warnings: may('shop') ? await loadWarnings(ctx) : undefined,
    turnover: may('money') ? await loadTurnover(ctx) : undefined,
    withdrawalCases: cases.filter((one) => isOpen(stateOf(one))),
    returns: may('orders') ? await findArrivedReturns(ctx.db.read) : [],
  };
}

/** Pending work, and since when. */
async function loadWaiting(ctx: Context) {
  const { db, now } = ctx;
  const today = germanDay(now().toISOString());
  const unpacked = await loadParcels(db.read, 'in_separation');
  const toPack = unpacked.filter(isReady);
  const packed = await loadParcels(db.read, 'not_with_carrier');
  return {
    toPack: { count: toPack.length, oldest: toPack[0]?.order },
    held: unpacked.length - toPack.length,
    packed: packed.flatMap(({ order }) => (isCollected(order) ? [] : order.orderNumber)),
    boxes: countBoxes(packed.filter(({ order }) => !isCollected(order))),
    heldCollections: packed.filter((one) => isCollected(one.order) && !isReady(one)).length,
    notCollected: (await findWaitingCollections(db.read)).filter(({ lastDay }) => lastDay < today).length,
    troubles: await findTroubles(db.read),
    unpaid: await countUnpaid(db.read),
    messages: await countOpenMessages(db.read),
    reviews: ctx.shop.reviews.offered ? await countWaitingReviews(db.read) : 0,
    lowStock: await listStock(db.read, { isLow: true }),
    expired: await findExpired(db.read, today),
    expiring: await findExpiring(db.read, today, savedShop(ctx).stock.soonDays),
  };
}

/** Possible problems, for the owner. */
async function loadWarnings(ctx: Context) {
  const { db, now, config } = ctx;
  const free = await freeBytes(config.dataDir);
  const deadline = await findNextDeadline(db.read);
  return {
    alarms: [...(await findAlarms(db.read)).keys()].map((alarm) => ({ alarm, values: alarmValues(ctx, alarm) })),
    mailsGivenUp: await countMailsGivenUp(db.read),
    cases: await countOpenCases(db.read),
    caseDays: deadline === null ? undefined : daysLeft(deadline, now()),
    refundTroubles: await findRefundTroubles(db.read, new Date(now().getTime() - TROUBLE_MS).toISOString()),
    refundsToTransfer: await countRefundsToTransfer(db.read),
    unknownPayments: await countUnknownPayments(db.read, new Date(now().getTime() - HOUR_MS).toISOString()),
    freeMegabytes: free < LITTLE_SPACE ? Math.floor(free / 1024 ** 2) : undefined,
    missingFacts: missingShopFacts(savedShop(ctx)).length,
  };
}

export interface Turnover {
  /** The last 30 days in Germany, oldest first; the last one is today. */
  days: { day: string; total: Cents; orders: number }[];
  total: Cents;
  /** The 30 days before. */
  totalBefore: Cents;
  orders: number;
}

/** Gross sales minus refunds of the last 30 days, and of the 30 days before. */
export async function loadTurnover({ db, now }: Context): Promise<Turnover> {
  const today = germanDay(now().toISOString());
  const dayBack = (days: number) => addDays(today, -days);
  const hours = await sumOrdersByHour(db.read, berlinMidnight(dayBack(2 * DAYS - 1))!);
  const byDay = Map.groupBy(hours, ({ hour }) => germanDay(`${hour}:00:00Z`));
  const dayOf = (day: string) => {
    const own = byDay.get(day) ?? [];
    return {
      day,
      total: own.reduce((sum, { total }) => sum + total, 0),
      orders: own.reduce((sum, { orders }) => sum + orders, 0),
    };
  };
  const days = Array.from({ length: 2 * DAYS }, (_, index) => dayOf(dayBack(2 * DAYS - 1 - index)));
  const [before, last] = [days.slice(0, DAYS), days.slice(DAYS)];
  const sum = (some: typeof days) => some.reduce((all, { total }) => all + total, 0);
  return {
    days: last,
    total: sum(last),
    totalBefore: sum(before),
    orders: last.reduce((all, { orders }) => all + orders, 0),
  };
}
