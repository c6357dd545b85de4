import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPictureHint, PictureError, PRODUCT_PICTURE } from '#src/features/catalogue/server/media.ts';
import type { Mistake } from '#src/server/content/mistake.ts';
import type { CatalogueFiles } from '../import/catalogue-files.ts';

/** Checks the headers of all pictures: mistakes that an import would refuse, and hints. */
export async function checkPictures(
  source: string,
  { pictures }: CatalogueFiles,
): Promise<{ mistakes: Mistake[]; hints: Mistake[] }> {
  const [mistakes, hints]: [Mistake[], Mistake[]] = [[], []];
  for (const picture of [...pictures.values()].flat()) {
    const file = path.relative(source, picture);
    try {
      const message = await findPictureHint(readFileSync(picture), PRODUCT_PICTURE);
      if (message) hints.push({ file, message });
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      mistakes.push({ file, message: error.message });
    }
  }
  return { mistakes, hints };
}
