/** Why a known voucher pays nothing. */
export const VOUCHER_PROBLEMS = ['voucher_expired', 'voucher_locked', 'voucher_empty', 'voucher_paid_back'] as const;
export type VoucherProblem = (typeof VOUCHER_PROBLEMS)[number];
