import { Command } from 'commander';
import { findMissingPayments } from '#src/features/checkout/server/missing-payments.service.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { plain } from '../plain.ts';
import { sinceDay } from '../since-day.ts';
import { noAnswer } from './paypal-answer.ts';
import { fail } from './named-orders.ts';

/** The verb for the hour after a restored backup. */
export const missingCommand = (): Command =>
  new Command('missing')
    .description('ask PayPal for payments that the shop does not know, for example after a backup was restored')
    .requiredOption('--since <day>', 'from this day on, in Germany', sinceDay)
    .action(({ since }: { since: string }) => withContext((ctx) => listMissingPayments(ctx, new Date(since))));

/** Prints the payments; fails the command when there are some or PayPal does not answer. */
export async function listMissingPayments(ctx: Context, since: Date): Promise<void> {
  const found = await findMissingPayments(ctx, since);
  if (!found.ok) return fail(noAnswer(ctx, found.error));
  for (const { id, at, amount, currency, name, email, checkoutId } of found.value) {
    const money = currency === 'EUR' ? formatPrice(amount) : `${(amount / 100).toFixed(2)} ${currency}`;
    console.log(plain([berlinTime(at), id, money, name ?? '?', email ?? '?', `checkout ${checkoutId ?? '?'}`].join('  ')));
  }
  if (found.value.length === 0) console.log('The shop knows all payments. PayPal lists one up to three hours after it was made.');
  else
    fail(
      `${found.value.length} payments without an order. First run: npm run shop -- orders reconcile. For those that remain, send the goods by hand or refund them at PayPal.`,
    );
}
