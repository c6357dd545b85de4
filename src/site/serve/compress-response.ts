import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import type { BufferedResponse } from './response-cache.ts';
import { DCZ, requestedDictionary, compressWithDictionary, VARY_BY_DICTIONARY, type FindDictionary } from './dictionary.ts';
import { bestCoding, matchesTag, type Coding } from '#src/server/http/negotiation.ts';

/** Below this size compression saves less than its header of 24 bytes costs. */
const SMALL = 200;
const PACKABLE = /^(text\/|application\/(json|xml|javascript|openapi))/;
const CACHE_BYTES = 4 * 2 ** 20;

// Quality 5 saves 6 % compared with the default 4 for streams. A window of 64 KiB halves the work for 5 bytes more.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } };
// 8 % fewer bytes for 50 times the work, for responses that are requested repeatedly.
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
/**
 * Only one at a time, with pauses, while no response is being compressed, so that repeated requests for many pages cannot
 * occupy a core.
 */
const IMPROVE_PAUSE_MS = 500;
const PACK: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
};
/** Headers of a 304; the browser keeps the others from its stored response. */
const HEADERS_OF_304 = ['cache-control', 'content-language', 'etag', 'set-cookie', 'vary'];

/**
 * Sends a response compressed as the browser accepts it. `more`: further headers as a flat list of lower-case names and
 * values.
 */
export type SendCompressed = (
  req: IncomingMessage,
  res: ServerResponse,
  answer: BufferedResponse,
  more: readonly string[],
) => void | Promise<void>;

export function createCompressor(log: Logger, findDictionary: FindDictionary): SendCompressed {
  // Public responses are often identical, so each is compressed once.
  const cache = new RecentlyUsed(CACHE_BYTES);
  let underWay = 0;
  const pack = (coding: Coding, body: Buffer): Promise<Buffer> => {
    underWay++;
    return PACK[coding](body).finally(() => underWay--);
  };
  let isImproving = false;
  const improve = async (best: string, body: Buffer) => {
    if (isImproving || underWay > 0) return;
    isImproving = true;
    setTimeout(() => (isImproving = false), IMPROVE_PAUSE_MS).unref();
    cache.set(best, await promisify(brotliCompress)(body, BEST));
  };

  return (req, res, { status, headers: given, body }, more) => {
    const headers = { ...given };
    delete headers['content-length']; // the length before compression
    const write = (bytes: Buffer) => {
      if (status === 304) return sendNotModified();
      if (req.method !== 'HEAD' && status !== 204) headers['content-length'] = bytes.length;
      res.writeHead(status, headerList(headers, more)).end(bytes);
    };
    const sendNotModified = () => {
      const said = Object.entries(headers).filter(([name]) => HEADERS_OF_304.includes(name));
      res.writeHead(304, headerList(Object.fromEntries(said), [])).end();
    };
    // RFC 9110, 15.4.5: a 304 and a HEAD carry the same headers as the full response.
    const isPackable = (status === 304 || PACKABLE.test(String(headers['content-type']))) && !headers['content-encoding'];
    const isPublic = status === 200 && String(headers['cache-control']).startsWith('public');
    // A private response is never compressed with a dictionary.
    const named = isPublic && String(headers['content-type']).startsWith('text/html') ? requestedDictionary(req.headers) : undefined;
    const variesBy = named ? VARY_BY_DICTIONARY : 'accept-encoding';
    if (isPackable) headers.vary = headers.vary ? `${String(headers.vary)}, ${variesBy}` : variesBy;
    if (isPublic) {
      headers.etag ??= `W/"${hash('sha1', body, 'base64url')}"`; // weak, because compressed and uncompressed bodies share it
      if (matchesTag(req.headers['if-none-match'], String(headers.etag))) return sendNotModified();
    }
    if (!isPackable || body.length <= SMALL || req.method === 'HEAD') return write(body);
    const compressWithoutDictionary = (): void | Promise<void> => {
      const coding = bestCoding(req.headers['accept-encoding']);
      if (!coding) return write(body);
      headers['content-encoding'] = coding;
      const key = isPublic ? `${String(headers.etag)}${coding}` : undefined;
      const best = key && coding === 'br' ? `${key} best` : undefined;
      const bestKnown = best && cache.get(best);
      const known = bestKnown ?? (key && cache.get(key));
      if (known) {
        write(known);
        // The response is already sent, so no client waits for this; after a failure the next request tries again.
        if (best && !bestKnown)
          improve(best, body).catch((error: unknown) => log.warn({ err: error }, 'a response could not be recompressed'));
        return undefined;
      }
      return pack(coding, body).then((packed) => {
        if (key) cache.set(key, packed);
        write(packed);
      });
    };
    const finding = named && findDictionary(named);
    if (!finding) return compressWithoutDictionary();
    return finding.then((dictionary) => {
      if (!dictionary) return compressWithoutDictionary();
      headers['content-encoding'] = DCZ;
      const key = String(headers.etag) + dictionary.digest.toString('base64');
      const packed = cache.get(key) ?? compressWithDictionary(dictionary, body);
      cache.set(key, packed);
      write(packed);
    });
  };
}

/** A flat list of names and values; a header of the response overrides the same header in `more`. */
function headerList(headers: OutgoingHttpHeaders, more: readonly string[]): string[] {
  const all: string[] = [];
  for (let at = 0; at < more.length; at += 2) if (headers[more[at]!] === undefined) all.push(more[at]!, more[at + 1]!);
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) all.push(...value.flatMap((each) => [name, each]));
    else if (value !== undefined) all.push(name, String(value));
  }
  return all;
}

/** Most responses have one chunk: copying it would double its memory. */
function joined(chunks: Uint8Array[]): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(chunks);
}

/** Buffers what a handler writes and passes it on as one response; the returned function removes the buffer. */
export function bufferResponse(res: ServerResponse, ended: (answer: BufferedResponse) => void): () => void {
  const chunks: Uint8Array[] = [];
  let [status, headers]: [number | undefined, OutgoingHttpHeaders] = [undefined, {}];
  const own = res as unknown as Record<'writeHead' | 'write' | 'end', unknown>;
  const leave = () => {
    // Deleting the own properties reveals the prototype's methods.
    for (const name of ['writeHead', 'write', 'end'] as const) delete own[name];
  };
  const keep = (chunk: Uint8Array | string) => chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  own.writeHead = (given: number, more: OutgoingHttpHeaders = {}) => {
    [status, headers] = [given, more];
    return res;
  };
  own.write = (chunk: Uint8Array | string, written?: () => void) => {
    keep(chunk);
    written?.();
    return true;
  };
  own.end = (chunk?: Uint8Array | string) => {
    leave();
    if (chunk) keep(chunk);
    ended({ status: status ?? res.statusCode, headers, body: joined(chunks) });
    return res;
  };
  return leave;
}
