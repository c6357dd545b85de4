import { z } from 'zod';
import type { PaypalError, PaypalErrorKind } from '../paypal.ts';

/**
 * PayPal's issues with a kind of their own; all others are `rejected`. From the errors of "capture", "update" and
 * "refund" in PayPal's Orders v2 and Payments v2.
 */
const KINDS: Record<string, PaypalErrorKind> = {
  INSTRUMENT_DECLINED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'declined',
  TRANSACTION_REFUSED: 'refused',
  TRANSACTION_BLOCKED_BY_PAYEE: 'refused',
  TRANSACTION_LIMIT_EXCEEDED: 'refused',
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: 'refused',
  PAYEE_BLOCKED_TRANSACTION: 'refused',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'refused',
  PAYER_ACCOUNT_RESTRICTED: 'refused',
  COMPLIANCE_VIOLATION: 'refused',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'refused',
  SHIPPING_ADDRESS_INVALID: 'bad_address',
  CITY_REQUIRED: 'bad_address',
  POSTAL_CODE_REQUIRED: 'bad_address',
  INVALID_COUNTRY_CODE: 'bad_address',
  ORDER_NOT_APPROVED: 'not_approved',
  PAYER_ACTION_REQUIRED: 'not_approved',
  ORDER_ALREADY_CAPTURED: 'already_captured',
  ORDER_ALREADY_COMPLETED: 'already_captured',
  CAPTURE_FULLY_REFUNDED: 'already_refunded',
  REFUND_AMOUNT_EXCEEDED: 'already_refunded',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'not_now',
  PENDING_CAPTURE: 'not_now',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'not_now',
  PAYEE_ACCOUNT_RESTRICTED: 'not_now',
  ORDER_COMPLETION_IN_PROGRESS: 'provider_down',
};

const errorSchema = z.object({
  name: z.string().optional(),
  /** Only in responses of the token call, which uses OAuth's format. */
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).default([]),
});

/** Reads the error of a response that is not 2xx. */
export function readError(status: number, body: unknown): PaypalError {
  const { name, error, debug_id: debugId, details } = errorSchema.safeParse(body).data ?? { details: [] };
  const issue = details.find((detail) => detail.issue)?.issue ?? name ?? error ?? `HTTP_${status}`;
  return { kind: kindOf(status, issue), issue, status, debugId };
}

function kindOf(status: number, issue: string): PaypalErrorKind {
  // 401 although the token is new: our credentials are wrong. 409: the same call is still in progress.
  if (status >= 500 || status === 429 || status === 409 || status === 401) return 'provider_down';
  if (status === 404) return 'not_found';
  // 403: the account lacks a right, which its owner can obtain.
  return KINDS[issue] ?? (status === 403 ? 'not_now' : 'rejected');
}
