import { openPictures } from '#src/server/picture-store.ts';
import type { Config } from '#src/settings/environment/config.ts';
import { fallbackFile, stemOf } from '../pictures/picture.ts';
import type { PackedProduct } from './packed-products.repository.ts';

/** px; a third of an inch on paper at 300 dpi */
const WIDTH = 120;

/**
 * Small pictures of products for a PDF as data URLs, by the product's id: PDF files know JPEG, but neither AVIF nor
 * WebP. The stored WebP is small and was made by the shop, so decoding it needs no process of its own.
 */
export async function loadPrintedPictures(
  { config }: { config: Pick<Config, 'mediaDir' | 'objectStore'> },
  products: ReadonlyMap<number, Pick<PackedProduct, 'picture'>>,
): Promise<Map<number, string>> {
  const store = openPictures(config);
  const pictures = new Map<number, string>();
  // Its code is only needed for paper and for editors.
  const { default: sharp } = await import('sharp');
  for (const [id, { picture }] of products) {
    const stored = picture && (await store.get(fallbackFile(stemOf(picture))));
    if (!stored) continue;
    // A file that a power cut left incomplete must not cost the whole slip.
    const printed = await sharp(stored)
      .resize(WIDTH, WIDTH, { fit: 'contain', background: 'white' })
      .flatten({ background: 'white' })
      .jpeg({ quality: 70 })
      .toBuffer()
      .catch(() => undefined);
    if (printed) pictures.set(id, `data:image/jpeg;base64,${printed.toString('base64')}`);
  }
  return pictures;
}
