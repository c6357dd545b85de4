/** Kind of the refusal of a gift voucher because another order was found; `detail` is that order's number. */
export const ORDERED_BEFORE = 'ordered_before';
