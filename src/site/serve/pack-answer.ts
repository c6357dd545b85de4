import { hash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import type { Answer } from './answer-memory.ts';
import { DCZ, namedDictionary, packBy, VARY_BY_DICTIONARY, type FindDictionary } from './dictionary.ts';
import { codingFor, knowsTag, type Coding } from '#src/server/http/negotiation.ts';

/** Packing saves less than it costs: the header that says so has 24 bytes. */
const SMALL = 200;
const PACKABLE = /^(text\/|application\/(json|xml|javascript|openapi))/;
const MEMORY_BYTES = 4 * 2 ** 20;

// Quality 5 instead of the default 4 for streams: 6 % fewer bytes of a search page. A window of 64 KiB: half the work for 5 bytes more.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } };
// 8 % fewer bytes for 50 times the work: for what is asked for again.
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
/** One at a time, no more often, and begun only while no answer is packed: whoever asks for many different pages twice does not keep a core busy. */
const IMPROVE_PAUSE_MS = 500;
const PACK: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes),
};
/** What a 304 says; all else the browser has with the answer that it keeps. */
const OF_UNCHANGED = ['cache-control', 'content-language', 'etag', 'set-cookie', 'vary'];

/** Sends an answer packed as the browser takes it, with `more` headers, names in small letters and values in turn. */
export type SendPacked = (req: IncomingMessage, res: ServerResponse, answer: Answer, more: readonly string[]) => void | Promise<void>;

export function createAnswerPacker(log: Logger, findDictionary: FindDictionary): SendPacked {
  // Answers for everybody are often the same: those are packed once.
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
    delete headers['content-length']; // of the answer before it is packed
    const write = (bytes: Buffer) => {
      if (status === 304) return sayUnchanged();
      if (req.method !== 'HEAD' && status !== 204) headers['content-length'] = bytes.length;
      res.writeHead(status, inTurn(headers, more)).end(bytes);
    };
    const sayUnchanged = () => {
      const said = Object.entries(headers).filter(([name]) => OF_UNCHANGED.includes(name));
      res.writeHead(304, inTurn(Object.fromEntries(said), [])).end();
    };
    // The same for an answer and for what only tells of it (304, HEAD): RFC 9110, 15.4.5.
    const isPackable = (status === 304 || PACKABLE.test(String(headers['content-type']))) && !headers['content-encoding'];
    const isPublic = status === 200 && String(headers['cache-control']).startsWith('public');
    // What is for one person is packed with nothing but itself.
    const named = isPublic && String(headers['content-type']).startsWith('text/html') ? namedDictionary(req.headers) : undefined;
    const variesBy = named ? VARY_BY_DICTIONARY : 'accept-encoding';
    if (isPackable) headers.vary = headers.vary ? `${String(headers.vary)}, ${variesBy}` : variesBy;
    if (isPublic) {
      headers.etag ??= `W/"${hash('sha1', body, 'base64url')}"`; // weak: the same answer travels packed and not
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
        // The answer is on its way: nobody waits for this, and if it fails, the next who asks tries again.
        if (best && !bestKnown)
          improve(best, body).catch((error: unknown) => log.warn({ err: error }, 'an answer could not be packed better'));
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

/** Names and values in turn; what an answer says itself counts instead of what `more` would say. */
function inTurn(headers: OutgoingHttpHeaders, more: readonly string[]): string[] {
  const all: string[] = [];
  for (let at = 0; at < more.length; at += 2) if (headers[more[at]!] === undefined) all.push(more[at]!, more[at + 1]!);
  for (const [name, value] of Object.entries(headers)) {
    if (Array.isArray(value)) all.push(...value.flatMap((each) => [name, each]));
    else if (value !== undefined) all.push(name, String(value));
  }
  return all;
}

/** Most answers come in one piece: a copy of each would cost as much memory as the answer. */
function joined(chunks: Uint8Array[]): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(chunks);
}

/** Gathers what a handler writes and hands it over as one answer when it ends; the function it gives back takes that away. */
export function gatherAnswer(res: ServerResponse, ended: (answer: Answer) => void): () => void {
  const chunks: Uint8Array[] = [];
  let [status, headers]: [number | undefined, OutgoingHttpHeaders] = [undefined, {}];
  const own = res as unknown as Record<'writeHead' | 'write' | 'end', unknown>;
  const leave = () => {
    // What stands on the prototype is seen again.
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
