/** Astro decodes a path at most this often. */
const MAX_DEPTH = 10;
/** A path that needs no decoding or resolving, as nearly all paths. */
const PLAIN = /^(?:\/[\w-][\w.-]*)*\/?$/;

/**
 * The path as Astro's router reads it: fully decoded, without double slashes. undefined for an invalid path, and for
 * one with a NUL, which PostgreSQL's text cannot contain.
 */
export function routePath(url: string = ''): string | undefined {
  const query = url.indexOf('?');
  const plain = query < 0 ? url : url.slice(0, query);
  if (plain && PLAIN.test(plain) && (query < 0 || decode(url) !== undefined)) return plain;
  if (!url.startsWith('/') || decode(url) === undefined) return undefined;
  let path = new URL(`http://shop${url}`).pathname;
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const decoded = decode(path);
    if (decoded === undefined || decoded === path) return path.includes('\0') ? undefined : path.replace(/\/+/g, '/');
    path = decoded;
  }
  return undefined;
}

function decode(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
