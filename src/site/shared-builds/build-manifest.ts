/**
 * The layout of a build in the object store:
 *
 *     files/<hash>       a file by its content; a compressible file is stored as <hash>.br only
 *     builds/<name>.json the files of the build; written last
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT } from '#src/server/editorial-content.ts';
import { ObjectStoreError, type ObjectStore } from '#src/server/gateways/object-store.ts';
import { placeInside } from '#src/server/place-inside.ts';
import { hashOfBytes, isPacked, type SiteRecord } from '../site-record.ts';
import { filesBelow } from '../build/digest-files.ts';
import type { NewestBuild } from './builds.repository.ts';

export interface BuildManifest {
  record: SiteRecord;
  /** Hashes of the server's code and of the editors' files, by path in the build's folder. */
  others: Record<string, string>;
  /** Astro's key, so that the next builder creates the same code. The code contains it, too. */
  key: string;
}

export const FILES = 'files/';
export const BUILDS = 'builds/';
export const manifestName = (build: string): string => `${BUILDS}${build}.json`;

/** The stored name of a file. */
export const storedName = (hash: string, isPackedFile: boolean): string =>
  `${FILES}${hash}${isPackedFile ? '.br' : ''}`;

/** Describes a complete build, before its code is moved into place. */
export async function describeBuild(folder: string, record: SiteRecord, key: string): Promise<BuildManifest> {
  const files = ['server', CONTENT].flatMap((part) => filesBelow(path.join(folder, part)));
  const others = await Promise.all(
    files.map(
      async (file) =>
        [path.relative(folder, file).split(path.sep).join('/'), hashOfBytes(await readFile(file))] as const,
    ),
  );
  return { record, others: Object.fromEntries(others), key };
}

/** All stored names of a build, each with a file of the build's folder that contains its bytes. */
export function contentsOf({ record, others }: BuildManifest): Map<string, string> {
  return new Map([
    ...Object.entries(record.files).map(([name, { hash }]): [string, string] => {
      const isPackedFile = isPacked(name);
      return [storedName(hash, isPackedFile), `client/${name}${isPackedFile ? '.br' : ''}`];
    }),
    ...Object.entries(others).map(([name, hash]): [string, string] => [storedName(hash, false), name]),
  ]);
}

export const digestOfManifest = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/**
 * Reads the record of a build; undefined when the store lacks it. Throws when its digest is not the published one, or
 * when a name leads out of the build's folder: otherwise a person with write access to the bucket could run code on
 * every server.
 */
export async function readManifest(
  store: Pick<ObjectStore, 'get'>,
  { name, sha256 }: Pick<NewestBuild, 'name' | 'sha256'>,
): Promise<BuildManifest | undefined> {
  const bytes = await store.get(manifestName(name));
  if (!bytes) return undefined;
  if (sha256 !== null && digestOfManifest(bytes) !== sha256)
    throw new ObjectStoreError(`${manifestName(name)} in the object store is not the build that was published`);
  const manifest = JSON.parse(bytes.toString()) as BuildManifest;
  for (const each of [...Object.keys(manifest.record.files), ...Object.keys(manifest.others), manifest.record.code])
    placeInside('/build', each);
  return manifest;
}
