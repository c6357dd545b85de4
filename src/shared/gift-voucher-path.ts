/** The page that sells gift vouchers. Not in paths.ts, which the cart's script contains. */
export const GIFT_VOUCHER_PATH = '/gift-voucher';
