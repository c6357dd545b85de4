import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import { codingFor, knowsTag } from '../http/negotiation.ts';

/** A file as the server answers with it. */
export interface ServedFile {
  /** Absolute. */
  path: string;
  /** Another for every content. */
  tag: string;
  /** Has a .br and a .gz beside it. */
  packed: boolean;
  cacheControl: string;
  /** Content-Security-Policy of a page. */
  policy?: string | undefined;
}

/** For this answer, names and values in turn. */
export interface FileHeaders {
  page: readonly string[];
  other: readonly string[];
}

export type FileServer = (
  req: IncomingMessage,
  res: ServerResponse,
  file: ServedFile,
  headers: FileHeaders,
  status?: 200 | 404,
) => void | Promise<void>;

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

const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Answers with files, whole and as the browser takes them packed; what was read stays in memory, up to `maxBytes`. */
export function createFileServer(maxBytes: number): FileServer {
  const memory = new RecentlyUsed(maxBytes);
  return (req, res, file, headers, status = 200) => {
    const etag = `W/"${file.tag}"`; // weak: the same content travels packed and not
    const isPage = file.policy !== undefined;
    const common = [...(isPage ? headers.page : headers.other), 'cache-control', status === 200 ? file.cacheControl : 'no-store'];
    // Nobody asks whether the content of such an address has changed.
    if (!file.cacheControl.includes('immutable')) common.push('etag', etag);
    if (file.packed) common.push('vary', 'accept-encoding');
    if (file.policy) common.push('content-security-policy', file.policy);
    if (status === 200 && knowsTag(req.headers['if-none-match'], etag)) {
      res.writeHead(304, common).end();
      return;
    }
    const coding = file.packed ? codingFor(req.headers['accept-encoding']) : undefined;
    const suffix = coding ? SUFFIX[coding] : '';
    const key = file.tag + suffix;
    const answer = (bytes: Buffer) => {
      common.push('content-type', TYPES[path.extname(file.path)] ?? 'application/octet-stream', 'content-length', String(bytes.length));
      if (coding) common.push('content-encoding', coding);
      res.writeHead(status, common).end(bytes);
    };
    const known = memory.get(key);
    if (known) return answer(known);
    return readFile(file.path + suffix).then((bytes) => {
      memory.set(key, bytes);
      answer(bytes);
    });
  };
}
