import { emailKey } from '#src/server/auth/email.ts';
import { explainField, passwordError, replaceSession } from '#src/features/account/server/account.endpoints.ts';
import { deviceToken } from '#src/features/account/server/known-device.ts';
import { newPasswordProblem } from '#src/server/auth/new-password.ts';
import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { orderAccountSchema } from '../order.schema.ts';
import { findKeyedOrder } from './guest-order.ts';
import { openAccountFromOrder } from './order-takeover.service.ts';

/**
 * Creates an account from a guest's order. An order that the caller cannot open gets the same response as an unknown
 * one.
 */
export const openOrderAccount: Handler = async (call) => {
  const body = await readBody(call, orderAccountSchema, explainField(call));
  if (!body.ok) return body.error;
  const { key, password, confirmPassword = '' } = body.value;
  const found = await findKeyedOrder(call, call.params.orderNumber ?? '', key);
  // An account has an address, which the order of a gift voucher does not name.
  if (!found?.order.guestId || found.order.giftVoucher) return { kind: 'not_found' };
  const problem = await newPasswordProblem(password, confirmPassword);
  if (problem) return passwordError(call, problem);
  const refused = await takeAttempt(call, {
    register_address: call.address,
    takeover_email: emailKey(found.order.email),
  });
  if (refused) return refused;
  const opened = await openAccountFromOrder(call.ctx, {
    ...found,
    password,
    locale: call.locale,
    device: deviceToken(call),
  });
  if (!opened.ok) return opened.error;
  const t = translator(call.locale);
  if (opened.value === 'mailed')
    return freshJson({ detail: t('checkout:account.mailed', { email: found.order.email }) }, { status: 202 });
  await replaceSession(call, opened.value);
  return freshJson({ detail: t('checkout:account.created'), client: opened.value.client }, { status: 201 });
};
