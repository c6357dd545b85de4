/**
 * The pictures of a draft. An uploaded file is stored in all sizes at once; the shop shows it after the publication.
 */
import { PRODUCT_PICTURE } from '#src/features/catalogue/server/media.ts';
import { takeUploadedPicture } from '#src/features/catalogue/server/picture-process.ts';
import type { PictureRefusal } from '#src/features/catalogue/server/uploaded-picture.ts';
import type { Context } from '#src/server/context.ts';
import { openPictures } from '#src/server/picture-store.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { altField, PICTURES, picturesOf, type Fields, type PictureAlts } from './catalogue-fields.ts';
import { changeDraft, saveDraft, type DraftRefusal, type Key } from './drafts.service.ts';
import { keepOriginal } from './originals.ts';
import { MOST_PICTURES } from './product-row.ts';
import { saveStoredPictures } from './sources.repository.ts';

/** px; up to three times as much is kept. */
const NARROWEST = 400;

/** How to make a picture square. */
export const CROPS = { centre: 'centre', whole: 'whole', start: 'left top', end: 'right bottom' } as const;
export type Crop = keyof typeof CROPS;

type Refusal = DraftRefusal | PictureRefusal | { kind: 'too_many_pictures' };

/** Adds a picture after the others. */
export async function addPicture(ctx: Context, at: Key, file: Blob, crop: Crop): Promise<Result<Fields, Refusal>> {
  const store = openPictures(ctx.config);
  const wanted = { width: NARROWEST, height: NARROWEST, most: 3, keep: CROPS[crop] };
  const taken = await takeUploadedPicture(store, file, wanted, PRODUCT_PICTURE);
  if (!taken.ok) return taken;
  const original = await keepOriginal(store, taken.value.original, '.webp');
  await ctx.db.write((tx) => saveStoredPictures(tx, new Map([[original, taken.value.name]])));
  let isFull = false;
  const changed = await changeDraft(ctx, at, (fields) => {
    const pictures = picturesOf(fields).filter((name) => name !== original);
    isFull = pictures.length >= MOST_PICTURES;
    return isFull ? fields : withPictures(fields, [...pictures, original]);
  });
  return isFull ? fail({ kind: 'too_many_pictures' }) : changed;
}

/** Moves a picture one place to the front. */
export const movePictureForward = (ctx: Context, at: Key, name: string): Promise<Result<Fields, DraftRefusal>> =>
  changeDraft(ctx, at, (fields) => {
    const pictures = picturesOf(fields);
    const place = pictures.indexOf(name);
    if (place <= 0) return fields;
    return withPictures(fields, pictures.toSpliced(place, 1).toSpliced(place - 1, 0, name));
  });

export const removePicture = (ctx: Context, at: Key, name: string): Promise<Result<Fields, DraftRefusal>> =>
  changeDraft(ctx, at, (fields) =>
    withPictures(
      withoutAlts(fields, name),
      picturesOf(fields).filter((other) => other !== name),
    ),
  );

/** `base`: digest of the version in the form. */
export const describePicture = (
  ctx: Context,
  at: Key,
  name: string,
  alts: PictureAlts,
  base: string,
): Promise<Result<Fields, DraftRefusal>> =>
  saveDraft(
    ctx,
    at,
    (fields) =>
      picturesOf(fields).includes(name) ? { ...withoutAlts(fields, name), ...altFields(name, alts) } : fields,
    base,
  );

const altFields = (name: string, alts: PictureAlts): Fields =>
  Object.fromEntries(LOCALE_CODES.flatMap((locale) => (alts[locale] ? [[altField(locale, name), alts[locale]]] : [])));

function withoutAlts(fields: Fields, name: string): Fields {
  const gone = LOCALE_CODES.map((locale) => altField(locale, name));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !gone.includes(field)));
}

function withPictures({ [PICTURES]: _, ...others }: Fields, pictures: string[]): Fields {
  return pictures.length > 0 ? { ...others, [PICTURES]: pictures.join(' ') } : others;
}
