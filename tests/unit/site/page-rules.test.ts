import { describe, expect, it } from 'vitest';
import { markOf, pageRules } from '#src/site/page-rules.ts';

const policies = ['for lists', 'for products', 'for home', 'of one product'];
const files = {
  'index.html': { hash: 'a', policy: 2 },
  'de/index.html': { hash: 'b', policy: 2 },
  'category/x/index.html': { hash: 'c', policy: 0 },
  'de/instock/2/index.html': { hash: 'd', policy: 0 },
  'product/a/index.html': { hash: 'e', policy: 1 },
  'de/product/a/index.html': { hash: 'f', policy: 1 },
  '404.html': { hash: 'g', policy: 0 },
  'de/404/index.html': { hash: 'h', policy: 0 },
  '_astro/a.js': { hash: 'i' },
};

describe('what nginx knows of pages', () => {
  const { policies: rules, passed } = pageRules({ files, policies });
  const policyOf = (file: string) => rules.filter(({ files }) => new RegExp(files).test(file)).map(({ policy }) => policy);

  it.each([
    ['/index.html', ['for home']],
    ['//index.html', ['for home']],
    ['/de//index.html', ['for home']],
    ['/category/x/index.html', ['for lists']],
    ['/de/instock/2//index.html', ['for lists']],
    ['/en/product/a/index.html', ['for products']],
    ['/products/index.html', []],
    ['/_astro/a.js', []],
  ])('is the policy of %s', (file, expected) => {
    expect(policyOf(file)).toEqual(expected);
  });

  it.each(['/404', '/404.html', '/de/404/', '/en/maintenance', '/server-error/index.html'])('is that %s is Node’s', (address) => {
    expect(address).toMatch(new RegExp(passed));
  });

  it.each(['/', '/de', '/404-things', '/product/404'])('is that %s is not', (address) => {
    expect(address).not.toMatch(new RegExp(passed));
  });

  it('is that pages with a policy unlike their like are Node’s', () => {
    const other = pageRules({ files: { ...files, 'product/b/index.html': { hash: 'j', policy: 3 } }, policies });
    expect('/de/product/a').toMatch(new RegExp(other.passed));
    expect(other.policies.map(({ policy }) => policy)).not.toContain('for products');
  });
});

describe('the mark of a build', () => {
  const mark = markOf({ files, policies }, 'http://localhost:4321');

  it('stays while only products come and go', () => {
    expect(markOf({ files: { ...files, 'product/c/index.html': { hash: 'k', policy: 1 } }, policies }, 'http://localhost:4321')).toBe(mark);
  });

  it('is another when a policy or the headers are others', () => {
    expect(markOf({ files, policies: policies.with(1, 'other') }, 'http://localhost:4321')).not.toBe(mark);
    expect(markOf({ files, policies }, 'https://shop.example')).not.toBe(mark);
  });
});
