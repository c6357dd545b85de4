import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import type { Logger } from 'pino';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import {
  AS_DICTIONARY,
  DCZ,
  isDictionary,
  requestedDictionary,
  compressWithDictionary,
  VARY_BY_DICTIONARY,
  type Dictionary,
  type FindDictionary,
} from './dictionary.ts';
import { bestCoding, matchesTag } from '#src/server/http/negotiation.ts';

/** A file ready to be served. */
export interface ServedFile {
  /** Absolute path. */
  path: string;
  /** Differs for every content. */
  tag: string;
  /** Whether a .br and a .gz exist beside it. */
  packed: boolean;
  cacheControl: string;
  /** Content-Security-Policy if the file is a page. */
  policy?: string | undefined;
}

/** Extra headers for pages and for other files, as flat lists of names and values. */
export interface FileHeaders {
  page: readonly string[];
  other: readonly string[];
}

export interface FileServer {
  serve: (req: IncomingMessage, res: ServerResponse, file: ServedFile, headers: FileHeaders, status?: 200 | 404) => void | Promise<void>;
  findDictionary: FindDictionary;
}

export const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css',
  '.html': 'text/html;charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain;charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

const IMMUTABLE_PICTURE = /\.(?:avif|webp)$/;

const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** The source of dictionaries. */
interface Dictionaries {
  /** The page whose bytes have this SHA-256. */
  pageOf: (digest: Buffer) => ServedFile | undefined;
  log: Pick<Logger, 'warn'>;
}

/**
 * Serves whole files, compressed as the browser accepts. Caches up to `maxBytes` of sent bytes, and a quarter of that in
 * dictionaries.
 */
export function createFileServer(maxBytes: number, dictionaries?: Dictionaries): FileServer {
  const cache = new RecentlyUsed(maxBytes);
  // A separate cache, because a page is four times as large as its compressed form.
  const wholePages = new RecentlyUsed(maxBytes / 4);
  async function read(from: RecentlyUsed, key: string, name: string): Promise<Buffer> {
    const known = from.get(key);
    if (known) return known;
    const bytes = await readFile(name);
    // A power cut may leave an empty picture, which browsers would cache for a year.
    if (bytes.length === 0 && IMMUTABLE_PICTURE.test(name)) throw Object.assign(new Error(`${name} is empty`), { code: 'ENOENT' });
    from.set(key, bytes);
    return bytes;
  }
  const readPage = (page: ServedFile) => read(wholePages, page.tag, page.path);

  const findDictionary: FindDictionary = (digest) => {
    const page = dictionaries?.pageOf(digest);
    return page && readDictionary(digest, page);
  };
  async function readDictionary(digest: Buffer, page: ServedFile): Promise<Dictionary | undefined> {
    try {
      const dictionary = { digest, bytes: await readPage(page) };
      return isDictionary(dictionary) ? dictionary : undefined;
    } catch (error) {
      // A missing file means that a new build has replaced it. The response does not need the dictionary, so no error fails it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') dictionaries?.log.warn({ err: error }, 'a dictionary cannot be read');
      return undefined;
    }
  }

  const serve: FileServer['serve'] = (req, res, file, headers, status = 200) => {
    const etag = `W/"${file.tag}"`; // weak, because compressed and uncompressed bodies share it
    const isPage = file.policy !== undefined;
    const isOffered = isPage && status === 200;
    const digest = isOffered ? requestedDictionary(req.headers) : undefined;
    const common = ['cache-control', status === 200 ? file.cacheControl : 'no-store'];
    if (file.packed) common.push('vary', digest ? VARY_BY_DICTIONARY : 'accept-encoding');
    // Browsers never revalidate an immutable address, so it needs no tag.
    if (!file.cacheControl.includes('immutable')) common.push('etag', etag);
    const answer = (bytes: Buffer, coding: string | undefined) => {
      common.unshift(...(isPage ? headers.page : headers.other));
      if (file.policy) common.push('content-security-policy', file.policy);
      if (isOffered) common.push(...AS_DICTIONARY);
      common.push('content-type', TYPES[path.extname(file.path)] ?? 'application/octet-stream', 'content-length', String(bytes.length));
      if (coding) common.push('content-encoding', coding);
      res.writeHead(status, common).end(bytes);
    };
    if (status === 200 && matchesTag(req.headers['if-none-match'], etag)) {
      // The browser keeps the other headers with its stored file.
      res.writeHead(304, common).end();
      return;
    }
    const serveWithoutDictionary = () => {
      const coding = file.packed ? bestCoding(req.headers['accept-encoding']) : undefined;
      const suffix = coding ? SUFFIX[coding] : '';
      const key = file.tag + suffix;
      const known = cache.get(key);
      return known ? answer(known, coding) : read(cache, key, file.path + suffix).then((bytes) => answer(bytes, coding));
    };
    if (!digest) return serveWithoutDictionary();
    const key = file.tag + digest.toString('base64');
    const known = cache.get(key);
    if (known) return answer(known, DCZ);
    return Promise.resolve(findDictionary(digest)).then(async (dictionary) => {
      if (!dictionary) return serveWithoutDictionary();
      const packed = compressWithDictionary(dictionary, await readPage(file));
      cache.set(key, packed);
      answer(packed, DCZ);
    });
  };
  return { serve, findDictionary };
}
