import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_LOCALE, type Locale } from '#src/i18n/locales.ts';
import { ConfigError, type Config } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import { openPictures } from '#src/server/picture-store.ts';
import { describeMistake, type Mistake } from '#src/server/content/mistake.ts';
import { findPictureHint, PictureError, SLIDE_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import type { Slide } from '../slide.ts';
import { slidePicture } from './slide-files.ts';
import { checkSlides, parseSlides, refuseSlides } from './slides-table.ts';

/**
 * Loads the slides of the content's slides.csv in a language and encodes new pictures. Throws one error that lists all
 * mistakes.
 */
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

/** Mistakes in the slides and their pictures, and hints. Reads only the pictures' headers. */
export async function checkSlideFiles({
  contentDir,
}: Pick<Config, 'contentDir'>): Promise<{ mistakes: Mistake[]; hints: Mistake[] }> {
  const folder = path.join(contentDir, 'slides');
  const { slides, mistakes } = checkSlides(await readFile(path.join(folder, 'slides.csv')), DEFAULT_LOCALE);
  const hints: Mistake[] = [];
  for (const { name } of slides) {
    const file = slidePicture(folder, name);
    const message = await hintOf(file).catch((error: unknown) => {
      mistakes.push({ file: path.basename(file), message: problemOf(error) });
      return undefined;
    });
    if (message) hints.push({ file: path.basename(file), message });
  }
  return { mistakes, hints };
}

const hintOf = async (file: string): Promise<string | undefined> =>
  findPictureHint(await readFile(file), SLIDE_PICTURE);

/** Throws ConfigError with all mistakes, before a build begins. */
export async function requireSlides(config: Pick<Config, 'contentDir'>): Promise<void> {
  refuseSlides((await checkSlideFiles(config)).mistakes);
}

/** Encodes a slide's picture, if it is new; throws an error that names it. */
export async function storeSlide({ config }: Context, file: string): Promise<string> {
  try {
    return await storePicture(openPictures(config), await readFile(file), SLIDE_PICTURE);
  } catch (error) {
    throw new ConfigError(describeMistake({ file: path.relative('', file), message: problemOf(error) }));
  }
}

/** How an editor can correct a picture; rethrows other errors. */
function problemOf(error: unknown): string {
  if (error instanceof PictureError) return error.message;
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return 'is missing. Save the picture of this slide under this name, or as .webp, .avif, .jpg or .png.';
}
