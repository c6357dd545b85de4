import { hash } from 'node:crypto';

const SOURCE = / '(sha256-[^']+)'/g;
/** What looks like more was written into a search by somebody who wants the server to hash it. */
const MAX_TEXTS = 40;

/**
 * A page's Content-Security-Policy without the hashes of what stands in other pages. Astro names the whole site's inline
 * scripts and styles in each: 1.6 KB that nothing can compress, in a first round trip that holds 14.
 */
export function trimPolicy(policy: string, html: Buffer): string {
  const texts = findInlineTexts(html);
  if (texts.length > MAX_TEXTS) return policy;
  const used = new Set(texts.map((text) => `sha256-${hash('sha256', text, 'base64')}`));
  return policy.replace(SOURCE, (source, named: string) => (used.has(named) ? source : ''));
}

/**
 * What stands in a page's scripts and styles, as bytes of the page: reading it as a text would take longer than hashing it. And
 * what looks like one: an attribute may hold a `<style>` that somebody searched for, which must not hide those that follow.
 */
function findInlineTexts(html: Buffer): Buffer[] {
  return ['script', 'style'].flatMap((name) => {
    const texts: Buffer[] = [];
    for (let from = html.indexOf(`<${name}`); from >= 0 && texts.length <= MAX_TEXTS; from = html.indexOf(`<${name}`, from + 1)) {
      const begin = html.indexOf('>', from) + 1;
      const end = html.indexOf(`</${name}>`, begin);
      if (begin > 0 && end >= 0) texts.push(html.subarray(begin, end));
    }
    return texts;
  });
}
