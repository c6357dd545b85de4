import { Command } from 'commander';
import { leftOfSold } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { findOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { daysToRefund, lastRefundDay } from '#src/features/refunds/refund-deadline.ts';
import { isOpen, suggestedRefund } from '#src/features/withdrawal/withdrawal-case.ts';
import {
  closeCase,
  findCase,
  isRefundDue,
  recordGoodsBack,
  refuseCase,
  SHORT_ID,
  stateOf,
  type CaseRefusal,
} from '#src/features/withdrawal/server/withdrawal-case.service.ts';
import {
  findCasesOfOrder,
  listCases,
  type WithdrawalCase,
} from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { Cents } from '#src/shared/money.ts';
import type { Result } from '#src/shared/result.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, printJson } from '../json.ts';
import { fail } from './orders/named-orders.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';

export function withdrawalsCommand(): Command {
  const withdrawals = new Command('withdrawals').description('Withdrawals that customers declared, and their refunds.');
  withdrawals
    .command('list')
    .description(
      'withdrawals, open ones first: id, state, days left to refund, local time, order, ' +
        'whether number and email match, customer, part',
    )
    .option('--limit <n>', 'number of lines', wholeNumber('--limit 20'), 50)
    .addOption(jsonOption())
    .action(({ limit, json }: { limit: number; json?: true }) =>
      withContext(async ({ db, now }) => {
        const withdrawalCases = await listCases(db.read, limit);
        if (json) return printJson(withdrawalCases.map((withdrawalCase) => toJson(withdrawalCase, now())));
        for (const withdrawalCase of withdrawalCases) console.log(lineOf(withdrawalCase, now()));
        if (withdrawalCases.length === 0) console.log('No withdrawals yet.');
      }),
    );
  withdrawals
    .command('show <id>')
    .description('print one withdrawal with its order, the suggested refund and the next step')
    .action((id: string) => withCase(id, show));
  withdrawals
    .command('goods-back <id>')
    .description('record that the goods came back, or that the customer proved sending them; the refund is then due')
    .action((id: string) =>
      withCase(id, async (ctx, withdrawalCase) => {
        if (explain(id, await recordGoodsBack(ctx, withdrawalCase))) return;
        const goods_back_at = withdrawalCase.goods_back_at ?? ctx.now().toISOString();
        console.log(
          `${short(withdrawalCase)}: goods back. Refund by ${lastRefundDay({ ...withdrawalCase, goods_back_at })}.`,
        );
      }),
    );
  withdrawals
    .command('done <id>')
    .description('close a settled withdrawal; a full refund closes it automatically')
    .option('--reason <text>', 'what was agreed, for your own records')
    .action((id: string, { reason }: { reason?: string }) => close(id, reason));
  withdrawals
    .command('refuse <id>')
    .description('close a withdrawal that is not valid, and mail the reason to the customer')
    .requiredOption('--reason <text>', 'why it is not valid; the customer reads this')
    .action((id: string, { reason }: { reason: string }) => refuse(id, reason));
  return withdrawals;
}

const short = ({ id }: WithdrawalCase): string => id.slice(0, SHORT_ID);

function timeLeft(withdrawalCase: WithdrawalCase, now: Date): string {
  if (!isOpen(stateOf(withdrawalCase))) return '-';
  if (!isRefundDue(withdrawalCase)) return 'not paid';
  const days = daysToRefund(withdrawalCase, now);
  const left = days < 0 ? `${-days} days late` : `${days} days left`;
  return isAwaited(withdrawalCase) ? `${left}, may wait for the goods` : left;
}

/** Whether goods that left the shop are not back yet. */
const isAwaited = ({ goods_back_at, has_goods_away }: WithdrawalCase): boolean =>
  goods_back_at === null && has_goods_away === 1;

const lineOf = (withdrawalCase: WithdrawalCase, now: Date): string =>
  stripControlCharacters(
    [
      ...[
        short(withdrawalCase),
        stateOf(withdrawalCase),
        timeLeft(withdrawalCase, now),
        berlinTime(withdrawalCase.created_at),
        withdrawalCase.order_number,
      ],
      ...[
        withdrawalCase.verified ? 'verified' : 'unverified',
        withdrawalCase.name,
        withdrawalCase.email,
        withdrawalCase.part || 'all of it',
      ],
    ].join('  '),
  );

const toJson = (withdrawalCase: WithdrawalCase, now: Date) => ({
  ...{
    id: withdrawalCase.id,
    state: stateOf(withdrawalCase),
    createdAt: withdrawalCase.created_at,
    goodsBackAt: withdrawalCase.goods_back_at,
    closedAt: withdrawalCase.closed_at,
  },
  ...{
    orderNumber: withdrawalCase.order_number,
    isVerified: Boolean(withdrawalCase.verified),
    name: withdrawalCase.name,
    email: withdrawalCase.email,
    part: withdrawalCase.part,
  },
  daysToRefund: isRefundDue(withdrawalCase) ? daysToRefund(withdrawalCase, now) : null,
});

/** One line for each withdrawal from an order, for `orders show`. */
export const withdrawalLines = async (db: Reader, orderId: string, now: Date): Promise<string[]> =>
  (await findCasesOfOrder(db, orderId)).map((withdrawalCase) => `Withdrawal ${lineOf(withdrawalCase, now)}`);

const close = (id: string, reason?: string): Promise<void> =>
  withCase(id, async (ctx, withdrawalCase) => {
    if (!explain(id, await closeCase(ctx, withdrawalCase, reason ?? null)))
      console.log(`${short(withdrawalCase)}: done.`);
  });

async function refuse(id: string, reason: string): Promise<void> {
  if (!reason.trim())
    return fail('Write the reason for the customer. Example: --reason "The order is from another shop."');
  await withCase(id, async (ctx, withdrawalCase) => {
    if (!explain(id, await refuseCase(ctx, withdrawalCase, reason.trim())))
      console.log(`${short(withdrawalCase)}: refused. ${withdrawalCase.email} gets a mail.`);
  });
}

async function withCase(
  id: string,
  act: (ctx: Context, withdrawalCase: WithdrawalCase) => Promise<void>,
): Promise<void> {
  await withContext(async (ctx) => {
    const found = await findCase(ctx, id.toLowerCase());
    if (found.ok) await act(ctx, found.value);
    else explain(id, found);
  });
}

/** Prints why something was refused; returns false when nothing was. */
function explain(id: string, result: Result<unknown, CaseRefusal>): boolean {
  if (result.ok) return false;
  const { error } = result;
  const list = '`npm run shop -- withdrawals list` shows the ids.';
  if (error.kind === 'closed') console.error(`${id} is ${error.state} already. Nothing was changed.`);
  else if (error.kind === 'ambiguous') console.error(`Several withdrawals begin with ${id}. Write more of the id.`);
  else if (error.kind === 'too_short') console.error(`Write at least four characters of the id. ${list}`);
  else console.error(`There is no withdrawal ${stripControlCharacters(id)}. ${list}`);
  process.exitCode = 1;
  return true;
}

async function show({ db, now }: Context, withdrawalCase: WithdrawalCase): Promise<void> {
  const order = withdrawalCase.order_id ? await findOrder(db.read, withdrawalCase.order_id) : undefined;
  console.log(
    [
      lineOf(withdrawalCase, now()),
      `  Id ${withdrawalCase.id}`,
      ...(withdrawalCase.goods_back_at
        ? [`  Goods back or proof seen: ${berlinTime(withdrawalCase.goods_back_at)}`]
        : []),
      ...(withdrawalCase.closed_at
        ? [
            stripControlCharacters(
              `  Closed ${berlinTime(withdrawalCase.closed_at)}: ${withdrawalCase.closed_reason ?? 'no reason noted'}`,
            ),
          ]
        : []),
      ...(order
        ? orderLines(withdrawalCase, order)
        : ['  No order has this number. Look for it by name and email: the withdrawal is valid all the same.']),
      ...(isOpen(stateOf(withdrawalCase))
        ? nextSteps(withdrawalCase, order, order && (await leftOfSold(db.read, order)))
        : []),
    ].join('\n'),
  );
}

function orderLines(withdrawalCase: WithdrawalCase, order: StoredOrder): string[] {
  return [
    `  Order ${order.orderNumber} of ${berlinTime(order.orderedAt)}, ${order.status}` +
      (withdrawalCase.verified ? '' : `, ordered with ${order.email}`),
    ...order.lines.map(
      ({ quantity, code, name, price, withdrawal }) =>
        `    ${quantity} × ${code}  ${name}  ${formatPrice(price * quantity)}` +
        (withdrawal === 'none' ? '' : `  (exception from the right of withdrawal: ${withdrawal})`),
    ),
    `    Shipping ${formatPrice(order.shipping)}, deposit ${formatPrice(order.deposit)}, ` +
      `refunded ${formatPrice(order.refunded)}`,
  ];
}

/** `voucherLeft`: what is left of the gift voucher that the order bought, if it bought one. */
function nextSteps(
  withdrawalCase: WithdrawalCase,
  order: StoredOrder | undefined,
  voucherLeft: Cents | undefined,
): string[] {
  const { part } = withdrawalCase;
  if (order?.payment === 'pending')
    return ['  The order is not paid, so there is nothing to refund. Its cancellation settles the withdrawal.'];
  const done = `withdrawals done ${short(withdrawalCase)}`;
  if (voucherLeft === 0) return [`  Nothing is left on the gift voucher. Next, if that settles it: ${done}.`];
  const sum = order && suggestedRefund(part, order, voucherLeft);
  const refund = order ? `npm run shop -- orders refund ${order.orderNumber}` : 'a refund';
  const mayWait = isAwaited(withdrawalCase);
  const steps = [
    ...(mayWait ? [`withdrawals goods-back ${short(withdrawalCase)}`] : []),
    ...(part ? [`${refund} --amount …`, done] : [refund]),
  ];
  return [
    `  Refund by ${lastRefundDay(withdrawalCase)} (§357(1) BGB)` +
      (mayWait ? '; it may wait until the goods or proof of sending have arrived (§357(4) BGB).' : '.'),
    sum === undefined
      ? '  A part was withdrawn, or the order is unknown: choose the sum by the goods, without shipping.'
      : voucherLeft === undefined
        ? `  Suggested refund: ${formatPrice(sum)}, with the standard shipping and less earlier refunds.`
        : `  Suggested refund: ${formatPrice(sum)}, which is left on the gift voucher.`,
    `  Next: ${steps.join(', then ')}.`,
  ];
}
