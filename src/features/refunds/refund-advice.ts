/** Advice for refunds that PayPal refuses, by PayPal's code. Unknown codes: look at PayPal. */
const REFUND_ADVICE = {
  REFUND_NOT_ALLOWED: 'elsewhere',
  REFUND_TIME_LIMIT_EXCEEDED: 'elsewhere',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'elsewhere',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'elsewhere',
  REFUND_IS_RESTRICTED: 'elsewhere',
  FAILED: 'elsewhere',
  CANCELLED: 'elsewhere',
  PARTIAL_REFUND_NOT_ALLOWED: 'whole',
  TRANSACTION_DISPUTED: 'dispute',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK: 'chargeback',
  CAPTURE_FULLY_REFUNDED: 'refunded',
  REFUND_AMOUNT_EXCEEDED: 'refunded',
  REFUND_FAILED_INSUFFICIENT_FUNDS: 'funds',
  PENDING_CAPTURE: 'pending',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'account',
  PAYEE_ACCOUNT_RESTRICTED: 'account',
  PERMISSION_DENIED: 'account',
} as const;

type RefundAdvice = (typeof REFUND_ADVICE)[keyof typeof REFUND_ADVICE] | 'look';

const isKnown = (issue: string): issue is keyof typeof REFUND_ADVICE => Object.hasOwn(REFUND_ADVICE, issue);

export const adviceFor = (issue: string): RefundAdvice => (isKnown(issue) ? REFUND_ADVICE[issue] : 'look');
