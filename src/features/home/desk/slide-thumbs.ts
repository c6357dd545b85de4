import path from 'node:path';
import { fallbackImage } from '#src/features/catalogue/picture.ts';
import type { Context } from '#src/server/context.ts';
import { slidePicture } from '../server/slide-files.ts';
import { storeSlide } from '../server/slides.loader.ts';

/** The address of a slide's picture, encoded as the shop shows it; undefined where the file is missing or no picture. */
export const slideThumb = async (ctx: Context, name: string): Promise<string | undefined> =>
  storeSlide(ctx, slidePicture(path.join(ctx.config.contentDir, 'slides'), name)).then(fallbackImage, () => undefined);
