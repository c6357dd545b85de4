import type { DeskError } from '#src/desk/server/desk-error.ts';
import { labelProblems } from '#src/features/shipping/label-problems.ts';
import type { LabelRefusal } from '#src/features/shipping/server/label.service.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { deliveryError } from './parcel-form.ts';

/** Why there is no label, in the desk's words. */
export function labelError(error: LabelRefusal, t: Translate): DeskError {
  switch (error.kind) {
    case 'label_refused':
      return { kind: error.kind, values: { problems: labelProblems(error.problems, t) } };
    case 'wrong_status':
      return deliveryError({ ...error, needs: [] });
    case 'held':
      return deliveryError(error);
    case 'unknown_parcel':
      return { kind: 'invalid_input' };
    default:
      return { kind: error.kind };
  }
}
