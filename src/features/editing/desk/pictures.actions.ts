import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fallbackImage } from '#src/features/catalogue/picture.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { altsOf, picturesOf, type Fields, type PictureAlts } from '../server/catalogue-fields.ts';
import {
  addPicture,
  CROPS,
  describePicture,
  movePictureForward,
  removePicture,
  type Crop,
} from '../server/draft-pictures.service.ts';
import { altColumn } from '../server/product-row.ts';
import { findStoredPictures } from '../server/sources.repository.ts';
import { draftError } from './draft-error.ts';
import { productKey, type RefusedForm } from './product.actions.ts';

const cropOf = (value: string): Crop => (Object.keys(CROPS) as Crop[]).find((crop) => crop === value) ?? 'centre';

export const typedAlts = (form: DeskForm): PictureAlts =>
  Object.fromEntries(LOCALE_CODES.map((locale) => [locale, form.line(altColumn(locale))]));

/** `onConflict` also gets both versions of text alternatives that somebody else changed. */
export async function actOnPictures(
  { ctx, t }: OpenDesk,
  code: string,
  form: DeskForm,
  onConflict: (refused: Pick<RefusedForm, 'base' | 'conflicts'>) => void,
): Promise<Result<'draftSaved', DeskError>> {
  const at = productKey(code);
  const answer = (result: Awaited<ReturnType<typeof addPicture>>): Result<'draftSaved', DeskError> => {
    if (result.ok) return ok('draftSaved');
    const { error } = result;
    if (error.kind === 'conflict') onConflict(error);
    const isDraft =
      error.kind === 'not_found' ||
      error.kind === 'code_taken' ||
      error.kind === 'invalid' ||
      error.kind === 'conflict';
    return fail(isDraft ? draftError(t, error) : error);
  };
  const name = form.text('picture');
  const describe = () => describePicture(ctx, at, name, typedAlts(form), form.text('base'));
  switch (form.text('act')) {
    case 'describe':
      return answer(await describe());
    case 'forward': {
      // Keeps the text typed beside the picture.
      const described = await describe();
      return answer(described.ok ? await movePictureForward(ctx, at, name) : described);
    }
    case 'remove':
      return answer(await removePicture(ctx, at, name));
    default: {
      const file = form.file('file');
      if (!file) return fail({ kind: 'picture_missing' });
      return answer(await addPicture(ctx, at, file, cropOf(form.text('crop'))));
    }
  }
}

interface ShownPicture {
  /** Name of the original. */
  name: string;
  /** Name of the stored picture. */
  address: string;
  alts: PictureAlts;
}

export async function loadPictures({ db }: Context, draft: Fields): Promise<ShownPicture[]> {
  const names = picturesOf(draft);
  const stored = await findStoredPictures(db.read, names);
  const alts = altsOf(draft);
  return names.map((name, index) => ({
    name,
    address: fallbackImage(stored.get(name) ?? null),
    alts: alts[index] ?? {},
  }));
}
