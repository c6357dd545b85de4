import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { MEDIA_PATH } from '#src/shared/paths.ts';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import type { FetchAsset } from './remote-assets.ts';
import { createDictionaries } from './dictionary.ts';
import { fileResponse, pictureFile, readThrough, type ServedFile } from './file-response.ts';
import type { LiveSite } from './live-site.ts';
import { createSender, type SendResponse } from './send-response.ts';

/** Extra headers for pages and for other files, as flat lists of names and values. */
interface FileHeaders {
  page: readonly string[];
  other: readonly string[];
}

/** Serves pictures of the catalogue and files of the build; returns false when the address matches neither. */
export interface StaticFiles {
  /** `address` must be decoded. */
  serve: (
    req: IncomingMessage,
    res: ServerResponse,
    address: string,
    headers: FileHeaders,
    status?: 200 | 404,
  ) => Promise<boolean>;
  /** Sends any response; it knows the build's pages as dictionaries. */
  send: SendResponse;
}

/**
 * Caches files in their sent form, and pages compressed with a dictionary. Reading each page from the disk would halve
 * the throughput.
 */
const CACHE_BYTES = 64 * 2 ** 20;

export function createStaticFiles(
  site: Pick<LiveSite, 'build' | 'loadCurrentBuild'>,
  mediaDir: string,
  log: Pick<Logger, 'warn'>,
  bring: FetchAsset,
): StaticFiles {
  const cache = new RecentlyUsed(CACHE_BYTES);
  const readPage = (digest: Buffer) => {
    const page = site.build.pageOf(digest);
    return page && readThrough(cache, page.tag, page.path);
  };
  const send = createSender(createDictionaries(readPage, cache, log));

  const serve: StaticFiles['serve'] = async (req, res, address, headers, status = 200) => {
    const tryFile = async (file: ServedFile | undefined): Promise<boolean> => {
      if (!file) return false;
      try {
        const response = fileResponse(file, status, cache);
        // A HEAD response needs no bytes, but a missing picture is a 404 for HEAD, too.
        if (req.method === 'HEAD') await response.bytes();
        await send(req, res, response, file.policy === undefined ? headers.other : headers.page);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    };
    if (await tryFile(findPicture(mediaDir, address))) return true;
    const { build } = site;
    const file = build.find(address);
    if (!file) return tryFile(await bring(address));
    if (await tryFile(file)) return true;
    // The build was deleted after the server's last check for a new one.
    site.loadCurrentBuild();
    if (site.build !== build) return tryFile(site.build.find(address));
    throw new Error(`${file.path} is missing; build again`);
  };
  return { serve, send };
}

/** New pictures appear while the shop runs; each name is a digest of the content. */
export function findPicture(mediaDir: string, address: string): ServedFile | undefined {
  const name = address.startsWith(MEDIA_PATH) ? address.slice(MEDIA_PATH.length) : '';
  if (!/^[\w-]+\.(avif|webp)$/.test(name)) return undefined;
  return pictureFile(mediaDir, name);
}
