import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Logger } from 'pino';
import { MEDIA_PATH } from '#src/shared/paths.ts';
import type { FindDictionary } from './dictionary.ts';
import { FOREVER, type LiveSite } from './live-site.ts';
import { createFileServer, type FileHeaders, type ServedFile } from './serve-file.ts';

const CACHE_BYTES = 64 * 2 ** 20;

/** Serves pictures of the catalogue and files of the build; returns false when the address matches neither. */
export interface StaticFiles {
  /** `address` must be decoded. */
  serve: (req: IncomingMessage, res: ServerResponse, address: string, headers: FileHeaders, status?: 200 | 404) => Promise<boolean>;
  findDictionary: FindDictionary;
}

export function createStaticFiles(
  site: Pick<LiveSite, 'build' | 'loadCurrentBuild'>,
  mediaDir: string,
  log: Pick<Logger, 'warn'>,
): StaticFiles {
  const { serve: serveFile, findDictionary } = createFileServer(CACHE_BYTES, { pageOf: (digest) => site.build.pageOf(digest), log });
  const serve: StaticFiles['serve'] = async (req, res, address, headers, status) => {
    const tryFile = async (file: ServedFile | undefined): Promise<boolean> => {
      if (!file) return false;
      try {
        await serveFile(req, res, file, headers, status);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    };
    if (await tryFile(findPicture(mediaDir, address))) return true;
    const { build } = site;
    const file = build.find(address);
    if (!file || (await tryFile(file))) return file !== undefined;
    // The build was deleted after the server's last check for a new one.
    site.loadCurrentBuild();
    if (site.build !== build) return tryFile(site.build.find(address));
    throw new Error(`${file.path} is missing; build again`);
  };
  return { serve, findDictionary };
}

/** New pictures appear while the shop runs; each name is a digest of the content. */
export function findPicture(mediaDir: string, address: string): ServedFile | undefined {
  const name = address.startsWith(MEDIA_PATH) ? address.slice(MEDIA_PATH.length) : '';
  if (!/^[\w-]+\.(avif|webp)$/.test(name)) return undefined;
  return { path: path.join(mediaDir, name), tag: name, packed: false, cacheControl: FOREVER };
}
