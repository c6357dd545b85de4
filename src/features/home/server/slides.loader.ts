import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { openPictures } from '#src/server/picture-store.ts';
import type { Slide } from '../slide.ts';
import { describeMistake } from '#src/features/editing/server/mistake.ts';
import { PictureError, SLIDE_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import { slidePicture } from './slide-files.ts';
import { parseSlides } from './slides-table.ts';

/** Loads the slides of the content's slides.csv in a language and encodes new pictures. Throws one error that lists all mistakes. */
export async function loadSlides(ctx: Context, locale: Locale): Promise<Slide[]> {
  const folder = path.join(ctx.config.contentDir, 'slides');
  const rows = parseSlides(await readFile(path.join(folder, 'slides.csv')), locale);
  return Promise.all(
    rows.map(async ({ name, ...slide }) => ({
      ...slide,
      picture: await storeSlide(ctx, slidePicture(folder, name)),
    })),
  );
}

/** Encodes a slide's picture, if it is new; throws an error that names it. */
export async function storeSlide({ config }: Context, file: string): Promise<string> {
  try {
    return await storePicture(openPictures(config), await readFile(file), SLIDE_PICTURE);
  } catch (error) {
    if (error instanceof PictureError) throw new Error(describeMistake({ file: path.relative('', file), message: error.message }));
    throw error;
  }
}
