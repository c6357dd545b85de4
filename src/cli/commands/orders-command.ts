import { Command } from 'commander';
import { reconcile } from '#src/features/checkout/server/reconcile.service.ts';
import { withContext } from '#src/server/with-context.ts';
import { evidenceCommand } from './evidence-command.ts';
import { invoiceCommand } from './invoice-command.ts';
import { fileCommand } from './orders/file-command.ts';
import { labelsCommand } from './orders/labels-command.ts';
import { caseCommand } from './orders/case-command.ts';
import { changeCommand } from './orders/change-command.ts';
import { createCommand } from './orders/create-command.ts';
import { accountingCommands } from './orders/accounting-commands.ts';
import { deliveryCommands } from './orders/delivery-commands.ts';
import { listCommands } from './orders/list-commands.ts';
import { missingCommand } from './orders/missing-command.ts';
import { noAnswer } from './orders/paypal-answer.ts';
import { fail, withOrder } from './orders/named-orders.ts';
import { paidCommand } from './orders/paid-command.ts';
import { resendCommand } from './orders/resend-command.ts';
import { refundCommand } from './orders/refund-command.ts';
import { slipCommand } from './orders/slip-command.ts';
import { trackingListCommand } from './orders/tracking-list-command.ts';
import { showOrder } from './orders/show-order.ts';

export function ordersCommand(): Command {
  const orders = new Command('orders').description('Find, pack, send and refund orders.');
  for (const command of listCommands()) orders.addCommand(command);
  orders
    .command('show <number...>')
    .description(
      'print everything about an order: lines, address, payment, parcel, refunds, withdrawals, invoices, mails',
    )
    .action((words: string[]) => withOrder(words, (ctx, order) => showOrder(ctx, order)));
  orders.addCommand(invoiceCommand());
  orders.addCommand(evidenceCommand());
  orders.addCommand(slipCommand());
  orders.addCommand(labelsCommand());
  orders.addCommand(fileCommand());
  for (const command of deliveryCommands()) orders.addCommand(command);
  orders.addCommand(trackingListCommand());
  orders.addCommand(createCommand());
  orders.addCommand(changeCommand());
  orders.addCommand(resendCommand());
  orders.addCommand(paidCommand());
  orders.addCommand(refundCommand());
  orders.addCommand(caseCommand());
  orders.addCommand(missingCommand());
  for (const command of accountingCommands()) orders.addCommand(command);
  orders
    .command('reconcile')
    .description(
      'ask PayPal about all payments and refunds that are not final, as the running shop does every 30 seconds',
    )
    .action(() =>
      withContext(async (ctx) => {
        const login = await ctx.paypal.checkLogin();
        if (!login.ok) fail(`${noAnswer(ctx, login.error)} Nothing was done.`);
        else if (await reconcile(ctx)) console.log('Done.');
        else fail('The running shop is reconciling right now. Nothing was done.');
      }),
    );
  return orders;
}
