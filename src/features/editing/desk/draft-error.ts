import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { Translate } from '#src/i18n/translate.ts';
import type { DraftRefusal } from '../server/drafts.service.ts';
import { fieldName, mistakeText, problemsOf } from './product-words.ts';

/** The refused fields of a form with what is wrong in each. */
export const markedIn = (t: Translate, mistakes: readonly Mistake[]): Pick<DeskError, 'marked' | 'mistakes'> => {
  const own = mistakes.filter(({ field }) => field);
  return {
    marked: own.map(({ field }) => field!),
    mistakes: Object.fromEntries(own.map((mistake) => [mistake.field, mistakeText(t, mistake)])),
  };
};

/** The desk's message about a publication that was refused. */
export const publishError = (
  t: Translate,
  mistakes: readonly Mistake[],
  kind: 'not_published' | 'not_planned' = 'not_published',
): DeskError => ({
  kind,
  values: { problems: problemsOf(t, mistakes) },
  canBeMeant: mistakes.some(isJump),
  // A tick helps if nothing else is wrong.
  ...(mistakes.every(isJump) && { marked: ['acceptsJumps'] }),
});

const isJump = ({ reason }: Mistake): boolean => reason?.key === 'priceJump' || reason?.key === 'paidJump';

/** The desk's message about a draft that was not saved. `code`: names the product on a page with several. */
export function draftError(t: Translate, refusal: DraftRefusal, code = ''): DeskError {
  const inputOf = (field = '') => (code ? `${field}-${code}` : field);
  switch (refusal.kind) {
    case 'invalid': {
      const marked = refusal.mistakes.map(({ field }) => inputOf(field));
      return {
        kind: 'invalid_fields',
        values: { problems: `${code} ${problemsOf(t, refusal.mistakes)}`.trim() },
        marked,
        mistakes: markedIn(t, refusal.mistakes).mistakes!,
      };
    }
    case 'conflict': {
      const fields = refusal.conflicts.map(({ field }) => (field ? fieldName(t, field) : code)).join(', ');
      const marked = refusal.conflicts.map(({ field }) => inputOf(field));
      return { kind: 'stale_fields', values: { what: code ? `${code} (${fields})` : fields }, marked };
    }
    default:
      return { kind: refusal.kind };
  }
}
