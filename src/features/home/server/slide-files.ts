import { existsSync } from 'node:fs';
import path from 'node:path';

/** The file types of a slide's picture. An uploaded picture takes precedence over the drawing that it replaces. */
const KINDS = ['webp', 'avif', 'jpg', 'jpeg', 'png', 'svg'] as const;

/** The possible names of a slide's picture, in order of precedence. */
export const slidePictureNames = (slide: string): string[] => KINDS.map((kind) => `${slide}.${kind}`);

/** The picture of a slide in a folder; the name of a drawing if there is none, for the error message. */
export const slidePicture = (folder: string, slide: string): string =>
  path.join(folder, slidePictureNames(slide).find((name) => existsSync(path.join(folder, name))) ?? `${slide}.svg`);
