import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { confirmPassword } from '#src/desk/server/sign-in.service.ts';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import {
  checkHazard,
  findConcerned,
  findLeft,
  readRecalled,
  recallProduct,
  resumeSale,
  undoRecall,
  type Concerned,
  type Hazard,
  type LeftUnits,
  type Recalled,
  type RecallRefusal,
} from '../server/recall.service.ts';

const MOST_HAZARD = 2000;
const MOST_CODE = 20;

/** The name of the field for the possible harm, in one language. */
export const hazardField = (locale: Locale): string => `hazard-${locale}`;

export type RecallStep =
  | { step: 'write'; error?: DeskError }
  | {
      step: 'confirm';
      recalled: Recalled & { name: string };
      hazard: Hazard;
      concerned: Concerned[];
      left: LeftUnits;
      error?: DeskError;
    }
  | { step: 'done'; recalled: Recalled };

/** Shows the form, then the affected orders, then makes the recall. */
export async function answerRecall({ ctx, signedIn }: OpenDesk, form: DeskForm | undefined): Promise<RecallStep> {
  if (!form || form.has('change')) return { step: 'write' };
  const lot = form.text('scope') === 'all' ? undefined : form.text('lots');
  const read = await readRecalled(ctx.db.read, { code: form.text('code').slice(0, MOST_CODE), lot });
  if (!read.ok) return { step: 'write', error: recallError(read.error) };
  const hazards = Object.fromEntries(LOCALE_CODES.map((locale) => [locale, textOf(form, hazardField(locale))]));
  const checked = checkHazard(hazards);
  if (!checked.ok) return { step: 'write', error: recallError(checked.error) };
  const [recalled, hazard] = [read.value, checked.value];
  const concerned = await findConcerned(ctx.db.read, recalled);
  const left = await findLeft(ctx.db.read, recalled);
  const asked = { step: 'confirm', recalled, hazard, concerned, left } as const;
  if (!form.has('confirmed')) return asked;
  const refused = await confirmPassword(ctx, signedIn.staff, form.raw('current'));
  if (refused) return { ...asked, error: refused };
  if (form.text('confirmed') !== String(concerned.length)) return { ...asked, error: { kind: 'recall_changed' } };
  await recallProduct(ctx, recalled, hazard);
  return { step: 'done', recalled };
}

const textOf = (form: DeskForm, name: string): string => form.text(name).replaceAll('\r\n', '\n').slice(0, MOST_HAZARD);

function recallError(error: RecallRefusal): DeskError {
  switch (error.kind) {
    case 'unknown_product':
      return { kind: 'recall_product', marked: ['code'] };
    case 'recalls_set':
      return { kind: 'recall_set', marked: ['code'] };
    case 'empty_lot':
      return { kind: 'recall_lot', marked: ['lots'] };
    case 'too_many_lots':
      return { kind: 'recall_lots_too_long', marked: ['lots'] };
    case 'text_missing':
      return {
        kind: 'recall_text_missing',
        values: { languages: error.locales.map((locale) => LOCALES[locale].label).join(', ') },
        marked: error.locales.map(hazardField),
      };
    case 'belittling':
      return { kind: 'recall_belittles', values: { phrase: error.phrase }, marked: [hazardField(error.locale)] };
  }
}

/** Ends a recall, after the password. */
export async function endRecall(
  { ctx, signedIn }: OpenDesk,
  recalled: Recalled,
  form: DeskForm,
): Promise<Result<'saleResumed' | 'recallUndone', DeskError>> {
  const act = form.text('act');
  if (act !== 'sellAgain' && act !== 'undo') return fail({ kind: 'invalid_input' });
  const refused = await confirmPassword(ctx, signedIn.staff, form.raw('current'));
  if (refused) return fail(refused);
  const isEnded = await (act === 'undo' ? undoRecall : resumeSale)(ctx, recalled);
  return isEnded ? ok(act === 'undo' ? 'recallUndone' : 'saleResumed') : fail({ kind: 'recall_gone' });
}
