import { Command } from 'commander';
import { findOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { daysToRefund, lastRefundDay } from '#src/features/refunds/refund-deadline.ts';
import { isOpen, suggestedRefund } from '#src/features/withdrawal/docket.ts';
import {
  closeDocket,
  findDocket,
  noteGoodsBack,
  refuseDocket,
  SHORT_ID,
  stateOf,
  type DocketRefusal,
} from '#src/features/withdrawal/server/docket.service.ts';
import { findDocketsOfOrder, listDockets, type Docket } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { Result } from '#src/shared/result.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { wholeNumber } from './whole-number.ts';
import { jsonOption, printJson } from './json.ts';
import { fail } from './orders/named-orders.ts';
import { plain } from './plain.ts';

export function withdrawalsCommand(): Command {
  const withdrawals = new Command('withdrawals').description('Withdrawals that customers declared, and their refunds.');
  withdrawals
    .command('list')
    .description(
      'withdrawals, open ones first: id, state, days left to refund, local time, order, whether number and email match, customer, part',
    )
    .option('--limit <n>', 'number of lines', wholeNumber('--limit 20'), 50)
    .addOption(jsonOption())
    .action(({ limit, json }: { limit: number; json?: true }) =>
      withContext(async ({ db, now }) => {
        const dockets = await listDockets(db.read, limit);
        if (json) return printJson(dockets.map((docket) => toJson(docket, now())));
        for (const docket of dockets) console.log(lineOf(docket, now()));
        if (dockets.length === 0) console.log('No withdrawals yet.');
      }),
    );
  withdrawals
    .command('show <id>')
    .description('print one withdrawal with its order, the suggested refund and the next step')
    .action((id: string) => withDocket(id, show));
  withdrawals
    .command('goods-back <id>')
    .description('the goods came back, or the customer proved that they were sent: the refund may no longer wait')
    .action((id: string) =>
      withDocket(id, async (ctx, docket) => {
        if (explain(id, await noteGoodsBack(ctx, docket))) return;
        const goods_back_at = docket.goods_back_at ?? ctx.now().toISOString();
        console.log(`${short(docket)}: goods back. Refund by ${lastRefundDay({ ...docket, goods_back_at })}.`);
      }),
    );
  withdrawals
    .command('done <id>')
    .description('close a withdrawal that is settled; a full refund closes it by itself')
    .option('--reason <text>', 'what was agreed, for your own records')
    .action((id: string, { reason }: { reason?: string }) => close(id, reason));
  withdrawals
    .command('refuse <id>')
    .description('close a withdrawal that is not valid, and mail the reason to the customer')
    .requiredOption('--reason <text>', 'why it is not valid, in words for the customer')
    .action((id: string, { reason }: { reason: string }) => refuse(id, reason));
  return withdrawals;
}

const short = ({ id }: Docket): string => id.slice(0, SHORT_ID);

function timeLeft(docket: Docket, now: Date): string {
  if (!isOpen(stateOf(docket))) return '-';
  const days = daysToRefund(docket, now);
  const left = days < 0 ? `${-days} days late` : `${days} days left`;
  return docket.goods_back_at ? left : `${left}, may wait for the goods`;
}

const lineOf = (docket: Docket, now: Date): string =>
  plain(
    [
      ...[short(docket), stateOf(docket), timeLeft(docket, now), berlinTime(docket.created_at), docket.order_number],
      ...[docket.verified ? 'verified' : 'unverified', docket.name, docket.email, docket.part || 'all of it'],
    ].join('  '),
  );

const toJson = (docket: Docket, now: Date) => ({
  ...{ id: docket.id, state: stateOf(docket), createdAt: docket.created_at, goodsBackAt: docket.goods_back_at, closedAt: docket.closed_at },
  ...{ orderNumber: docket.order_number, isVerified: Boolean(docket.verified), name: docket.name, email: docket.email, part: docket.part },
  daysToRefund: isOpen(stateOf(docket)) ? daysToRefund(docket, now) : null,
});

/** One line for each withdrawal from an order, for `orders show`. */
export const withdrawalLines = async (db: Reader, orderId: string, now: Date): Promise<string[]> =>
  (await findDocketsOfOrder(db, orderId)).map((docket) => `Withdrawal ${lineOf(docket, now)}`);

const close = (id: string, reason?: string): Promise<void> =>
  withDocket(id, async (ctx, docket) => {
    if (!explain(id, await closeDocket(ctx, docket, reason ?? null))) console.log(`${short(docket)}: done.`);
  });

async function refuse(id: string, reason: string): Promise<void> {
  if (!reason.trim()) return fail('Write the reason for the customer. Example: --reason "The order is from another shop."');
  await withDocket(id, async (ctx, docket) => {
    if (!explain(id, await refuseDocket(ctx, docket, reason.trim())))
      console.log(`${short(docket)}: refused. ${docket.email} gets a mail.`);
  });
}

async function withDocket(id: string, act: (ctx: Context, docket: Docket) => Promise<void>): Promise<void> {
  await withContext(async (ctx) => {
    const found = await findDocket(ctx, id.toLowerCase());
    if (found.ok) await act(ctx, found.value);
    else explain(id, found);
  });
}

/** Prints why something was refused; false where nothing was. */
function explain(id: string, result: Result<unknown, DocketRefusal>): boolean {
  if (result.ok) return false;
  const { error } = result;
  const list = '`npm run shop -- withdrawals list` shows the ids.';
  if (error.kind === 'closed') console.error(`${id} is ${error.state} already. Nothing was changed.`);
  else if (error.kind === 'ambiguous') console.error(`Several withdrawals begin with ${id}. Write more of the id.`);
  else if (error.kind === 'too_short') console.error(`Write at least four characters of the id. ${list}`);
  else console.error(`There is no withdrawal ${plain(id)}. ${list}`);
  process.exitCode = 1;
  return true;
}

async function show({ db, now }: Context, docket: Docket): Promise<void> {
  const order = docket.order_id ? await findOrder(db.read, docket.order_id) : undefined;
  console.log(
    [
      lineOf(docket, now()),
      `  Id ${docket.id}`,
      ...(docket.goods_back_at ? [`  Goods back or proof seen: ${berlinTime(docket.goods_back_at)}`] : []),
      ...(docket.closed_at ? [plain(`  Closed ${berlinTime(docket.closed_at)}: ${docket.closed_reason ?? 'no reason noted'}`)] : []),
      ...(order
        ? orderLines(docket, order)
        : ['  No order has this number. Look for it by name and email: the withdrawal is valid all the same.']),
      ...(isOpen(stateOf(docket)) ? nextSteps(docket, order) : []),
    ].join('\n'),
  );
}

function orderLines(docket: Docket, order: StoredOrder): string[] {
  return [
    `  Order ${order.orderNumber} of ${berlinTime(order.orderedAt)}, ${order.status}` +
      (docket.verified ? '' : `, ordered with ${order.email}`),
    ...order.lines.map(
      ({ quantity, code, name, price, withdrawal }) =>
        `    ${quantity} × ${code}  ${name}  ${formatPrice(price * quantity)}` +
        (withdrawal === 'none' ? '' : `  (exception from the right of withdrawal: ${withdrawal})`),
    ),
    `    Shipping ${formatPrice(order.shipping)}, deposit ${formatPrice(order.deposit)}, refunded ${formatPrice(order.refunded)}`,
  ];
}

function nextSteps(docket: Docket, order: StoredOrder | undefined): string[] {
  const sum = order && suggestedRefund(docket.part, order);
  const refund = order ? `npm run shop -- orders refund ${order.orderNumber}` : 'a refund';
  return [
    `  Refund by ${lastRefundDay(docket)} (§357(1) BGB)` +
      (docket.goods_back_at ? '.' : '; it may wait until the goods or proof of sending have arrived (§357(4) BGB).'),
    sum === undefined
      ? '  A part was withdrawn, or the order is unknown: choose the sum by the goods, without shipping.'
      : `  Suggested refund: ${formatPrice(sum)}, with the shipping and less earlier refunds.`,
    `  Next: ${docket.goods_back_at ? '' : `withdrawals goods-back ${short(docket)}, then `}${refund}${docket.part ? ` --amount …, then withdrawals done ${short(docket)}` : ''}.`,
  ];
}
