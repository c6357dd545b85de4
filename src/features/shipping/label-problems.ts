import type { Translate } from '#src/i18n/translate.ts';
import type { LabelProblem } from './carrier.ts';

/** Fields whose refusal needs more than the carrier's words. */
const EXPLAINED = ['country', 'parcel_point', 'weight', 'sender', 'account', 'other'] as const;

function problemLine({ field, most, words }: LabelProblem, t: Translate): string {
  const named = t(`desk:labels.fields.${field}`);
  if (words) return t('desk:labels.said', { field: named, words });
  const explained = EXPLAINED.find((name) => name === field);
  return explained ? t(`desk:labels.why.${explained}`) : t('desk:labels.tooLong', { field: named, most: most ?? 0 });
}

/** Why a carrier made no label, in sentences. */
export const labelProblems = (problems: LabelProblem[], t: Translate): string =>
  problems.map((problem) => problemLine(problem, t)).join(' ');
