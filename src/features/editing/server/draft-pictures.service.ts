/** The pictures of a draft. An uploaded file is stored in all sizes at once; the shop shows it after the publication. */
import sharp from 'sharp';
import { PictureError, PRODUCT_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import type { Context } from '#src/server/context.ts';
import { openPictures } from '#src/server/picture-store.ts';
import { fail, type Result } from '#src/shared/result.ts';
import { PICTURES, picturesOf, type Fields } from './catalogue-fields.ts';
import { changeDraft, type DraftRefusal, type Key } from './drafts.service.ts';
import { keepOriginal } from './originals.ts';
import { saveStoredPictures } from './sources.repository.ts';

export const MOST_PICTURES = 9;
export const NARROWEST = 400;
/** px; larger pictures are reduced to it when they are cropped. */
const LARGEST_SIDE = 2400;

/** What to do with a picture that is not square. `whole`: nothing, the shop adds a white margin. */
export const CROPS = { whole: undefined, centre: 'centre', start: 'left top', end: 'right bottom' } as const;
export type Crop = keyof typeof CROPS;

export type PictureRefusal = DraftRefusal | { kind: 'not_a_picture' } | { kind: 'picture_too_narrow' } | { kind: 'too_many_pictures' };

const EXTENSIONS: Record<string, string> = { jpeg: '.jpg', png: '.png', webp: '.webp', heif: '.avif', svg: '.svg' };

/** Adds a picture after the others. */
export async function addPicture(ctx: Context, at: Key, bytes: Buffer, crop: Crop): Promise<Result<Fields, PictureRefusal>> {
  const info = await sharp(bytes)
    .metadata()
    .catch(() => undefined);
  const extension = EXTENSIONS[info?.format ?? ''];
  if (!info || !extension) return fail({ kind: 'not_a_picture' });
  if (Math.min(info.width, info.height) < NARROWEST) return fail({ kind: 'picture_too_narrow' });
  const position = CROPS[crop];
  const file = position === undefined ? { bytes, extension } : await cropSquare(bytes, position);
  if (!file) return fail({ kind: 'not_a_picture' });
  const store = openPictures(ctx.config);
  let stored: string;
  try {
    stored = await storePicture(store, file.bytes, PRODUCT_PICTURE);
  } catch (error) {
    if (error instanceof PictureError) return fail({ kind: 'not_a_picture' });
    throw error;
  }
  const original = await keepOriginal(store, file.bytes, file.extension);
  await ctx.db.write((tx) => saveStoredPictures(tx, new Map([[original, stored]])));
  let isFull = false;
  const changed = await changeDraft(ctx, at, (fields) => {
    const pictures = picturesOf(fields).filter((name) => name !== original);
    isFull = pictures.length >= MOST_PICTURES;
    return isFull ? fields : withPictures(fields, [...pictures, original]);
  });
  return isFull ? fail({ kind: 'too_many_pictures' }) : changed;
}

async function cropSquare(bytes: Buffer, position: string): Promise<{ bytes: Buffer; extension: string } | undefined> {
  const image = sharp(bytes).rotate(); // applies the camera's orientation
  const { width, height } = await sharp(bytes).metadata();
  const side = Math.min(width, height, LARGEST_SIDE);
  const square = await image
    .resize({ width: side, height: side, fit: 'cover', position })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92 })
    .toBuffer()
    .catch(() => undefined);
  return square && { bytes: square, extension: '.jpg' };
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
      fields,
      picturesOf(fields).filter((other) => other !== name),
    ),
  );

function withPictures({ [PICTURES]: _, ...others }: Fields, pictures: string[]): Fields {
  return pictures.length > 0 ? { ...others, [PICTURES]: pictures.join(' ') } : others;
}
