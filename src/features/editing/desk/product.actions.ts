import { numberError, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { parseUnits } from '#src/shared/typed-number.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import { versionDigest, type Fields } from '../server/catalogue-fields.ts';
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
import { findNextCode } from '../server/next-code.ts';
import { changedMeanwhile, publish, sourceId } from '../server/publish.service.ts';
import { restoreVersion } from '../server/undo.service.ts';
import { draftError, markedIn, publishError } from './draft-error.ts';
import { fieldName } from './product-words.ts';
import { applyTo, readTypedProduct, typedFields, withoutEmpty } from './typed-product.ts';

export interface ProductDone {
  said: 'draftSaved' | 'draftDiscarded' | 'productRemoved' | 'restored' | 'published' | 'nothingPublished';
  /** The number of published changes. */
  count?: number;
}

/** The values of a refused form: typed ones, or those merged with changes that somebody else saved meanwhile. */
export interface RefusedForm {
  values: Fields;
  base: string;
  conflicts: Conflict[];
}

/** A checkbox that publishes a product's new category, too: its slug, a space, and the digest of its draft. */
export const WITH_CATEGORY = 'withCategory';

export const productKey = (code: string): Key => ({ kind: 'product', key: code });

/** The ticked categories with the digests of their drafts, as `publish` takes them. */
export const tickedCategories = (form: DeskForm): [id: string, digest: string][] =>
  form.all(WITH_CATEGORY).flatMap((value) => {
    const [key = '', digest] = value.split(' ');
    return digest ? [[sourceId({ kind: 'category', key }), digest]] : [];
  });

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
    case 'restore': {
      const seen = { version: form.text('version'), base: form.text('base') };
      return answer('restored', await restoreVersion(ctx, at, seen));
    }
    case 'publish':
      return publishProduct(open, code, form, onRefused);
    default: {
      const saved = await saveTyped(open, code, form, onRefused);
      return saved.ok ? ok({ said: 'draftSaved' }) : saved;
    }
  }
}

async function saveTyped(
  open: OpenDesk,
  code: string,
  form: DeskForm,
  onRefused: OnRefused,
): Promise<Result<Fields, DeskError>> {
  const base = form.text('base');
  const typed = await readTypedProduct(open, form);
  if (!typed.ok) {
    onRefused({ values: typedFields(form), base, conflicts: [] });
    return typed;
  }
  const saved = await saveDraft(open.ctx, productKey(code), (shown) => applyTo(shown, typed.value), base);
  if (saved.ok) return saved;
  const { error } = saved;
  if (error.kind === 'conflict') onRefused({ values: error.merged, base: error.base, conflicts: error.conflicts });
  else onRefused({ values: typed.value, base, conflicts: [] });
  return fail(draftError(open.t, error));
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
    fail<DeskError>({ ...publishError(t, mistakes), ...markedIn(t, mistakes) });
  let seen: string | null = null;
  if (form.has('base')) {
    const isUnseen = (await findDraft(ctx, at))?.row.draft !== form.text('base');
    const saved = await saveTyped(open, code, form, onRefused);
    if (!saved.ok) return saved;
    if (isUnseen) return notPublished([changedMeanwhile(code)]);
    seen = versionDigest(saved.value);
  }
  const only = new Map([[sourceId(at), seen], ...tickedCategories(form)]);
  const published = await publish(ctx, { only, acceptsJumps: form.has('acceptsJumps') });
  if (!published.ok) return notPublished(published.error);
  const { changes: count } = published.value;
  return ok(count > 0 ? { said: 'published', count } : { said: 'nothingPublished' });
}

export interface NewProduct {
  code: string;
  said: 'draftSaved' | 'published' | 'createdOnly';
  /** The number of published changes. */
  count?: number;
}

/**
 * Creates the product, and publishes it with `act=publish`. Without a code it gets the next one of its category.
 * `onRefused` gets the values that the form shows again.
 */
export async function createProduct(
  open: OpenDesk,
  form: DeskForm,
  onRefused: (values: Fields) => void,
): Promise<Result<NewProduct, DeskError>> {
  const { ctx, t } = open;
  onRefused(typedFields(form));
  const units = parseUnits(form.text('quantity_available'));
  if (!units.ok) {
    const what = fieldName(t, 'quantity_available');
    const error = numberError(units.error, what, {
      kind: 'no_quantity',
      values: { code: form.text('cod_catalog') || what },
    });
    return fail({ ...error, marked: ['quantity_available'] });
  }
  const typed = await readTypedProduct(open, form);
  if (!typed.ok) return typed;
  onRefused(typed.value);
  const fields = withoutEmpty(typed.value);
  const code = form.text('cod_catalog').toUpperCase() || (await findNextCode(ctx, fields.category_product ?? ''));
  const created = await createDraft(ctx, productKey(code), fields, units.value);
  if (!created.ok) {
    const error = draftError(t, created.error);
    return fail(error.kind === 'code_taken' ? { ...error, marked: ['cod_catalog'] } : error);
  }
  if (form.text('act') !== 'publish') return ok({ code, said: 'draftSaved' });
  const only = new Map([[sourceId(productKey(code)), versionDigest(created.value)]]);
  const published = await publish(ctx, { only });
  // The product's page says what to correct when its button is pressed.
  return ok(published.ok ? { code, said: 'published', count: published.value.changes } : { code, said: 'createdOnly' });
}
