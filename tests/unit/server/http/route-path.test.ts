import { describe, expect, it } from 'vitest';
import { routePath } from '#src/server/http/route-path.ts';

describe('the path of a request', () => {
  it.each([
    ['/', '/'],
    ['/de/product/agua-de-coco', '/de/product/agua-de-coco'],
    ['/de/product/agua-de-coco/', '/de/product/agua-de-coco/'],
    ['/_astro/page.B-x_1.js?v=1', '/_astro/page.B-x_1.js'],
    ['/search?q=%C3%A1gua', '/search'],
    ['/search/%C3%A1gua', '/search/água'],
    ['/%2561', '/a'],
    ['//de//', '/de/'],
    ['/a/../b', '/b'],
    ['/../../package.json', '/package.json'],
    ['/.env', '/.env'],
    ['/a/./b/..', '/a/'],
  ])('%s is read as %s', (url, path) => {
    expect(routePath(url)).toBe(path);
  });

  it.each(['', '*', 'de', '/%', '/%E0', '/a?lang=%E0', '/%00', '/a%2500', `/%${'25'.repeat(20)}41`])(
    '%s is refused',
    (url) => {
      expect(routePath(url)).toBeUndefined();
    },
  );
});
