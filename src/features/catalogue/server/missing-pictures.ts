import { readdir } from 'node:fs/promises';
import type { Context } from '#src/server/context.ts';
import { pictureFiles, PRODUCT_WIDTHS } from '../pictures/picture.ts';
import { findAddresses } from './catalogue.repository.ts';

/** The maximum number of names, because the log line would be too long when the whole folder is lost. */
const MOST_NAMES = 10;

/**
 * Warns when pictures of products for sale are not in the media folder, for example after a restore without that
 * folder.
 */
export async function warnOfMissingPictures({
  config,
  db,
  log,
}: Pick<Context, 'config' | 'db' | 'log'>): Promise<void> {
  if (config.objectStore) return; // pictures are fetched from the object store on request
  const stored = new Set(await readdir(config.mediaDir).catch(() => [])); // the folder may be missing, too
  const missing = (await findAddresses(db.read)).filter(
    ({ pictures }) =>
      !pictures.flatMap((picture) => pictureFiles(picture, PRODUCT_WIDTHS)).every((file) => stored.has(file)),
  );
  if (missing.length === 0) return;
  const products = missing.slice(0, MOST_NAMES).map(({ slug }) => slug);
  const problem =
    'products have pictures that are not in the media folder; `npm run shop -- catalogue import` makes them again';
  log.warn({ count: missing.length, products }, problem);
}
