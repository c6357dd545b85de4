import { Command, InvalidArgumentError } from 'commander';
import type { DeliveryStatus } from '#src/features/checkout/order.ts';
import { moveDelivery } from '#src/features/checkout/server/delivery.service.ts';
import { addressLines } from '#src/features/checkout/parcel-point.ts';
import { readEvidence } from '#src/features/checkout/server/evidence.ts';
import { findLatestOrders, findOrderByNumber, type StoredOrder } from '#src/features/checkout/server/order.repository.ts';
import { reconcile } from '#src/features/checkout/server/reconcile.service.ts';
import { isFinal, refundOrder, type RefundRefusal } from '#src/features/checkout/server/refund.service.ts';
import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { toCents, type Cents } from '#src/shared/money.ts';
import { evidenceCommand } from './evidence-command.ts';
import { invoiceCommand } from './invoice-command.ts';
import { wholeNumber } from './whole-number.ts';
import { withdrawalLines } from './withdrawals-command.ts';
import { withContext } from '#src/server/with-context.ts';

export function ordersCommand(): Command {
  const orders = new Command('orders').description('List, pack, send and refund orders.');
  orders
    .command('list')
    .description('the latest orders, newest first: time, number, status, total, city')
    .option('--limit <n>', 'number of lines', wholeNumber, 50)
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
    .description('print one order: lines, address, payment')
    .action((number: string) => withOrder(number, ({ db, now }, order) => show(db.read, order, now())));
  orders.addCommand(invoiceCommand());
  orders.addCommand(evidenceCommand());
  for (const [verb, to, description] of [
    ['pack', 'not_with_carrier', 'mark the parcel as packed'],
    ['hand-over', 'with_carrier', 'mark the parcel as handed to the carrier'],
    ['deliver', 'delivered', 'mark the parcel as delivered'],
  ] as [string, DeliveryStatus, string][])
    orders
      .command(`${verb} <number>`)
      .description(description)
      .action((number: string) =>
        withOrder(number, async (ctx, order) => {
          const moved = await moveDelivery(ctx, order, to);
          if (moved.ok) console.log(`${order.orderNumber}: ${to}`);
          else fail(`${order.orderNumber} is ${moved.error.status}; ${verb} needs ${moved.error.needs.join(' or ')}.`);
        }),
      );
  orders
    .command('refund <number>')
    .description('refund through PayPal: all that is left, or a part')
    .option('--amount <euro>', 'refund only a part, such as 4.99', cents)
    .option('--restock', 'put the goods back into stock; only with a full refund')
    .action((number: string, { amount, restock = false }: { amount?: number; restock?: boolean }) =>
      withOrder(number, async (ctx, order) => {
        const refunded = await refundOrder(ctx, order, { amount, restock });
        if (refunded.ok) console.log(`${order.orderNumber}: ${formatPrice(refunded.value)} refunded.`);
        else fail(`${order.orderNumber}: ${explain(refunded.error)}`);
      }),
    );
  orders
    .command('reconcile')
    .description('ask PayPal about everything that is not final, as the running shop does every 30 seconds')
    .action(() =>
      withContext(async (ctx) => {
        if (await reconcile(ctx)) console.log('Done.');
        else fail('The running shop is reconciling right now. Nothing was done.');
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
    return `--restock needs a full refund (${formatPrice(error.left)}). Refund the part without --restock, then: npm run shop -- stock add <code> <n>. Nothing was done.`;
  if (isFinal(error)) return `PayPal refuses the refund for good (${error.issue}).`;
  return `PayPal did not confirm the refund (${error.issue}). It is written down; the running shop tries again.`;
}

const fail = (text: string) => {
  console.error(text);
  process.exitCode = 1;
};

async function withOrder(number: string, act: (ctx: Context, order: StoredOrder) => Promise<void>): Promise<void> {
  await withContext(async (ctx) => {
    const order = await findOrderByNumber(ctx.db.read, number.toUpperCase());
    if (order) await act(ctx, order);
    else fail(`There is no order ${number}. \`npm run shop -- orders list\` shows the numbers.`);
  });
}

async function show(db: Reader, order: StoredOrder, now: Date): Promise<void> {
  const invoices = await findInvoicesOf(db, [order.id]);
  const evidence = await readEvidence(db, order.checkoutId);
  const withdrawals = await withdrawalLines(db, order.id, now);
  const lines = order.lines.map(
    ({ quantity, code, name, price }) => `  ${String(quantity).padStart(2)} × ${code}  ${name}  ${formatPrice(price * quantity)}`,
  );
  console.log(
    [
      `${order.orderNumber}  ${order.orderedAt}  ${order.status} (payment: ${order.payment}, delivery: ${order.delivery})`,
      ...lines,
      `  Shipping ${formatPrice(order.shipping)}, deposit ${formatPrice(order.deposit)}, total ${formatPrice(order.total)}` +
        (order.refunded ? `, refunded ${formatPrice(order.refunded)}` : ''),
      ...[...addressLines(order.address), 'Deutschland'].map((line) => `  ${line}`),
      `  ${order.email}  PayPal capture ${order.captureId ?? 'none'}`,
      ...invoices.map((row) => `  ${row.number}  ${row.issued_at}  ${formatPrice(row.total_cents)}  SHA-256 ${row.digest}`),
      ...evidence.map(([name, digest]) => `  ${name}  SHA-256 ${digest}`),
      ...withdrawals.map((line) => `  ${line}`),
    ].join('\n'),
  );
}
