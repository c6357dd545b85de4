import { Command, Option } from 'commander';
import { answerCase, type AnswerRefusal } from '#src/features/refunds/server/case-answer.service.ts';
import { decideCase, type CaseRefusal } from '#src/features/refunds/server/payment-case.service.ts';
import { findCasesOf } from '#src/features/orders/server/payment-case.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import { fail, withOrder } from './named-orders.ts';

const REFUSED: Record<CaseRefusal['kind'], string> = {
  case_closed: 'this case is closed already. Nothing was done.',
  case_refund_waits:
    'a refund of this order still waits for PayPal. Decide when `orders show` says how it ended. Nothing was done.',
  case_not_decided:
    'PayPal has not decided yet. Write --drop to release the parcel, --lost if it decided for the buyer, or wait. Nothing was done.',
};

const ANSWER_REFUSED: Record<AnswerRefusal['kind'], string> = {
  case_closed: 'only an open dispute can be answered. Nothing was done.',
  case_answered: 'PayPal gets this answer only once. Nothing was done.',
  case_no_note: 'write --note "…" with a few words to PayPal. Nothing was done.',
  case_refused: 'PayPal does not take this answer',
};

interface Options {
  accept?: true;
  lost?: true;
  drop?: true;
  evidence?: true;
  acceptClaim?: true;
  note?: string;
  id?: string;
}

const ACTS = ['accept', 'lost', 'drop', 'evidence', 'acceptClaim'] as const;
const NAMES = '--evidence, --accept-claim, --accept, --lost or --drop';

/** Answers or decides a dispute or chargeback. */
export function caseCommand(): Command {
  return new Command('case')
    .description('answer a dispute at PayPal, or settle a dispute or chargeback, so that the parcel is no longer held')
    .argument('<number...>')
    .option('--evidence', 'send PayPal what the shop can prove: invoice, tracking, mails, texts')
    .option('--accept-claim', 'the buyer is right: PayPal refunds the disputed amount')
    .option('--note <text>', 'your words to PayPal, for --evidence and --accept-claim')
    .addOption(new Option('--accept', 'accept that the money is lost, and write a credit note').conflicts('drop'))
    .option('--lost', 'the same for an open dispute that PayPal decided for the buyer')
    .option('--drop', 'the money is back or the case is settled, so change nothing')
    .option('--id <id>', 'PayPal’s number of the case, when there are several')
    .action((words: string[], options: Options) =>
      withOrder(words, async (ctx, order) => {
        const [act, ...others] = ACTS.filter((name) => options[name]);
        if (!act || others.length > 0) return fail(`Write one of ${NAMES}. Nothing was done.`);
        const open = (await findCasesOf(ctx.db.read, order.checkoutId)).filter(
          (row) => row.state !== 'closed' && (!options.id || row.id === options.id),
        );
        const [row, ...more] = open;
        if (!row) return fail(`${order.orderNumber} has no such open case. Nothing was done.`);
        if (more.length > 0)
          return fail(`Write --id with one of: ${open.map((known) => known.id).join(', ')}. Nothing was done.`);
        const about = `${order.orderNumber}: ${row.kind} ${row.id}`;
        if (act === 'evidence' || act === 'acceptClaim') {
          const kind = act === 'evidence' ? 'evidence' : 'accept';
          const answered = await answerCase(ctx, order, { caseId: row.id, kind, note: options.note ?? '' });
          if (!answered.ok) {
            const { error } = answered;
            const issue = error.kind === 'case_refused' ? ` (${error.issue}).` : '';
            return fail(`${order.orderNumber}: ${ANSWER_REFUSED[error.kind]}${issue}`);
          }
          const waits = 'PayPal did not answer yet. The running shop tries again.';
          console.log(`${about} ${answered.value === 'sent' ? 'answered.' : waits}`);
          return undefined;
        }
        const decided = await decideCase(ctx, order, row.id, act);
        if (!decided.ok) return fail(`${order.orderNumber}: ${REFUSED[decided.error.kind]}`);
        const done =
          act === 'drop' ? 'closed without a change of money.' : `${formatPrice(row.amount_cents)} given up.`;
        console.log(`${about} ${done}`);
        return undefined;
      }),
    );
}
