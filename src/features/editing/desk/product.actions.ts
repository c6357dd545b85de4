import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseUnits } from '#src/shared/typed-number.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { CELL_COLUMNS, digestOf, textField, type Fields } from '../server/catalogue-fields.ts';
import {
  createDraft,
  discardDraft,
  findDraft,
  removeDraft,
  saveDraft,
  type DraftRefusal,
  type Key,
} from '../server/drafts.service.ts';
import type { Conflict } from '../server/merge-versions.ts';
import { changedMeanwhile, publish, sourceId } from '../server/publish.service.ts';
import { draftError } from './draft-error.ts';
import { fieldName, problemsOf } from './product-words.ts';

export interface ProductDone {
  said: 'draftSaved' | 'draftDiscarded' | 'productRemoved' | 'published' | 'nothingPublished';
  /** The number of published changes. */
  count?: number;
}

/** The values of a refused form: typed ones, or those merged with changes that somebody else saved meanwhile. */
export interface RefusedForm {
  values: Fields;
  base: string;
  conflicts: Conflict[];
}

export const productKey = (code: string): Key => ({ kind: 'product', key: code });

/** Only submitted fields: those of another kind of product are not in the form. */
export function typedFields(form: DeskForm): Fields {
  const cells = CELL_COLUMNS.filter((column) => form.has(column)).map((column) => [column, form.text(column)]);
  const texts = LOCALE_CODES.map(textField)
    .filter((field) => form.has(field))
    .map((field) => [field, writtenText(form.raw(field))]);
  return Object.fromEntries([...cells, ...texts]) as Fields;
}

/** Browsers send CRLF. */
const writtenText = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const withoutEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''));

/** An untouched text keeps its surrounding whitespace, which a form may lose. */
const sameAs = (shown: string | undefined, typed: string): boolean =>
  shown !== undefined && shown.trim() === typed.trim();

/** A form's initial and typed values. */
export function applyTo(shown: Fields, typed: Fields): Fields {
  const changed = Object.entries(typed).map(([field, value]): [string, string] => [
    field,
    sameAs(shown[field], value) ? shown[field]! : value,
  ]);
  return withoutEmpty({ ...shown, ...Object.fromEntries(changed) });
}

type OnRefused = (refused: RefusedForm) => void;

/** `onRefused` gets the values that the form shows again. */
export async function actOnProduct(
  open: OpenDesk,
  code: string,
  form: DeskForm,
  onRefused: OnRefused,
): Promise<Result<ProductDone, DeskError>> {
  const { ctx, t } = open;
  const at = productKey(code);
  const answer = (said: ProductDone['said'], result: Result<unknown, DraftRefusal>): Result<ProductDone, DeskError> =>
    result.ok ? ok({ said }) : fail(draftError(t, result.error));
  switch (form.text('act')) {
    case 'discard':
      return answer('draftDiscarded', await discardDraft(ctx, at));
    case 'remove':
      return answer('productRemoved', await removeDraft(ctx, at));
    case 'publish':
      return publishProduct(open, code, form, onRefused);
    default: {
      const saved = await saveTyped(open, code, form, onRefused);
      return saved.ok ? ok({ said: 'draftSaved' }) : saved;
    }
  }
}

async function saveTyped(
  { ctx, t }: OpenDesk,
  code: string,
  form: DeskForm,
  onRefused: OnRefused,
): Promise<Result<Fields, DeskError>> {
  const typed = typedFields(form);
  const base = form.text('base');
  const saved = await saveDraft(ctx, productKey(code), (shown) => applyTo(shown, typed), base);
  if (saved.ok) return saved;
  const { error } = saved;
  if (error.kind === 'conflict') onRefused({ values: error.merged, base: error.base, conflicts: error.conflicts });
  else onRefused({ values: typed, base, conflicts: [] });
  return fail(draftError(t, error));
}

/**
 * Saves the form's fields and publishes them. A product that leaves the shop has no fields. Changes that somebody else
 * made since the form was loaded are merged and saved, but not published, because nobody has seen the result yet.
 */
async function publishProduct(
  open: OpenDesk,
  code: string,
  form: DeskForm,
  onRefused: OnRefused,
): Promise<Result<ProductDone, DeskError>> {
  const { ctx, t } = open;
  const at = productKey(code);
  const notPublished = (mistakes: Mistake[]) =>
    fail<DeskError>({ kind: 'not_published', values: { problems: problemsOf(t, mistakes) } });
  let seen: string | null = null;
  if (form.has('base')) {
    const isUnseen = (await findDraft(ctx, at))?.row.draft !== form.text('base');
    const saved = await saveTyped(open, code, form, onRefused);
    if (!saved.ok) return saved;
    if (isUnseen) return notPublished([changedMeanwhile(code)]);
    seen = digestOf(saved.value);
  }
  const published = await publish(ctx, {
    only: new Map([[sourceId(at), seen]]),
    acceptsJumps: form.has('acceptsJumps'),
  });
  if (!published.ok) return notPublished(published.error);
  const { changes: count } = published.value;
  return ok(count > 0 ? { said: 'published', count } : { said: 'nothingPublished' });
}

/** The code of the new product. */
export async function createProduct({ ctx, t }: OpenDesk, form: DeskForm): Promise<Result<string, DeskError>> {
  const code = form.text('cod_catalog').toUpperCase();
  const units = parseUnits(form.text('quantity_available'));
  if (!units.ok)
    return fail(
      numberError(units.error, fieldName(t, 'quantity_available'), { kind: 'no_quantity', values: { code } }),
    );
  const created = await createDraft(ctx, productKey(code), withoutEmpty(typedFields(form)), units.value);
  return created.ok ? ok(code) : fail(draftError(t, created.error));
}
