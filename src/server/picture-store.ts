import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';

/** Where pictures are kept, by file name. A name is a digest of the content, so a file never changes. */
export interface PictureStore {
  /** Whether the file is there with content: a power cut may leave it empty. */
  has(this: void, name: string): Promise<boolean>;
  /** undefined where there is no such file. */
  get(this: void, name: string): Promise<Buffer | undefined>;
  put(this: void, name: string, bytes: Uint8Array): Promise<void>;
}

export const openPictures = ({ mediaDir }: Pick<Config, 'mediaDir'>): PictureStore => folderOfPictures(mediaDir);

export function folderOfPictures(folder: string): PictureStore {
  const placeOf = (name: string) => path.join(folder, name);
  return {
    has: (name) =>
      stat(placeOf(name)).then(
        ({ size }) => size > 0,
        () => false,
      ),
    get: (name) =>
      readFile(placeOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    async put(name, bytes) {
      await mkdir(path.dirname(placeOf(name)), { recursive: true });
      await chmod(folder, 0o755);
      await writeWhole(placeOf(name), bytes);
    },
  };
}

/** Writes to a temporary name first, so that a crash leaves no incomplete file. A front server under another user can read the file. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await chmod(temporary, 0o644);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }); // otherwise a full disk would keep the incomplete file
    throw error;
  }
}
