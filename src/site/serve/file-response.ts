import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RecentlyUsed } from '#src/shared/recently-used.ts';
import { AS_DICTIONARY } from './dictionary.ts';
import type { OutgoingResponse } from './outgoing-response.ts';

/** A file ready to be served. */
export interface ServedFile {
  /** Absolute path. */
  path: string;
  /** Differs for every content. */
  tag: string;
  /** Whether a .br exists beside it. */
  packed: boolean;
  cacheControl: string;
  /** Content-Security-Policy if the file is a page. */
  policy?: string | undefined;
}

export const FOREVER = 'max-age=31536000, immutable';

/** Each picture's name is a digest of its content. */
export const pictureFile = (mediaDir: string, name: string): ServedFile => ({
  path: path.join(mediaDir, name),
  tag: name,
  packed: false,
  cacheControl: FOREVER,
});

const TYPES: Record<string, string> = {
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
/** The response for a file. `status` 404: an error page, which must not be cached. `cache` stores the file's bytes. */
export function fileResponse(
  { path: file, tag, packed, cacheControl, policy }: ServedFile,
  status: 200 | 404,
  cache: RecentlyUsed,
): OutgoingResponse {
  const isPublicPage = policy !== undefined && status === 200;
  const headers = ['cache-control', status === 200 ? cacheControl : 'no-store'];
  if (policy !== undefined) headers.push('content-security-policy', policy);
  if (isPublicPage) headers.push(...AS_DICTIONARY);
  headers.push('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
  return {
    status,
    headers,
    // Browsers never revalidate an immutable URL, so it needs no tag. Rendered responses have tags of the same length.
    etag: status === 200 && !cacheControl.includes('immutable') ? `W/"${tag.slice(0, 16)}"` : undefined,
    isCompressible: packed,
    isPublicPage,
    bytes(coding) {
      if (coding === 'gzip') return readThrough(cache, `${tag}.gz`, file, promisify(gzip));
      const suffix = coding ? '.br' : '';
      return readThrough(cache, tag + suffix, file + suffix);
    },
  };
}

type Convert = (bytes: Buffer) => Promise<Buffer>;

/** The bytes of a file, from the cache or from the disk; `convert` changes them before they are stored. */
export function readThrough(
  cache: RecentlyUsed,
  key: string,
  name: string,
  convert?: Convert,
): Buffer | Promise<Buffer> {
  return cache.get(key) ?? read(cache, key, name, convert);
}

async function read(cache: RecentlyUsed, key: string, name: string, convert?: Convert): Promise<Buffer> {
  const plain = await readFile(name);
  const bytes = convert ? await convert(plain) : plain;
  // A power cut may leave an empty picture, which browsers would cache for a year.
  if (bytes.length === 0 && IMMUTABLE_PICTURE.test(name))
    throw Object.assign(new Error(`${name} is empty`), { code: 'ENOENT' });
  cache.set(key, bytes);
  return bytes;
}
