import { Command, Option } from 'commander';
import { RESEND_REASONS, type ResendReason } from '#src/features/orders/parcel.ts';
import { MOST_REASON, resendOrder, type ResendRefusal } from '#src/features/orders/server/resend.service.ts';
import { fail, withOrder } from './named-orders.ts';
import { unitsByCode, unitsOption, type Line } from './refund-command.ts';

interface Options {
  line: Line[];
  reason: ResendReason;
  text?: string;
}

export const resendCommand = (): Command =>
  new Command('resend')
    .description('send an order or some of its units again without a payment: stock is taken, and the buyer is mailed')
    .argument('<number...>')
    .option('--line <code=units>', 'send only these units again; may be repeated', unitsOption('--line'), [])
    .addOption(new Option('--reason <reason>', 'why').choices([...RESEND_REASONS]).makeOptionMandatory())
    .option('--text <words>', `the reason in words, at most ${MOST_REASON} characters; needed for "other"`)
    .action((words: string[], { line: lines, reason, text }: Options) =>
      withOrder(words, async (ctx, order) => {
        const units = lines.length > 0 ? unitsByCode(lines) : undefined;
        const sent = await resendOrder(ctx, order, { units, reason, ...(text && { text }) });
        if (!sent.ok) return fail(`${order.orderNumber} ${explain(sent.error)}`);
        console.log(`${order.orderNumber}: parcel ${sent.value.parcel} is to be packed.`);
      }),
    );

function explain(error: ResendRefusal): string {
  switch (error.kind) {
    case 'resend_too_early':
      return `is ${error.status}; only what was handed over can be sent again. Nothing was done.`;
    case 'resend_reason':
      return 'was not sent again: --reason other needs --text. Nothing was done.';
    case 'no_units':
      return 'was not sent again: --line must name at least one unit. Nothing was done.';
    case 'resend_units':
      return `was not sent again: of ${error.code}, at most ${error.most} can be. Nothing was done.`;
    case 'resend_waits':
      return `was not sent again: parcel ${error.parcel} with the same units is still to be packed. Nothing was done.`;
    case 'resend_recalled':
      return `was not sent again: ${error.product} is recalled. Nothing was done.`;
    case 'resend_stock':
      return `was not sent again: ${error.product} is not in stock or not for sale. Nothing was done.`;
  }
}
