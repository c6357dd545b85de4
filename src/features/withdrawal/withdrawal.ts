import type { FieldErrors } from '#src/ui/form/form-errors.ts';

/** What the form asks for; no reason is. */
export interface WithdrawalValues {
  name: string;
  email: string;
  /** Of the order, or words that name it. */
  orderNumber: string;
  /** Empty: the whole order. */
  part: string;
}

/** Where somebody stands on the way from the empty form to the receipt, for the page with and without scripts. */
export interface WithdrawalStand {
  step: 'edit' | 'review' | 'done';
  values: WithdrawalValues;
  errors?: FieldErrors;
  problem?: string;
  /** Said of a withdrawal that has arrived. */
  detail?: string;
}
