import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isStatePageAddress } from '#src/site/serve/state-pages.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { needlessHashes, parsePolicy, violations } from '../../support/texts/csp.ts';
import { PAGE_TYPES } from '../../support/browser/page-types.ts';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { clientFolder } from '../../support/shops/site.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const PREFIXES = ['', '/de', '/en'];
// The second page of a search needs more products than this shop has.
const PAGES = PAGE_TYPES.filter((page) => !page.path.includes('?page=')).flatMap((page) =>
  PREFIXES.map((prefix) => (page.path === '/' ? prefix || '/' : prefix + page.path)),
);

const PAYPAL = ['*.paypal.com', '*.paypalobjects.com'];
/** Pages that load PayPal. */
const pays = (address: string) => /^(\/de|\/en)?\/cart$/.test(address);

/** A directive's sources but PayPal's, which must be there where buyers go to PayPal. */
function withoutPaypal(address: string, sources: string[] | undefined): string[] | undefined {
  if (!pays(address)) return sources;
  expect(sources).toEqual(expect.arrayContaining(PAYPAL));
  return sources?.filter((source) => !PAYPAL.includes(source));
}

const own = forFile(() => stockedShop(SMALL_CATALOGUE, SMALL_FILES));
const server = forFile(() => own.serve());

describe('the Content-Security-Policy', () => {
  it.each(PAGES)('of %s allows everything on the page, and nothing else', async (address) => {
    const { headers, body } = await request(server.url, address);
    const policy = parsePolicy(headers['content-security-policy'] as string | undefined);
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
    expect(policy['font-src']).toBeUndefined();
    for (const directive of ['script-src', 'style-src'])
      for (const source of withoutPaypal(address, policy[directive]) ?? ['missing'])
        expect(source).toMatch(/^('self'|'sha256-[\w+/]+=*')$/);
    expect(withoutPaypal(address, policy['connect-src'] ?? policy['default-src'])).toEqual(["'self'"]);
    const pictures = withoutPaypal(address, policy['img-src'] ?? policy['default-src']);
    expect(pictures).toEqual(["'self'", ...(address.endsWith('/cart') ? ['data:'] : [])]);
    expect(withoutPaypal(address, policy['frame-src'])).toEqual(pays(address) ? [] : undefined);
    expect(violations(body.toString(), policy)).toEqual([]);
    expect(needlessHashes(body.toString(), policy)).toEqual([]);
  });

  it('is reported as too narrow after a script was added', async () => {
    const { headers, body } = await request(server.url, '/');
    const policy = parsePolicy(headers['content-security-policy'] as string | undefined);
    const added = [
      '<script>x()</script>',
      '<style>a{}</style>',
      '<p style="x">',
      '<img onerror="x()">',
      '<script src="//cdn.example/x.js"></script>',
    ];
    for (const markup of added) expect(violations(body.toString() + markup, policy)).toHaveLength(1);
  });

  it.each(['<style>', '<script>', '"><script>x()</script>'])(
    'of a search for %j allows the whole page, and nothing of the term',
    async (term) => {
      const hashesOf = async (path: string) => {
        const { status, headers } = await request(server.url, path);
        expect(status).toBe(200);
        return String(headers['content-security-policy']).match(/sha256-[^']+/g);
      };
      expect(await hashesOf(`/search/${encodeURIComponent(term)}`)).toEqual(await hashesOf('/search/zzxqjv'));
    },
  );

  it('is sent with every built page, at all its addresses', async () => {
    const all = readdirSync(clientFolder(), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html'),
    );
    const files = isWholeMatrix ? all : all.filter((_, n) => n % 10 === 0);
    expect(all.length).toBeGreaterThan(100);
    const addresses = files.flatMap((name) => {
      const file = `/${name.split(path.sep).join('/')}`;
      const page = file.replace(/(\/index)?\.html$/, '');
      return [file, page || '/', `${page}/`];
    });
    const bare: string[] = [];
    for (const address of addresses) {
      const { status, headers } = await request(server.url, address, { method: 'HEAD' });
      // No address leads to these pages; the one for missing pages answers.
      if (status !== (isStatePageAddress(address) ? 404 : 200) || !headers['content-security-policy'])
        bare.push(`${status} ${address}`);
    }
    expect(bare).toEqual([]);
  });
});
