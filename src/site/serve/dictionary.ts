/**
 * Compression Dictionary Transport (RFC 9842). A supporting browser stores a page as a dictionary and names it in later
 * requests, so that the server sends only the differences.
 */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { constants, zstdCompressSync } from 'node:zlib';
import type { Logger } from 'pino';
import { acceptsCoding } from '#src/server/http/negotiation.ts';
import type { RecentlyUsed } from '#src/shared/recently-used.ts';
import type { OutgoingResponse } from './outgoing-response.ts';

export interface Dictionaries {
  /** The body compressed with the named dictionary; undefined when the build has no such page. */
  compress: (digest: Buffer, response: OutgoingResponse) => Promise<Buffer | undefined>;
}

/**
 * Header (name and value) that lets browsers store a page as a dictionary for later pages and fetches, but not for
 * pictures.
 */
export const AS_DICTIONARY = ['use-as-dictionary', 'match="/*",match-dest=("document" "")'] as const;

/** Content-Encoding of a response compressed with a dictionary. */
export const DCZ = 'dcz';

const MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
/**
 * Compresses a page in 0.25 ms, less than a worker thread's overhead; level 12 takes 2.5 ms for 2 % less. Small tables
 * and chunks, because their garbage grows under load.
 */
const ZSTD = {
  params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_hashLog]: 16, [constants.ZSTD_c_chainLog]: 16 },
  chunkSize: 4096,
};

/** SHA-256 of the page that the browser has stored, if the browser accepts `dcz`. */
export function requestedDictionary(headers: IncomingHttpHeaders): Buffer | undefined {
  const [, digest] = /^:([A-Za-z0-9+/]{43}=):$/.exec(String(headers['available-dictionary'])) ?? [];
  return digest && acceptsCoding(DCZ, headers['accept-encoding']) ? Buffer.from(digest, 'base64') : undefined;
}

/**
 * `readPage`: reads the page of the present build whose bytes may have this SHA-256. `cache` stores compressed bodies.
 */
export function createDictionaries(
  readPage: (digest: Buffer) => Buffer | Promise<Buffer> | undefined,
  cache: RecentlyUsed,
  log: Pick<Logger, 'warn'>,
): Dictionaries {
  async function read(digest: Buffer): Promise<Buffer | undefined> {
    try {
      const page = await readPage(digest);
      // Pages are found by a part of the digest, and both sides must have the same dictionary.
      return page && hash('sha256', page, 'buffer').equals(digest) ? page : undefined;
    } catch (error) {
      // A missing file means that a new build has replaced it. The response does not need the dictionary, so no error
      // fails it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error }, 'a dictionary cannot be read');
      return undefined;
    }
  }

  return {
    async compress(digest, response) {
      const key = `${response.etag}${digest.toString('base64')}`;
      const known = cache.get(key);
      if (known) return known;
      const dictionary = await read(digest);
      if (!dictionary) return undefined;
      const bytes = await response.bytes();
      // Without the size zstd would allocate megabytes.
      const compressed = zstdCompressSync(bytes, { ...ZSTD, dictionary, pledgedSrcSize: bytes.length });
      // RFC 9842, 5
      const body = Buffer.concat([MAGIC, digest, compressed]);
      cache.set(key, body);
      return body;
    },
  };
}
