import { problemText } from '#src/desk/server/desk-error.ts';
import { tooLarge, TOO_LARGE, type DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { fallbackImage } from '#src/features/catalogue/pictures/picture.ts';
import { PHOTOS } from './picture-fields.ts';
import { storePhoto } from '#src/features/editing/desk/typed-product.ts';
import type { PhotoAnswer } from './upload-photo.ts';

/** Stores an uploaded photo. It belongs to no product until a form with its name is saved. */
export async function answerPhoto(open: OpenDesk, form: DeskForm | typeof TOO_LARGE | undefined): Promise<PhotoAnswer> {
  if (form === TOO_LARGE) return { problem: problemText(open, tooLarge) };
  const file = form?.file(PHOTOS);
  if (!form || !file) return { problem: problemText(open, { kind: 'picture_missing' }) };
  const stored = await storePhoto(open, form, file);
  if (!stored.ok) return { problem: problemText(open, stored.error) };
  const { original, stored: name } = stored.value;
  return { original, address: fallbackImage(name) };
}
