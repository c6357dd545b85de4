import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pictureStem, PRODUCT_PICTURE, SLIDE_PICTURE, storePicture } from '#src/features/catalogue/server/media.ts';
import { folderOfPictures } from '#src/server/picture-store.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { SITE_DATA } from '../shops/site.ts';

const CATALOGUE = 'src/content/catalogue/**/*.svg';
const SLIDES = 'src/content/slides/*.svg';
/** Says that a folder of pictures holds stand-ins. */
const MARK = 'stand-ins';

const stemsOf = (pattern: string, kind: typeof PRODUCT_PICTURE) =>
  globSync(pattern).map((file) => pictureStem(readFileSync(file), kind));

/**
 * Lets all products of the demo catalogue share the stored files of one picture, because encoding each takes half a
 * minute of both processors. The whole matrix encodes them.
 */
export async function putStandIns(): Promise<void> {
  const media = path.join(SITE_DATA, 'media');
  if (isWholeMatrix) {
    // The slides stay: a site that is built already does not store them again.
    if (existsSync(path.join(media, MARK)))
      for (const name of readdirSync(media)) if (!isSlide(name)) rmSync(path.join(media, name), { recursive: true });
    return;
  }
  const [first = ''] = globSync(CATALOGUE).sort();
  const [stem = ''] = (await storePicture(folderOfPictures(media), readFileSync(first), PRODUCT_PICTURE)).split('.');
  writeFileSync(path.join(media, MARK), '');
  const files = readdirSync(media).filter((name) => name.startsWith(stem));
  for (const other of stemsOf(CATALOGUE, PRODUCT_PICTURE))
    for (const name of files) copyOnce(path.join(media, name), path.join(media, other + name.slice(stem.length)));
}

/** Gives a shop that is going to be built the slides' pictures of the test site. */
export function shareSlides({ DATA_DIR = '' }: Record<string, string>): void {
  const [from, media] = [path.join(SITE_DATA, 'media'), path.join(DATA_DIR, 'media')];
  mkdirSync(media, { recursive: true });
  for (const name of readdirSync(from).filter(isSlide)) copyOnce(path.join(from, name), path.join(media, name));
}

const slides = new Set(stemsOf(SLIDES, SLIDE_PICTURE));
const isSlide = (name: string): boolean => slides.has(name.slice(0, 12));

function copyOnce(existing: string, name: string): void {
  if (!existsSync(name)) copyFileSync(existing, name);
}
