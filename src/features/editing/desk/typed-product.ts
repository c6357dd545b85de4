/** Reads the fields of a product's form. */
import { problemText, type DeskError } from '#src/desk/server/desk-error.ts';
import type { DeskForm } from '#src/desk/server/desk-form.ts';
import type { OpenDesk } from '#src/desk/server/guard.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { CELL_COLUMNS, isAltOf, PICTURES, textField, type Fields } from '../server/catalogue-fields.ts';
import {
  CROPS,
  onlyStoredPictures,
  storeUploadedPicture,
  type Crop,
  type UploadedPicture,
} from '../server/product-pictures.service.ts';
import { MOST_PICTURES } from '../server/product-row.ts';
import { inputFor } from './product-inputs.ts';
import { CROP, MOVE, PHOTOS } from './pictures/picture-fields.ts';

/** Joins the values of all ticked boxes. */
const typedCell = (form: DeskForm, column: string): string =>
  inputFor(column)?.type === 'choices' ? form.all(column).filter(Boolean).join(' ') : form.text(column);

/** Only submitted fields: those of another kind of product are not in the form. */
export function typedFields(form: DeskForm): Fields {
  const cells = CELL_COLUMNS.filter((column) => form.has(column)).map((column) => [column, typedCell(form, column)]);
  const texts = LOCALE_CODES.map(textField)
    .filter((field) => form.has(field))
    .map((field) => [field, writtenText(form.raw(field))]);
  const alts = form
    .names()
    .filter((name) => LOCALE_CODES.some((locale) => isAltOf(name, locale)))
    .map((name) => [name, form.line(name)]);
  const pictures = form.has(PICTURES) ? [[PICTURES, arrangedPictures(form).join(' ')]] : [];
  return Object.fromEntries([...cells, ...texts, ...alts, ...pictures]) as Fields;
}

/** Browsers send CRLF. */
const writtenText = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** The pictures in their typed order. Without scripts, a button moves or removes one picture and saves the form. */
function arrangedPictures(form: DeskForm): string[] {
  const pictures = form.text(PICTURES).split(' ').filter(Boolean);
  const [move, moved = ''] = form.text(MOVE).split(' ');
  const place = pictures.indexOf(moved);
  if (place < 0) return pictures;
  const others = pictures.toSpliced(place, 1);
  if (move === 'remove') return others;
  return others.toSpliced(Math.max(0, move === 'earlier' ? place - 1 : place + 1), 0, moved);
}

const cropOf = (value: string): Crop => (Object.keys(CROPS) as Crop[]).find((crop) => crop === value) ?? 'centre';

/** Stores an uploaded picture of the form. */
export const storePhoto = (
  { ctx }: OpenDesk,
  form: DeskForm,
  file: File,
): Promise<Result<UploadedPicture, DeskError>> => storeUploadedPicture(ctx, file, cropOf(form.text(CROP)));

/** The typed fields with the pictures that a browser without scripts sends in the form itself. */
export async function readTypedProduct(open: OpenDesk, form: DeskForm): Promise<Result<Fields, DeskError>> {
  const typed = typedFields(form);
  if (!form.has(PICTURES)) return ok(typed);
  const pictures = arrangedPictures(form);
  for (const file of form.files(PHOTOS)) {
    const stored = await storePhoto(open, form, file);
    if (!stored.ok) return fail(photoError(open, stored.error));
    pictures.push(stored.value.original);
  }
  const known = await onlyStoredPictures(open.ctx, pictures);
  return known.length > MOST_PICTURES
    ? fail(photoError(open, { kind: 'too_many_pictures' }))
    : ok({ ...typed, [PICTURES]: known.join(' ') });
}

const photoError = (open: OpenDesk, error: DeskError): DeskError => ({
  ...error,
  marked: [PHOTOS],
  mistakes: { [PHOTOS]: problemText(open, error) },
});

export const withoutEmpty = (fields: Fields): Fields =>
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
