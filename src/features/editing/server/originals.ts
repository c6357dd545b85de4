/** The picture files as editors made them. They are kept, so that the catalogue can be exported and encoded anew. */
import { createHash } from 'node:crypto';
import type { PictureStore } from '#src/server/picture-store.ts';

/**
 * Keeps a picture file; returns its name, a digest of the content with the file's extension. No server answers it, because a
 * photo may say where it was taken.
 */
export async function keepOriginal(pictures: PictureStore, bytes: Buffer, extension: string): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
  const name = `originals/${digest}${extension.toLowerCase().replace('.jpeg', '.jpg')}`;
  if (!(await pictures.has(name))) await pictures.put(name, bytes);
  return name;
}
