import { Command, Option } from 'commander';
import { decideCase, type CaseDecision, type CaseRefusal } from '#src/features/refunds/server/payment-case.service.ts';
import { findCasesOf } from '#src/features/orders/server/payment-case.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { fail, withOrder } from './named-orders.ts';

const REFUSED: Record<CaseRefusal['kind'], string> = {
  case_closed: 'this case is closed already. Nothing was done.',
  case_refund_waits:
    'a refund of this order still waits for PayPal. Decide when `orders show` says how it ended. Nothing was done.',
  case_not_decided: 'PayPal has not decided yet. Write --drop to release the parcel, or wait. Nothing was done.',
};

/** Decides a dispute or chargeback. */
export function caseCommand(): Command {
  return new Command('case')
    .description('settle a dispute or chargeback, so that the parcel is no longer held')
    .argument('<number...>')
    .addOption(new Option('--accept', 'accept that the money is lost, and write a credit note').conflicts('drop'))
    .option('--drop', 'the money is back or the case is settled, so change nothing')
    .option('--id <id>', 'PayPal’s number of the case, when there are several')
    .action((words: string[], { accept, drop, id }: { accept?: true; drop?: true; id?: string }) =>
      withOrder(words, async (ctx, order) => {
        if (!accept && !drop) return fail('Write --accept or --drop. Nothing was done.');
        const open = (await findCasesOf(ctx.db.read, order.checkoutId)).filter(
          (row) => row.state !== 'closed' && (!id || row.id === id),
        );
        const [row, ...more] = open;
        if (!row) return fail(`${order.orderNumber} has no such open case. Nothing was done.`);
        if (more.length > 0)
          return fail(`Write --id with one of: ${open.map((known) => known.id).join(', ')}. Nothing was done.`);
        const decision: CaseDecision = accept ? 'accept' : 'drop';
        const decided = await decideCase(ctx, order, row.id, decision);
        if (!decided.ok) return fail(`${order.orderNumber}: ${REFUSED[decided.error.kind]}`);
        const done = accept ? `${formatPrice(row.amount_cents)} given up.` : 'closed without a change of money.';
        console.log(`${order.orderNumber}: ${row.kind} ${row.id} ${done}`);
      }),
    );
}
