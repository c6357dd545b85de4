import { ok, type Result } from '#src/shared/result.ts';
import type { PaypalError, PaypalGateway, PaypalTransaction } from '../paypal.ts';

/** PayPal returns at most 31 days at once. */
const WINDOW_MS = 30 * 86_400_000;

/** All transactions of the account in a period, each once, in windows and pages. */
export async function listAllTransactions(
  paypal: Pick<PaypalGateway, 'listTransactions'>,
  since: Date,
  now: Date,
): Promise<Result<PaypalTransaction[], PaypalError>> {
  const listed = new Map<string, PaypalTransaction>();
  // PayPal's times are whole seconds, and both ends of a window belong to it.
  const begin = since.getTime() - (since.getTime() % 1000);
  for (let from = new Date(begin); from < now; from = new Date(from.getTime() + WINDOW_MS)) {
    const until = new Date(Math.min(from.getTime() + WINDOW_MS - 1, now.getTime()));
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await paypal.listTransactions({ from, until }, page);
      if (!answer.ok) return answer;
      pages = answer.value.pages;
      // A payment that PayPal adds meanwhile moves others to the next page.
      for (const transaction of answer.value.transactions) listed.set(transaction.id, transaction);
    }
  }
  return ok([...listed.values()]);
}

/** Whether money came in by a payment, such as general or express checkout. Others are refunds, fees and withdrawals. */
export const isPayment = ({ code, amount }: Pick<PaypalTransaction, 'code' | 'amount'>): boolean =>
  code.startsWith('T00') && amount > 0;
