import { Command } from 'commander';
import type { Cents } from '#src/shared/money.ts';
import { recordTransfer } from '#src/features/transfers/server/transfer.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { euro } from '#src/cli/euro.ts';
import { fail, withOrder } from './named-orders.ts';

interface Options {
  amount: Cents;
  day?: string;
}

export const paidCommand = (): Command =>
  new Command('paid')
    .description('record that an order’s bank transfer has arrived: it gets its invoice and may be packed')
    .argument('<number...>')
    .requiredOption('--amount <euro>', 'the amount in your account, which must be the order’s total', euro)
    .option('--day <day>', 'the day of your bank’s booking, such as 2026-11-30 (default: today)')
    .action((words: string[], { amount, day = '' }: Options) =>
      withOrder(words, async (ctx, order) => {
        const { orderNumber, total } = order;
        if (amount !== total)
          return fail(
            `${orderNumber}: the order costs ${formatPrice(total)}, not ${formatPrice(amount)}. Nothing was done. ` +
              'Settle the difference with the buyer first.',
          );
        const recorded = await recordTransfer(ctx, order, { day });
        if (!recorded.ok && recorded.error.kind === 'transfer_day')
          return fail(`${orderNumber}: write a day from the order until today, such as 2026-11-30. Nothing was done.`);
        if (!recorded.ok)
          return fail(`${orderNumber}: this order does not wait for a bank transfer. Nothing was done.`);
        console.log(`${orderNumber}: paid. The buyer gets the invoice by email.`);
      }),
    );
