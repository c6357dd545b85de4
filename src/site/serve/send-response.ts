/**
 * The only place that adapts a response to its request: compression, dictionary, `Vary`, ETag, 304 and HEAD. A response
 * comes from a file of the build (static-files.ts) or was rendered for the request (rendered-response.ts).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { bestCoding, matchesTag } from '#src/server/http/negotiation.ts';
import { DCZ, requestedDictionary, type Dictionaries } from './dictionary.ts';
import type { OutgoingResponse } from './outgoing-response.ts';

/** `more`: further headers as names and values in turn; the response's own headers override them. */
export type SendResponse = (
  req: IncomingMessage,
  res: ServerResponse,
  response: OutgoingResponse,
  more: readonly string[],
) => void | Promise<void>;

/** Below this size compression saves less than its header of 24 bytes costs. */
const SMALL = 200;
/** Headers of a 304; the browser keeps the others from its stored response. */
const HEADERS_OF_304 = ['cache-control', 'content-language', 'etag', 'set-cookie', 'vary'];

export function createSender(dictionaries?: Dictionaries): SendResponse {
  return (req, res, response, more) => {
    const { status, etag, isCompressible } = response;
    const named = response.isPublicPage && dictionaries ? requestedDictionary(req.headers) : undefined;
    const headers = [...response.headers];
    for (let at = 0; at < more.length; at += 2)
      if (!hasHeader(response.headers, more[at]!)) headers.push(more[at]!, more[at + 1]!);
    const vary = [response.vary, isCompressible && 'accept-encoding', named && 'available-dictionary'].filter(Boolean);
    if (vary.length > 0) headers.push('vary', vary.join(','));
    if (etag) headers.push('etag', etag);
    if (isKnown(response, req.headers['if-none-match'])) {
      res.writeHead(304, headersOf304(headers)).end();
      return undefined;
    }
    // RFC 9110, 9.3.2: a HEAD response may omit what only the body would tell.
    if (req.method === 'HEAD') {
      res.writeHead(status, headers).end();
      return undefined;
    }
    if (response.content) {
      res.writeHead(status, headers);
      // When the content fails, the connection breaks, so that the client does not take a part for the whole.
      pipeline(response.content, res, () => {});
      return undefined;
    }
    const write = (bytes: Buffer, coding?: string) => {
      if (coding) headers.push('content-encoding', coding);
      if (status !== 204) headers.push('content-length', String(bytes.length));
      res.writeHead(status, headers).end(bytes);
    };
    const sendWithoutDictionary = () => {
      const isSmall = response.size !== undefined && response.size <= SMALL;
      const coding = isCompressible && !isSmall ? bestCoding(req.headers['accept-encoding']) : undefined;
      const bytes = response.bytes(coding);
      return bytes instanceof Promise ? bytes.then((read) => write(read, coding)) : write(bytes, coding);
    };
    if (!named) return sendWithoutDictionary();
    return dictionaries!
      .compress(named, response)
      .then((bytes) => (bytes ? write(bytes, DCZ) : sendWithoutDictionary()));
  };
}

function isKnown({ status, etag, alternativeTag }: OutgoingResponse, tags: string | undefined): boolean {
  if (status !== 200 || tags === undefined) return false;
  return [etag, alternativeTag].some((tag) => tag !== undefined && matchesTag(tags, tag));
}

function hasHeader(headers: readonly string[], name: string): boolean {
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) return true;
  return false;
}

function headersOf304(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (HEADERS_OF_304.includes(headers[at]!)) kept.push(headers[at]!, headers[at + 1]!);
  return kept;
}
