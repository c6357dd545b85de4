import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { Translate } from '#src/i18n/translate.ts';
import type { DraftRefusal } from '../server/drafts.service.ts';
import { fieldName, problemsOf } from './product-words.ts';

/** What the desk says about a draft that was not saved. `code`: names the product where the page shows several. */
export function draftError(t: Translate, refusal: DraftRefusal, code = ''): DeskError {
  switch (refusal.kind) {
    case 'invalid':
      return { kind: 'invalid_fields', values: { problems: `${code} ${problemsOf(t, refusal.mistakes)}`.trim() } };
    case 'conflict': {
      const fields = refusal.conflicts.map(({ field }) => (field ? fieldName(t, field) : code)).join(', ');
      return { kind: 'stale_fields', values: { what: code ? `${code} (${fields})` : fields } };
    }
    default:
      return { kind: refusal.kind };
  }
}
