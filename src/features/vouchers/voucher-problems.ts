/** Why a known voucher pays nothing. */
export const VOUCHER_PROBLEMS = ['voucher_expired', 'voucher_locked', 'voucher_empty'] as const;
export type VoucherProblem = (typeof VOUCHER_PROBLEMS)[number];
