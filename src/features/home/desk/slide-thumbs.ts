import path from 'node:path';
import { fallbackImage } from '#src/features/catalogue/pictures/picture.ts';
import type { Context } from '#src/server/context.ts';
import { slidePicture } from '../server/slide-files.ts';
import { storeSlide } from '../server/slides.loader.ts';

/** The URL of a slide's encoded picture; undefined when encoding fails, so that the slide can still be edited. */
export async function slideThumb(ctx: Context, name: string): Promise<string | undefined> {
  try {
    return fallbackImage(await storeSlide(ctx, slidePicture(path.join(ctx.config.contentDir, 'slides'), name)));
  } catch (error) {
    ctx.log.warn({ err: error, slide: name }, 'the picture of a slide cannot be shown');
    return undefined;
  }
}
