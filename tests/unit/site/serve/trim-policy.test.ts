import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { trimPolicy } from '#src/site/serve/trim-policy.ts';

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a page’s policy', () => {
  const html = Buffer.from(
    '<style>a{b:c}</style><script type="module">f()\n</script><script src="/x.js"></script><script ' +
      'type=speculationrules>{"a":"<b>"}</script>',
  );

  it('keeps the hashes of its own inline scripts and styles only', () => {
    const policy =
      `default-src 'self'; script-src 'self' ${source('f()\n')} ${source('g()')} ${source('{"a":"<b>"}')}; ` +
      `style-src 'self' ${source('d{}')} ${source('a{b:c}')};`;
    expect(trimPolicy(policy, html)).toBe(
      `default-src 'self'; script-src 'self' ${source('f()\n')} ${source('{"a":"<b>"}')}; ` +
        `style-src 'self' ${source('a{b:c}')};`,
    );
  });

  it('handles scripts that mention styles, and multi-byte characters', () => {
    const page = Buffer.from(
      '<p>€ é</p><script>h("<style>")</script><style>q::after{content:"–"}</style><script>never ends',
    );
    const policy = `script-src ${source('h("<style>")')}; style-src ${source('q::after{content:"–"}')}`;
    expect(trimPolicy(policy, page)).toBe(policy);
  });

  it.each(['<style>', '<script>', '<style', '</style><script>', '<style>'.repeat(200)])(
    'keeps its hashes in a search for %j',
    (term) => {
      const page = Buffer.from(`<meta content="${term}"><style>a{}</style><input value="${term}"><script>b()</script>`);
      const policy = `script-src ${source('b()')}; style-src ${source('a{}')}`;
      expect(trimPolicy(policy, page)).toBe(policy);
    },
  );

  it('is unchanged without hashes', () => {
    expect(trimPolicy("default-src 'none'; style-src 'self';", html)).toBe("default-src 'none'; style-src 'self';");
  });
});
