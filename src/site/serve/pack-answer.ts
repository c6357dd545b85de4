import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import type { Answer } from './answer-memory.ts';
import { DCZ, namedDictionary, packBy, VARY_BY_DICTIONARY, type FindDictionary } from './dictionary.ts';
import { codingFor, knowsTag, type Coding } from '#src/server/http/negotiation.ts';

/** Below this size compression saves less than its header of 24 bytes costs. */
const SMALL = 200;
const PACKABLE = /^(text\/|application\/(json|xml|javascript|openapi))/;
const MEMORY_BYTES = 4 * 2 ** 20;

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
const OF_UNCHANGED = ['cache-control', 'content-language', 'etag', 'set-cookie', 'vary'];

/**
 * Sends a response compressed as the browser accepts it. `more`: further headers as a flat list of lower-case names and
 * values.
 */
export type SendPacked = (req: IncomingMessage, res: ServerResponse, answer: Answer, more: readonly string[]) => void | Promise<void>;

export function createAnswerPacker(log: Logger, findDictionary: FindDictionary): SendPacked {
  // Public responses are often identical, so each is compressed once.
  const memory = new RecentlyUsed(MEMORY_BYTES);
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
    memory.set(best, await promisify(brotliCompress)(body, BEST));
  };

  return (req, res, { status, headers: given, body }, more) => {
    const headers = { ...given };
    delete headers['content-length']; // the length before compression
    const write = (bytes: Buffer) => {
      if (status === 304) return sayUnchanged();
      if (req.method !== 'HEAD' && status !== 204) headers['content-length'] = bytes.length;
      res.writeHead(status, inTurn(headers, more)).end(bytes);
    };
    const sayUnchanged = () => {
      const said = Object.entries(headers).filter(([name]) => OF_UNCHANGED.includes(name));
      res.writeHead(304, inTurn(Object.fromEntries(said), [])).end();
    };
    // RFC 9110, 15.4.5: a 304 and a HEAD carry the same headers as the full response.
    const isPackable = (status === 304 || PACKABLE.test(String(headers['content-type']))) && !headers['content-encoding'];
    const isPublic = status === 200 && String(headers['cache-control']).startsWith('public');
    // A private response is never compressed with a dictionary.
    const named = isPublic && String(headers['content-type']).startsWith('text/html') ? namedDictionary(req.headers) : undefined;
    const variesBy = named ? VARY_BY_DICTIONARY : 'accept-encoding';
    if (isPackable) headers.vary = headers.vary ? `${String(headers.vary)}, ${variesBy}` : variesBy;
    if (isPublic) {
      headers.etag ??= `W/"${hash('sha1', body, 'base64url')}"`; // weak, because compressed and uncompressed bodies share it
      if (knowsTag(req.headers['if-none-match'], String(headers.etag))) return sayUnchanged();
    }
    if (!isPackable || body.length <= SMALL || req.method === 'HEAD') return write(body);
    const packAlone = (): void | Promise<void> => {
      const coding = codingFor(req.headers['accept-encoding']);
      if (!coding) return write(body);
      headers['content-encoding'] = coding;
      const key = isPublic ? `${String(headers.etag)}${coding}` : undefined;
      const best = key && coding === 'br' ? `${key} best` : undefined;
      const bestKnown = best && memory.get(best);
      const known = bestKnown ?? (key && memory.get(key));
      if (known) {
        write(known);
        // The response is already sent, so no client waits for this; after a failure the next request tries again.
        if (best && !bestKnown)
          improve(best, body).catch((error: unknown) => log.warn({ err: error }, 'a response could not be recompressed'));
        return undefined;
      }
      return pack(coding, body).then((packed) => {
        if (key) memory.set(key, packed);
        write(packed);
      });
    };
    const finding = named && findDictionary(named);
    if (!finding) return packAlone();
    return finding.then((dictionary) => {
      if (!dictionary) return packAlone();
      headers['content-encoding'] = DCZ;
      const key = String(headers.etag) + dictionary.digest.toString('base64');
      const packed = memory.get(key) ?? packBy(dictionary, body);
      memory.set(key, packed);
      write(packed);
    });
  };
}

/** A flat list of names and values; a header of the response overrides the same header in `more`. */
function inTurn(headers: OutgoingHttpHeaders, more: readonly string[]): string[] {
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
export function gatherAnswer(res: ServerResponse, ended: (answer: Answer) => void): () => void {
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
