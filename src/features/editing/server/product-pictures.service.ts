/** The pictures of a product's form. An uploaded file is stored in all sizes at once, before the form is saved. */
import { PRODUCT_PICTURE } from '#src/features/catalogue/server/media.ts';
import { takeUploadedPicture } from '#src/features/catalogue/server/picture-process.ts';
import type { PictureRefusal } from '#src/features/catalogue/server/uploaded-picture.ts';
import type { Context } from '#src/server/context.ts';
import { openPictures } from '#src/server/picture-store.ts';
import { ok, type Result } from '#src/shared/result.ts';
import { keepOriginal } from './originals.ts';
import { findStoredPictures, saveStoredPictures } from './sources.repository.ts';

/** px; up to three times as much is kept. */
const NARROWEST = 400;

/** How to make a picture square. */
export const CROPS = { centre: 'centre', whole: 'whole', start: 'left top', end: 'right bottom' } as const;
export type Crop = keyof typeof CROPS;

export interface UploadedPicture {
  /** Name of the original file, which a draft contains. */
  original: string;
  /** Name of the stored picture. */
  stored: string;
}

/** Stores a picture. It belongs to no product until a draft contains it. */
export async function storeUploadedPicture(
  ctx: Context,
  file: Blob,
  crop: Crop,
): Promise<Result<UploadedPicture, PictureRefusal>> {
  const store = openPictures(ctx.config);
  const wanted = { width: NARROWEST, height: NARROWEST, most: 3, keep: CROPS[crop] };
  const taken = await takeUploadedPicture(store, file, wanted, PRODUCT_PICTURE);
  if (!taken.ok) return taken;
  const original = await keepOriginal(store, taken.value.original, '.webp');
  await ctx.db.write((tx) => saveStoredPictures(tx, new Map([[original, taken.value.name]])));
  return ok({ original, stored: taken.value.name });
}

/** Removes repeated names, and names of files that were never uploaded, because only a forged form contains them. */
export async function onlyStoredPictures({ db }: Context, originals: readonly string[]): Promise<string[]> {
  const stored = await findStoredPictures(db.read, originals);
  return [...new Set(originals)].filter((original) => stored.has(original));
}
