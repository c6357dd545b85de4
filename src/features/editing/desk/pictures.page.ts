import type { DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fallbackImage } from '#src/features/catalogue/picture.ts';
import type { Context } from '#src/server/context.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { picturesOf, type Fields } from '../server/catalogue-fields.ts';
import { addPicture, CROPS, movePictureForward, removePicture, type Crop } from '../server/draft-pictures.service.ts';
import { findStoredPictures } from '../server/sources.repository.ts';
import { draftError } from './draft-error.ts';
import { productKey } from './product.page.ts';

const cropOf = (value: string): Crop => (Object.keys(CROPS) as Crop[]).find((crop) => crop === value) ?? 'centre';

export async function actOnPictures({ ctx, t }: OpenDesk, code: string, form: DeskForm): Promise<Result<'draftSaved', DeskError>> {
  const at = productKey(code);
  const answer = (result: Awaited<ReturnType<typeof addPicture>>): Result<'draftSaved', DeskError> => {
    if (result.ok) return ok('draftSaved');
    const { error } = result;
    const isDraft = error.kind === 'not_found' || error.kind === 'code_taken' || error.kind === 'invalid' || error.kind === 'conflict';
    return fail(isDraft ? draftError(t, error) : error);
  };
  const name = form.text('picture');
  switch (form.text('act')) {
    case 'forward':
      return answer(await movePictureForward(ctx, at, name));
    case 'remove':
      return answer(await removePicture(ctx, at, name));
    default: {
      const file = form.file('file');
      if (!file) return fail({ kind: 'picture_missing' });
      return answer(await addPicture(ctx, at, file, cropOf(form.text('crop'))));
    }
  }
}

/** The originals with the addresses of what the shop shows. */
export async function loadPictures({ db }: Context, draft: Fields): Promise<{ name: string; address: string }[]> {
  const names = picturesOf(draft);
  const stored = await findStoredPictures(db.read, names);
  return names.map((name) => ({ name, address: fallbackImage(stored.get(name) ?? null) }));
}
