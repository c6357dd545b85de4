import { Command } from 'commander';
import { findMissingPayments } from '#src/features/checkout/server/missing-payments.service.ts';
import type { PaypalTransaction } from '#src/server/gateways/paypal.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Context } from '#src/server/context.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { stripControlCharacters } from '#src/cli/strip-control-characters.ts';
import { jsonOption, printJson } from '#src/cli/json.ts';
import { sinceDay } from '#src/cli/since-day.ts';
import { noAnswer } from './paypal-answer.ts';
import { fail } from './named-orders.ts';

/** The command to run after restoring a backup. */
export const missingCommand = (): Command =>
  new Command('missing')
    .description('list PayPal’s payments that the shop does not know, for example after a restore')
    .requiredOption('--since <day>', 'the first day, in German time', sinceDay)
    .addOption(jsonOption())
    .action(({ since, json }: { since: string; json?: true }) =>
      withContext((ctx) => listMissingPayments(ctx, new Date(since), { json })),
    );

/** Prints the payments; fails the command when there are any or PayPal does not respond. */
export async function listMissingPayments(
  ctx: Context,
  since: Date,
  { json }: { json?: true | undefined } = {},
): Promise<void> {
  const found = await findMissingPayments(ctx, since);
  if (!found.ok) return fail(noAnswer(ctx, found.error));
  const count = found.value.length;
  if (json)
    printJson(
      found.value.map(({ id, at, amount, currency, name = null, email = null, checkoutId = null }) => ({
        ...{ captureId: id, at, amountCents: amount, currency, name, email, checkoutId },
      })),
    );
  else for (const payment of found.value) console.log(lineOf(payment));
  if (count === 0 && !json)
    console.log('The shop knows all payments. PayPal lists one up to three hours after it was made.');
  if (count > 0)
    fail(
      `${count} ${count === 1 ? 'payment' : 'payments'} without an order. First run: ` +
        'npm run shop -- orders reconcile. For those that remain, send the goods by hand or refund them at PayPal.',
    );
}

function lineOf({ id, at, amount, currency, name, email, checkoutId }: PaypalTransaction): string {
  const money = currency === 'EUR' ? formatPrice(amount) : `${(amount / 100).toFixed(2)} ${currency}`;
  return stripControlCharacters(
    [berlinTime(at), id, money, name ?? '?', email ?? '?', `checkout ${checkoutId ?? '?'}`].join('  '),
  );
}
