import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { trimPolicy } from '#src/tools/site/trim-policy.ts';

const source = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a page’s policy', () => {
  const html =
    '<style>a{b:c}</style><script type="module">f()\n</script><script src="/x.js"></script><script type=speculationrules>{"a":"<b>"}</script>';

  it('keeps the hashes of its inline scripts and styles, and no other’s', () => {
    const policy = `default-src 'self'; script-src 'self' ${source('f()\n')} ${source('g()')} ${source('{"a":"<b>"}')}; style-src 'self' ${source('d{}')} ${source('a{b:c}')};`;
    expect(trimPolicy(policy, html)).toBe(
      `default-src 'self'; script-src 'self' ${source('f()\n')} ${source('{"a":"<b>"}')}; style-src 'self' ${source('a{b:c}')};`,
    );
  });

  it('stays as it is without hashes', () => {
    expect(trimPolicy("default-src 'none'; style-src 'self';", html)).toBe("default-src 'none'; style-src 'self';");
  });
});
