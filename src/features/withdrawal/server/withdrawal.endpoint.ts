import { formatDateTime } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import type { Call } from '#src/server/http/call.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { savedShop } from '#src/server/shop-file.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { withdrawalSchema } from '../withdrawal.schema.ts';
import type { WithdrawalValues } from '../withdrawal.ts';
import { isBuyer, receiveWithdrawal } from './withdrawal.service.ts';

const TEXTS = { name: 'full_name', email: 'email', orderNumber: 'order_number', part: 'part' } as const;

/** Returns the message for an invalid field of the form. */
export const explainWithdrawal = (locale: Locale) => (field: string) =>
  translator(locale)(`errors:field.${TEXTS[field as keyof typeof TEXTS] ?? 'text'}`);

export interface ReceivedWithdrawal {
  detail: string;
  receivedAt: string;
}

/**
 * Accepts a withdrawal within the limits; past them the error names the mail address, which always works. Addresses
 * without an order have a lower limit for receipts, because strangers could send them to anybody. Past it the
 * withdrawal is stored without a receipt.
 */
export async function acceptWithdrawal(
  { ctx, locale, address }: Pick<Call, 'ctx' | 'locale' | 'address'>,
  values: WithdrawalValues,
): Promise<Result<ReceivedWithdrawal, HttpError>> {
  const refused = await takeAttempt({ ctx }, { withdrawal_address: address, withdrawal_email: emailKey(values.email) });
  const shopEmail = savedShop(ctx).contact.email;
  if (refused)
    return fail({ ...refused, kind: 'too_many_withdrawals', values: { ...refused.values, email: shopEmail } });
  const unacknowledged = (await isBuyer(ctx, values))
    ? undefined
    : await takeAttempt({ ctx }, { receipt_address: address, receipt_email: emailKey(values.email) });
  const { created_at: receivedAt } = await receiveWithdrawal(ctx, locale, values, { acknowledge: !unacknowledged });
  const time = formatDateTime(receivedAt, locale);
  if (unacknowledged)
    return fail({
      ...unacknowledged,
      kind: 'withdrawal_unacknowledged',
      values: { ...unacknowledged.values, time, email: shopEmail },
    });
  return ok({ detail: translator(locale)('withdrawal:success', { time }), receivedAt });
}

export const declareWithdrawal: Handler = async (call) => {
  const body = await readBody(call, withdrawalSchema, (field) => explainWithdrawal(call.locale)(field));
  if (!body.ok) return body.error;
  const accepted = await acceptWithdrawal(call, body.value);
  return accepted.ok ? freshJson(accepted.value, { status: 201 }) : accepted.error;
};
