/** The original picture files, kept so that the catalogue can be exported and encoded again. */
import { createHash } from 'node:crypto';
import { ORIGINALS, type PictureStore } from '#src/server/picture-store.ts';

/** Stores a picture file; returns its name, a digest of the content with the file's extension. */
export async function keepOriginal(pictures: PictureStore, bytes: Buffer, extension: string): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 24);
  const name = `${ORIGINALS}/${digest}${extension.toLowerCase().replace('.jpeg', '.jpg')}`;
  if (!(await pictures.has(name))) await pictures.put(name, bytes);
  return name;
}
