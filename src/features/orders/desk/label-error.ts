import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { LabelProblem } from '#src/features/shipping/carrier.ts';
import type { LabelRefusal } from '#src/features/shipping/server/label.service.ts';
import type { Translate } from '#src/i18n/translate.ts';
import { deliveryError } from './parcel-form.ts';

/** Fields whose refusal needs more than the carrier's words. */
const EXPLAINED = ['country', 'parcel_point', 'weight', 'sender', 'account', 'other'] as const;

function problemLine({ field, most, words }: LabelProblem, t: Translate): string {
  const named = t(`desk:labels.fields.${field}`);
  if (words) return t('desk:labels.said', { field: named, words });
  const explained = EXPLAINED.find((name) => name === field);
  return explained ? t(`desk:labels.why.${explained}`) : t('desk:labels.tooLong', { field: named, most: most ?? 0 });
}

export const labelProblems = (problems: LabelProblem[], t: Translate): string =>
  problems.map((problem) => problemLine(problem, t)).join(' ');

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
