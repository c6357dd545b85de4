import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO } from '../../support/catalogue/demo-products.ts';
import { request } from '../../support/outside/raw-http.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { textsShop, type TextsShop } from '../../support/shops/texts-shop.ts';
import { until } from '../../support/until.ts';

const PAGE = '/desk/texts/redirects';
let own: TextsShop;
beforeAll(async () => {
  own = await textsShop();
});
afterAll(() => own?.dispose());

const write = (...rows: string[]) =>
  writeFileSync(path.join(own.content, 'redirects.csv'), ['from,to', ...rows, ''].join('\n'));
/** Status and target of a raw request path. */
const visit = async (target: string) => {
  const { status, headers } = await request(own.url, target);
  return [status, headers.location];
};
const leadsTo = (from: string, to: string) =>
  until(`${from} leads to ${to}`, async () => (await visit(from))[1] === to);
const files = (name: string, text: string) => {
  const form = new FormData();
  form.set('file', new File([text], name));
  return form;
};

describe('an old address', () => {
  it('leads to its page with one 301 as soon as the file is saved, and keeps its query', async () => {
    expect(await visit('/products/agua')).toEqual([404, undefined]);
    write('/products/Agua/,/de/product/agua-de-coco', '/kaffee%20alt.html,/offers');
    await leadsTo('/products/agua', '/de/product/agua-de-coco');
    expect(await visit('/PRODUCTS/agua/?variant=4&q=//evil')).toEqual([
      301,
      '/de/product/agua-de-coco?variant=4&q=//evil',
    ]);
    expect(await visit('/kaffee%20alt.html')).toEqual([301, '/offers']);
    expect(await visit('/api/products/agua')).toEqual([404, undefined]);
  });

  it('never leads away from the shop, whatever the file or the request says', async () => {
    const targets = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/%2F/evil.example',
      '/%5cevil.example',
    ];
    write('/ok,/about', ...targets.map((target, n) => `/bad${n},${target}`));
    await leadsTo('/ok', '/about');
    for (const n of targets.keys()) expect(await visit(`/bad${n}`)).toEqual([404, undefined]);
    for (const from of ['//evil.example/ok', '/%2Fevil.example/ok', '/\\evil.example/ok', '//evil.example/%2e%2e/ok'])
      expect((await visit(from))[1] ?? '/').toMatch(/^\/(?![/\\])/);
  });

  it('leads to the last page at once: a chain in the file is refused, and a product may have moved since', async () => {
    write(
      '/a,/b',
      '/b,/product/agua-de-coco',
      '/product/pao-de-queijo,/about',
      '/weg,/product/nirgends',
      `/product/${DEMO.can.slug},/about`,
      '/kat,/category/nirgends',
      '/hilfe,/de/contct',
    );
    await leadsTo('/b', '/product/agua-de-coco');
    expect(await visit('/a')).toEqual([404, undefined]);
    expect(await visit(`/product/${DEMO.can.slug}`)).toEqual([200, undefined]);
    await own.stock([{ cod_catalog: 'AGUA', product_name: 'Água de Coco', slug: 'coco' }, { cod_catalog: 'PAO' }]);
    expect(await visit('/b')).toEqual([301, '/product/coco']);
    const check = await shopHere(['catalogue', 'check'], { ...own.env, CONTENT_DIR: own.content });
    expect(check.stderr).toContain(
      'redirects.csv:2 to: leads to an address that is redirected itself. Write the last page.',
    );
    expect(check.stderr).toContain('redirects.csv:4 from: is an address of this shop');
    expect(check.stderr).toContain('redirects.csv:5 to: leads to a product that the shop does not have.');
    for (const line of [7, 8])
      expect(check.stderr).toContain(`redirects.csv:${line} to: leads to a page that the shop does not have.`);
  });

  it.each([
    ['a recipe', 'recipes', 'recipes'],
    ['a story', 'pages', 'about'],
  ])('that leads to %s waits until it is published', async (_, folder, room) => {
    const place = path.join(own.content, folder, 'waits.yaml');
    mkdirSync(path.dirname(place), { recursive: true });
    const page = `/${room}/waits`;
    for (const waits of [
      'draft: true\npublished: 2026-01-01\n',
      'published: 2099-01-01\n',
      'published: [\n',
      'published: *new*\n',
    ]) {
      writeFileSync(place, waits);
      write(`/waits-${room},${page}`, `/known-${room},/offers`);
      await leadsTo(`/known-${room}`, '/offers');
      expect(await visit(`/waits-${room}`), waits).toEqual([404, undefined]);
    }
    writeFileSync(place, 'published: 2026-01-01\n');
    expect(await visit(`/waits-${room}`)).toEqual([301, page]);
    rmSync(place);
  });

  it('is added, changed and removed in the desk, one by one or from a file, with the same checks', async () => {
    write('/a,/about');
    const { editor } = own;
    expect((await editor.post(`${PAGE}/new`, { from: '/alt', to: '//evil.example' })).text).toContain(
      'is not a page of this shop',
    );
    expect((await editor.post(`${PAGE}/new`, { from: '/cart', to: '/about' })).text).toContain(
      'is an address of this shop',
    );
    expect((await editor.post(`${PAGE}/new`, { from: '/alt', to: '/a' })).text).toContain('is redirected itself');
    const nowhere = ['/category/nope', '/de/contct', '/desk/orders', '/api/stock', '/category/x/y/z', '/groups/nope'];
    for (const to of [...nowhere, '/recipes/nope', '/de/about/nope', '/about/about', '/recipes/nope/2'])
      expect((await editor.post(`${PAGE}/new`, { from: '/alt', to })).text, to).toContain(
        'leads to a page that the shop does not have',
      );
    expect((await editor.post(`${PAGE}/new`, { from: '/alt', to: '/offers' })).location).toBe(
      `${PAGE}?done=redirectsSaved`,
    );
    const row =
      /href="(\/desk\/texts\/redirects\/[0-9a-f]+)"[^>]*>\/alt</.exec((await editor.get(`${PAGE}?q=alt`)).html)?.[1] ??
      '';
    mkdirSync(path.join(own.content, 'recipes'), { recursive: true });
    writeFileSync(path.join(own.content, 'recipes/feijoada.yaml'), 'draft: true\n');
    expect((await editor.post(row, { from: '/alt', to: '/de/recipes/feijoada' })).location).toBe(
      `${PAGE}?done=redirectsWait`,
    );
    expect((await editor.post(row, { act: 'remove' })).text).toContain(
      'Someone else has since changed or removed this line',
    );

    const added = await editor.post(PAGE, files('redirects.csv', 'from,to\n/alt,/about\n/neu,/about\n'));
    expect(added.location).toBe(`${PAGE}?done=redirectsAdded&count=1`);
    expect(own.fileText('redirects.csv')).toBe('from,to\n/a,/about\n/alt,/de/recipes/feijoada\n/neu,/about\n');
    const refused = await editor.post(PAGE, files('redirects.csv', 'from,to\n/x,/about\n/y,https://evil.example\n'));
    expect(refused.text).toContain('Line 3: New page is not a page of this shop');
    await leadsTo('/neu', '/about');
    expect((await own.acts()).map(({ act }) => act)).toEqual([
      'texts.redirectsAdd',
      'texts.redirects',
      'texts.redirects',
    ]);
  });
});
