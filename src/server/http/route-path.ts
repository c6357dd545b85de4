/** Astro decodes a path this often at most. */
const MAX_DEPTH = 10;
/** Nothing in it to decode or to resolve, as in nearly all. */
const PLAIN = /^(?:\/[\w-][\w.-]*)*\/?$/;

/**
 * The path as Astro's router will read it: decoded until nothing is left to decode, without double slashes.
 * undefined for what is no path, and for one with a NUL, which PostgreSQL takes in no text.
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
