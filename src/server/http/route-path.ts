/** Astro decodes a path this often at most. */
const MAX_DEPTH = 10;

/**
 * The path as Astro's router will read it: decoded until nothing is left to decode, without double slashes.
 * undefined for what is no path, and for one with a NUL, which PostgreSQL takes in no text.
 */
export function routePath(url: string = ''): string | undefined {
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
