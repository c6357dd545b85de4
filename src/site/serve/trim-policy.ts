import { hash } from 'node:crypto';

const SOURCE = / '(sha256-[^']+)'/g;
/** More than this is an attack: someone put tags into a search to make the server hash them. */
const MAX_TEXTS = 40;

/**
 * Removes from a page's Content-Security-Policy the hashes of other pages. Astro lists the whole site's inline scripts
 * and styles: 1.6 KB that cannot be compressed.
 */
export function trimPolicy(policy: string, html: Buffer): string {
  const texts = findInlineTexts(html);
  if (texts.length > MAX_TEXTS) return policy;
  const used = new Set(texts.map((text) => `sha256-${hash('sha256', text, 'base64')}`));
  return policy.replace(SOURCE, (source, named: string) => (used.has(named) ? source : ''));
}

/**
 * The contents of scripts and styles as bytes, because decoding would cost more than hashing. Includes look-alikes
 * inside attributes, so that they cannot hide a real one after them.
 */
function findInlineTexts(html: Buffer): Buffer[] {
  return ['script', 'style'].flatMap((name) => {
    const texts: Buffer[] = [];
    for (
      let from = html.indexOf(`<${name}`);
      from >= 0 && texts.length <= MAX_TEXTS;
      from = html.indexOf(`<${name}`, from + 1)
    ) {
      const begin = html.indexOf('>', from) + 1;
      const end = html.indexOf(`</${name}>`, begin);
      if (begin > 0 && end >= 0) texts.push(html.subarray(begin, end));
    }
    return texts;
  });
}
