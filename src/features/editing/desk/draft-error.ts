import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { Translate } from '#src/i18n/translate.ts';
import type { DraftRefusal } from '../server/drafts.service.ts';
import { fieldName, problemsOf } from './product-words.ts';

/** The desk's message about a draft that was not saved. `code`: names the product on a page with several. */
export function draftError(t: Translate, refusal: DraftRefusal, code = ''): DeskError {
  switch (refusal.kind) {
    case 'invalid': {
      const marked = refusal.mistakes.map(({ field }) => `${field}-${code}`);
      return {
        kind: 'invalid_fields',
        values: { problems: `${code} ${problemsOf(t, refusal.mistakes)}`.trim() },
        marked,
      };
    }
    case 'conflict': {
      const fields = refusal.conflicts.map(({ field }) => (field ? fieldName(t, field) : code)).join(', ');
      const marked = refusal.conflicts.map(({ field }) => `${field}-${code}`);
      return { kind: 'stale_fields', values: { what: code ? `${code} (${fields})` : fields }, marked };
    }
    default:
      return { kind: refusal.kind };
  }
}
