import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';

const HTML_CACHE = 'public, max-age=60, stale-while-revalidate=600';
const FOREVER = 'public, max-age=31536000, immutable';

type Headers = { pathname: string | string[]; headers: { key: string; value: string }[] }[];

/** The Content-Security-Policy of each prerendered page, as the build wrote it. */
function readPolicies(distDir: string): Map<string, string> {
  const entries = JSON.parse(readFileSync(path.join(distDir, '_headers.json'), 'utf8')) as Headers;
  // Thousands of pages share a few policies: keep one string of each.
  const shared = new Map<string, string>();
  const intern = (policy: string) => shared.get(policy) ?? shared.set(policy, policy).get(policy) ?? policy;
  return new Map(
    entries.flatMap(({ pathname, headers }) => {
      const policy = headers.find(({ key }) => key.toLowerCase() === 'content-security-policy')?.value;
      return policy ? [pathname].flat().map((page) => [withoutSlash(page), intern(policy)] as const) : [];
    }),
  );
}

const withoutSlash = (pathname: string) => (pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname);

type Next = () => void;
export type FileHandler = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

/** Serves the built site from precompressed files. The list of files is read once: a new build needs a new process. */
export function serveSite(distDir: string): FileHandler {
  const policies = readPolicies(distDir);
  const files = sirv(path.join(distDir, 'client'), {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders(res, pathname) {
      // A page also answers at its file's own name.
      const policy = policies.get(withoutSlash(pathname.replace(/(\/index)?(\.html?)?(\.(br|gz))?$/, '') || '/'));
      if (policy) res.setHeader('content-security-policy', policy);
      res.setHeader('cache-control', pathname.startsWith('/_astro/') ? FOREVER : policy ? HTML_CACHE : 'public, max-age=3600');
    },
  });
  return (req, res, next) => files(req, res, next);
}

/** Serves the catalogue's pictures; their names are made of their content. New ones appear while the shop runs. */
export function serveMedia(mediaDir: string, prefix: string): FileHandler {
  const files = sirv(mediaDir, { dev: true, etag: true, setHeaders: (res) => res.setHeader('cache-control', FOREVER) });
  return (req, res, next) => {
    const url = req.url ?? '/';
    if (!url.startsWith(prefix)) return next();
    req.url = url.slice(prefix.length - 1);
    files(req, res, () => {
      req.url = url;
      next();
    });
  };
}
