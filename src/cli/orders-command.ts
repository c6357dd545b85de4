import { Command, InvalidArgumentError } from 'commander';
import { reconcile } from '#src/features/checkout/server/reconcile.service.ts';
import { isFinal, refundOrder, type RefundRefusal } from '#src/features/checkout/server/refund.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { toCents, type Cents } from '#src/shared/money.ts';
import { evidenceCommand } from './evidence-command.ts';
import { invoiceCommand } from './invoice-command.ts';
import { deliveryCommands } from './orders/delivery-commands.ts';
import { listCommands } from './orders/list-commands.ts';
import { fail, withOrder } from './orders/named-orders.ts';
import { slipCommand } from './orders/slip-command.ts';
import { showOrder } from './orders/show-order.ts';
import { withContext } from '#src/server/with-context.ts';

export function ordersCommand(): Command {
  const orders = new Command('orders').description('Find, pack, send and refund orders.');
  for (const command of listCommands()) orders.addCommand(command);
  orders
    .command('show <number...>')
    .description('print all about one order: lines, address, payment, parcel, refunds, withdrawals, invoices, mails')
    .action((words: string[]) => withOrder(words, ({ db, now }, order) => showOrder(db.read, order, now())));
  orders.addCommand(invoiceCommand());
  orders.addCommand(evidenceCommand());
  orders.addCommand(slipCommand());
  for (const command of deliveryCommands()) orders.addCommand(command);
  orders
    .command('refund <number...>')
    .description('refund through PayPal: all that is left, or a part')
    .option('--amount <euro>', 'refund only a part, such as 4.99', cents)
    .option('--restock', 'put the goods back into stock; only with a full refund')
    .action((words: string[], { amount, restock = false }: { amount?: number; restock?: boolean }) =>
      withOrder(words, async (ctx, order) => {
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
