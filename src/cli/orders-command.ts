import { Command, InvalidArgumentError } from 'commander';
import type { DeliveryStatus } from '#src/features/checkout/order.ts';
import { moveDelivery } from '#src/features/checkout/server/delivery.service.ts';
import { addressLines } from '#src/features/checkout/server/order-mails.ts';
import { findLatestOrders, findOrderByNumber, type StoredOrder } from '#src/features/checkout/server/order.repository.ts';
import { reconcile } from '#src/features/checkout/server/reconcile.service.ts';
import { isFinal, refundOrder, type RefundRefusal } from '#src/features/checkout/server/refund.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import { toCents, type Cents } from '#src/shared/money.ts';
import { wholeNumber } from './whole-number.ts';
import { withContext } from '#src/server/with-context.ts';

export function ordersCommand(): Command {
  const orders = new Command('orders').description('Orders: what to pack, to send and to refund.');
  orders
    .command('list')
    .description('the latest orders, newest first: when, number, status, total, city')
    .option('--limit <n>', 'how many', wholeNumber, 50)
    .action(({ limit }: { limit: number }) =>
      withContext(async ({ db }) => {
        const found = await findLatestOrders(db.read, limit);
        for (const { orderedAt, orderNumber, status, total, address } of found)
          console.log([orderedAt, orderNumber, status.padEnd(16), formatPrice(total).padStart(12), address.city].join('  '));
        if (found.length === 0) console.log('No orders yet.');
      }),
    );
  orders
    .command('show <number>')
    .description('one order: lines, address, payment')
    .action((number: string) => withOrder(number, async (_, order) => show(order)));
  for (const [verb, to, description] of [
    ['pack', 'not_with_carrier', 'the parcel is packed, but not with the carrier yet'],
    ['hand-over', 'with_carrier', 'the carrier has the parcel'],
    ['deliver', 'delivered', 'the parcel has arrived'],
  ] as [string, DeliveryStatus, string][])
    orders
      .command(`${verb} <number>`)
      .description(description)
      .action((number: string) =>
        withOrder(number, async (ctx, order) => {
          const moved = await moveDelivery(ctx, order, to);
          if (moved.ok) console.log(`${order.orderNumber}: ${to}`);
          else complain(`${order.orderNumber} is ${moved.error.status}; ${verb} needs ${moved.error.needs.join(' or ')}.`);
        }),
      );
  orders
    .command('refund <number>')
    .description('gives the money back through PayPal, all that is left or a part')
    .option('--amount <euro>', 'a part, such as 4.99', cents)
    .option('--restock', 'the goods go back into the stock; only with all of the money')
    .action((number: string, { amount, restock = false }: { amount?: number; restock?: boolean }) =>
      withOrder(number, async (ctx, order) => {
        const refunded = await refundOrder(ctx, order, { amount, restock });
        if (refunded.ok) console.log(`${order.orderNumber}: ${formatPrice(refunded.value)} refunded.`);
        else complain(`${order.orderNumber}: ${explain(refunded.error)}`);
      }),
    );
  orders
    .command('reconcile')
    .description('asks PayPal about everything that is not final, as the running shop does every minute')
    .action(() =>
      withContext(async (ctx) => {
        if (await reconcile(ctx)) console.log('Done.');
        else complain('The running shop is at it right now. Nothing was done.');
      }),
    );
  return orders;
}

function cents(text: string): Cents {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('Write an amount above 0 in EUR. Example: --amount 4.99');
  return toCents(Number(text));
}

function explain(error: RefundRefusal): string {
  if (error.kind === 'nothing_to_refund') return `${formatPrice(error.left)} can be refunded. Nothing was done.`;
  if (error.kind === 'part_restocks_nothing')
    return `Only all of the money, ${formatPrice(error.left)}, brings the units back. Refund the part without --restock, then: npm run shop -- stock add <code> <n>. Nothing was done.`;
  if (isFinal(error)) return `PayPal refuses the refund for good (${error.issue}).`;
  return `PayPal did not confirm the refund (${error.issue}). It is written down; the running shop tries again.`;
}

const complain = (text: string) => {
  console.error(text);
  process.exitCode = 1;
};

async function withOrder(number: string, act: (ctx: Context, order: StoredOrder) => Promise<void>): Promise<void> {
  await withContext(async (ctx) => {
    const order = await findOrderByNumber(ctx.db.read, number.toUpperCase());
    if (order) await act(ctx, order);
    else complain(`There is no order ${number}. \`npm run shop -- orders list\` shows the numbers.`);
  });
}

async function show(order: StoredOrder): Promise<void> {
  const lines = order.lines.map(
    ({ quantity, code, name, price }) => `  ${String(quantity).padStart(2)} × ${code}  ${name}  ${formatPrice(price * quantity)}`,
  );
  console.log(
    [
      `${order.orderNumber}  ${order.orderedAt}  ${order.status} (payment: ${order.payment}, delivery: ${order.delivery})`,
      ...lines,
      `  Shipping ${formatPrice(order.shipping)}, deposit ${formatPrice(order.deposit)}, total ${formatPrice(order.total)}` +
        (order.refunded ? `, refunded ${formatPrice(order.refunded)}` : ''),
      ...addressLines(order.address).map((line) => `  ${line}`),
      `  ${order.email}  PayPal capture ${order.captureId ?? 'none'}`,
    ].join('\n'),
  );
}
