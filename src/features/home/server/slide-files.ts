import { existsSync } from 'node:fs';
import path from 'node:path';

/** The kinds of pictures of a slide. An uploaded picture comes before the drawing that it replaces. */
const KINDS = ['webp', 'avif', 'jpg', 'jpeg', 'png', 'svg'] as const;

/** The names that a slide's picture may have, in the order in which they count. */
export const slidePictureNames = (slide: string): string[] => KINDS.map((kind) => `${slide}.${kind}`);

/** The picture of a slide in a folder; the name of a drawing where there is none, so that a mistake names it. */
export const slidePicture = (folder: string, slide: string): string =>
  path.join(folder, slidePictureNames(slide).find((name) => existsSync(path.join(folder, name))) ?? `${slide}.svg`);
