import { fullName } from '#src/features/account/client.ts';
import { findOrdersOfClient, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { formatDate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { errorText } from '#src/server/http/errors.ts';
import type { Call } from '#src/server/http/call.ts';
import { isOwnForm } from '#src/server/http/csrf.ts';
import { withdrawalSchema } from '../withdrawal.schema.ts';
import type { WithdrawalState, WithdrawalValues } from '../withdrawal.ts';
import { explainWithdrawal, acceptWithdrawal } from './withdrawal.endpoint.ts';

/** The page's state and its HTTP status. */
type Answer = WithdrawalState & { status: number };
type Visit = Pick<Call, 'ctx' | 'locale' | 'address' | 'request'>;

/** The first step, filled with the customer's or the guest's data. The URL may name an order. */
export const emptyForm = (client: ClientRow | undefined, orderNumber: string, guestOrder?: StoredOrder): Answer => ({
  status: 200,
  step: 'edit',
  values: {
    name: client ? fullName(client) : (guestOrder?.clientName ?? ''),
    email: client?.email ?? guestOrder?.email ?? '',
    orderNumber,
    part: '',
  },
});

const CHOICES = 10;

/** Longer than any valid value. Refused text is shown again up to this length. */
const MOST_SHOWN = 2000;

/** A customer's latest orders. */
export async function ordersToChoose(
  { db }: Context,
  locale: Locale,
  clientId: string,
): Promise<{ number: string; date: string }[]> {
  const orders = await findOrdersOfClient(db.read, clientId);
  return orders
    .slice(0, CHOICES)
    .map(({ orderNumber, orderedAt }) => ({ number: orderNumber, date: formatDate(orderedAt, locale) }));
}

/** Handles the form when the browser sends it without a script, and returns the next step. */
export async function answerForm(visit: Visit): Promise<Answer> {
  const { request, locale, ctx } = visit;
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => String(form.get(name) ?? '');
  const read = (most?: number): WithdrawalValues => {
    const upTo = (name: string) => text(name).slice(0, most);
    return { name: upTo('name'), email: upTo('email'), orderNumber: upTo('orderNumber'), part: upTo('part') };
  };
  const shown = read(MOST_SHOWN);
  if (text('step') === 'edit') return { status: 200, step: 'edit', values: shown };
  const parsed = withdrawalSchema.safeParse(read());
  if (!parsed.success) {
    const explain = explainWithdrawal(locale);
    const names = parsed.error.issues.map(({ path }) => String(path[0]));
    const errors = Object.fromEntries(names.map((name) => [name, explain(name)]));
    return { status: 400, step: 'edit', values: shown, errors, problem: errorText({ kind: 'invalid_input' }, locale) };
  }
  const values: WithdrawalValues = parsed.data;
  if (text('step') !== 'confirm') return { status: 200, step: 'review', values };
  if (!isOwnForm(request, ctx.config.siteUrl))
    return { status: 403, step: 'review', values, problem: errorText({ kind: 'csrf_failed' }, locale) };
  const accepted = await acceptWithdrawal(visit, values);
  if (!accepted.ok) return { status: 429, step: 'review', values, problem: errorText(accepted.error, locale) };
  return { status: 200, step: 'done', values, detail: accepted.value.detail };
}
