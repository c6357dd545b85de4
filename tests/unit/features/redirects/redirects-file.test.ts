import { describe, expect, it } from 'vitest';
import { parseRedirects } from '#src/features/redirects/server/redirects-file.ts';

const parse = (...rows: string[]) => {
  const { targets, mistakes } = parseRedirects(Buffer.from(['from,to', ...rows].join('\n')));
  return { targets: Object.fromEntries(targets), mistakes: mistakes.map(({ line, kind }) => `${line}: ${kind}`) };
};

describe('redirects.csv', () => {
  it('leads old addresses to pages of the shop, without case, slash at the end and percent signs', () => {
    expect(
      parse(
        '/products/Caf%C3%A9/,/de/product/cafe',
        '/p/1.html,/',
        '/product/old,/category/bebidas',
        '/about/us,/about',
      ),
    ).toEqual({
      targets: {
        '/products/café': '/de/product/cafe',
        '/p/1.html': '/',
        '/product/old': '/category/bebidas',
        '/about/us': '/about',
      },
      mistakes: [],
    });
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/a//evil.example',
    '/a/../..//evil.example',
    '/.//evil.example',
    '/a?next=//evil.example',
    '/a#b',
    'evil.example',
    '/@evil.example:80',
    '/a\tb',
    '/ж',
    `/${'a'.repeat(500)}`,
    '',
  ])('refuses the target %s, which may lead away from the shop', (to) => {
    expect(parse(`/old,"${to}"`)).toEqual({ targets: {}, mistakes: ['2: to'] });
  });

  it.each([
    ['/', 'fromOwn'],
    ['/de/', 'fromOwn'],
    ['/cart', 'fromOwn'],
    ['/en/Search/x', 'fromOwn'],
    ['/desk/orders', 'fromOwn'],
    ['/%64esk', 'fromOwn'],
    ['/api/', 'fromOwn'],
    ['/sitemap.xml', 'fromOwn'],
    ['/impressum', 'fromOwn'],
    ['/?p=12', 'fromQuery'],
    ['//old', 'from'],
    ['old', 'from'],
    ['/old/../x', 'from'],
    ['https://old.example/x', 'from'],
    [`/${'a'.repeat(500)}`, 'from'],
  ])('refuses the old address %s (%s)', (from, kind) => {
    expect(parse(`${from},/about`)).toEqual({ targets: {}, mistakes: [`2: ${kind}`] });
  });

  it('has no chain, no loop and no address twice', () => {
    expect(parse('/a,/b', '/b,/c', '/d,/D/', '/e,/about', '/E/,/contact', '/x,/y', '/y,/x')).toEqual({
      targets: { '/b': '/c', '/e': '/about' },
      mistakes: ['6: twice', '2: chain', '4: same', '7: chain', '8: chain'],
    });
  });

  it('has at most 50,000 rows and no other columns', () => {
    const many = parse(...Array.from({ length: 50_001 }, (_, n) => `/old/${n},/about`));
    expect(many.mistakes).toEqual(['undefined: tooMany']);
    expect(Object.keys(many.targets)).toHaveLength(50_000);
    expect(parseRedirects(Buffer.from('old,new\n/a,/b\n')).targets.size).toBe(0);
    expect(parseRedirects(Buffer.alloc(11 * 1024 ** 2)).mistakes).toMatchObject([{ kind: 'tooMany' }]);
  });
});
