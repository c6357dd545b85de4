import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { ObjectStore } from '#src/server/gateways/object-store.ts';
import { hashOfBytes } from '../site-record.ts';
import { storedName } from './build-manifest.ts';

/** Writes a file of a build, with its compressed form. Throws when the store lacks it or its hash does not match. */
export async function writeStored(
  store: Pick<ObjectStore, 'get'>,
  hash: string,
  isPackedFile: boolean,
  to: string,
): Promise<void> {
  const name = storedName(hash, isPackedFile);
  const stored = await store.get(name);
  if (!stored) throw new Error(`the object store has no ${name}`);
  const bytes = isPackedFile ? await promisify(brotliDecompress)(stored) : stored;
  if (hashOfBytes(bytes) !== hash) throw new Error(`${name} in the object store is damaged`);
  if (isPackedFile) await writeFile(`${to}.br`, stored);
  await writeFile(to, bytes);
}
