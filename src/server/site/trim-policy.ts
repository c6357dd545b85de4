import { hash } from 'node:crypto';

const SOURCE = / '(sha256-[^']+)'/g;

/**
 * A page's Content-Security-Policy without the hashes of what stands in other pages. Astro names the whole site's inline
 * scripts and styles in each: 1.6 KB that nothing can compress, in a first round trip that holds 14.
 */
export function trimPolicy(policy: string, html: Buffer): string {
  const used = new Set([...inlineTexts(html)].map((text) => `sha256-${hash('sha256', text, 'base64')}`));
  return policy.replace(SOURCE, (source, named: string) => (used.has(named) ? source : ''));
}

/** What stands in a page's scripts and styles, as bytes of the page: reading it as a text would take longer than hashing it. */
function* inlineTexts(html: Buffer): Generator<Buffer> {
  for (let at = 0; ;) {
    const next = (['script', 'style'] as const)
      .map((name) => ({ name, from: html.indexOf(`<${name}`, at) }))
      .filter(({ from }) => from >= 0)
      .sort((a, b) => a.from - b.from)[0];
    if (!next) return;
    const begin = html.indexOf('>', next.from) + 1;
    const end = html.indexOf(`</${next.name}>`, begin);
    if (begin === 0 || end < 0) return;
    yield html.subarray(begin, end);
    at = end;
  }
}
