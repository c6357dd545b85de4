import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#src/settings/environment/config.ts';
import { openObjectStore, type ObjectStore } from './gateways/object-store.ts';
import { placeInside } from './place-inside.ts';

/** A store for pictures by file name. A name is a digest of the content, so a file never changes. */
export interface PictureStore {
  /** Whether the file exists and is not empty: a power cut may leave it empty. */
  has(this: void, name: string): Promise<boolean>;
  /** undefined when the file does not exist. */
  get(this: void, name: string): Promise<Buffer | undefined>;
  put(this: void, name: string, bytes: Uint8Array): Promise<void>;
}

/**
 * Folder of the original pictures as editors sent them, inside the media folder. No server delivers it, because a photo
 * may contain the place where it was taken, so only the owner may read it.
 */
export const ORIGINALS = 'originals';

/** Prefix of pictures in the object store. */
const PREFIX = 'media/';

type Place = Pick<Config, 'mediaDir' | 'objectStore'>;

/** The folder of this server, and with an object store also the pictures of all servers. */
export function openPictures({ mediaDir, objectStore }: Place): PictureStore {
  const folder = folderOfPictures(mediaDir);
  return objectStore ? sharePictures(folder, openObjectStore(objectStore)) : folder;
}

/** A file of another server is copied into the folder when it is first read. */
function sharePictures(folder: PictureStore, store: Pick<ObjectStore, 'has' | 'get' | 'put'>): PictureStore {
  return {
    has: async (name) => (await folder.has(name)) || store.has(PREFIX + name),
    async get(name) {
      const own = await folder.get(name);
      if (own?.length) return own;
      const bytes = await store.get(PREFIX + name);
      if (bytes?.length) await folder.put(name, bytes);
      return bytes;
    },
    // Into the store first: a file in the folder is assumed to be in the store, too.
    async put(name, bytes) {
      await store.put(PREFIX + name, bytes);
      await folder.put(name, bytes);
    },
  };
}

/**
 * Copies missing files between object store and folder, in both directions: when a shop gets a second server, and
 * before a backup.
 */
export async function balancePictures({ mediaDir, objectStore }: Place): Promise<void> {
  if (!objectStore) return;
  const [folder, store] = [folderOfPictures(mediaDir), openObjectStore(objectStore)];
  const stored = new Set((await store.list(PREFIX)).map(({ name }) => name.slice(PREFIX.length)));
  const present = new Set(await namesIn(mediaDir));
  for (const name of present) {
    if (stored.has(name)) continue;
    const bytes = await folder.get(name);
    if (bytes?.length) await store.put(PREFIX + name, bytes);
  }
  const shared = sharePictures(folder, store);
  for (const name of stored) if (!present.has(name)) await shared.get(name);
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []; // no picture was stored yet
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

export function folderOfPictures(folder: string): PictureStore {
  const placeOf = (name: string) => placeInside(folder, name);
  // A proxy that runs as another user reads the pictures, but not the originals.
  return {
    // Synchronous, because an import looks for ten files per product. Promises would cost it a second for 5,000
    // products.
    has: async (name) => (statSync(placeOf(name), { throwIfNoEntry: false })?.size ?? 0) > 0,
    async get(name) {
      try {
        return readFileSync(placeOf(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async put(name, bytes) {
      const place = placeOf(name);
      await mkdir(path.dirname(place), { recursive: true });
      await chmod(folder, 0o755);
      await writeWhole(place, bytes, name.startsWith(`${ORIGINALS}/`) ? 0o600 : 0o644);
    },
  };
}

/** Writes to a temporary name first, so that a crash leaves no incomplete file. */
async function writeWhole(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, bytes);
    await chmod(temporary, mode);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }); // otherwise a full disk would keep the incomplete file
    throw error;
  }
}
