import type { FieldErrors } from '#src/ui/form/form-errors.ts';

/** The form's fields. The law forbids asking for a reason. */
export interface WithdrawalValues {
  name: string;
  email: string;
  /** The order's number, or a description of the order. */
  orderNumber: string;
  /** Empty means the whole order. */
  part: string;
}

/** The step between empty form and receipt, with its values. The page works with and without scripts. */
export interface WithdrawalState {
  step: 'edit' | 'review' | 'done';
  values: WithdrawalValues;
  errors?: FieldErrors;
  problem?: string;
  /** The message after a withdrawal was received. */
  detail?: string;
}
