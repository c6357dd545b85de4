import { afterEach, describe, expect, it } from 'vitest';
import { searchProducts } from '#src/features/search/server/search.service.ts';
import { call, codesOf } from '../../support/people/call.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop | undefined;
afterEach(() => own?.dispose());

async function serve(...rows: Cells[]) {
  const shop = (own = await stockedShop(rows));
  return { shop, ...asked(await shop.serve()) };
}

/** The same with a server that logs. */
async function serveLogged(...rows: Cells[]) {
  const shop = (own = await stockedShop(rows));
  const server = await shop.serve({ LOG_LEVEL: 'info' });
  return { shop, ...asked(server), builds: () => server.log().split('index built').length - 1 };
}

function asked(server: RunningShop) {
  const found = async (term: string) =>
    codesOf((await call(server.url, `/api/search/${encodeURIComponent(term)}/`)).body);
  return { server, found };
}

describe('the search index', () => {
  it('includes added, renamed and withdrawn products without a restart', async () => {
    const { shop, found } = await serve(
      { cod_catalog: 'A-1', product_name: 'Abacaxi' },
      { cod_catalog: 'B-1', product_name: 'Cupuaçu' },
    );
    expect([await found('abacaxi'), await found('cupuacu')]).toEqual([['A-1'], ['B-1']]);
    await shop.stock([
      { cod_catalog: 'A-1', product_name: 'Ananás' },
      { cod_catalog: 'C-1', product_name: 'Caju' },
    ]);
    await expect.poll(() => found('caju')).toEqual(['C-1']);
    expect(await found('ananas')).toEqual(['A-1']);
    expect(await found('abacaxi')).toEqual([]);
    expect(await found('cupuacu')).toEqual([]);
  });

  it('hides a withdrawn product even before the index is updated', async () => {
    const { shop, server, found } = await serve(
      { cod_catalog: 'A-1', product_name: 'Abacaxi' },
      { cod_catalog: 'B-1', product_name: 'Cupuaçu' },
    );
    expect(await found('cupuacu')).toEqual(['B-1']);
    await shop.stock([{ cod_catalog: 'A-1', product_name: 'Abacaxi' }]);
    expect((await call(server.url, '/api/search/cupuacu/')).body.products).toEqual([]);
  });

  it('is built once for simultaneous searches', async () => {
    const { found, builds } = await serveLogged({ cod_catalog: 'A-1', product_name: 'Abacaxi' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => found('abacaxi')));
    expect(answers).toEqual(Array.from({ length: 20 }, () => ['A-1']));
    await expect.poll(builds).toBe(1);
  });

  it('is built once after a change, however many searches arrive', async () => {
    const { shop, found, builds } = await serveLogged({ cod_catalog: 'A-1', product_name: 'Abacaxi' });
    await found('abacaxi');
    await shop.stock([{ cod_catalog: 'A-1', product_name: 'Ananás' }]);
    await expect
      .poll(async () => (await Promise.all(Array.from({ length: 10 }, () => found('ananas')))).at(-1))
      .toEqual(['A-1']);
    await expect.poll(builds).toBe(2);
  });

  it('is rebuilt after the database was unavailable', async () => {
    const shop = (own = await stockedShop([{ cod_catalog: 'A-1', product_name: 'Abacaxi' }]));
    const count = async () => (await searchProducts(shop.ctx, 'pt-BR', 'abacaxi', { limit: 1, offset: 0 })).count;
    await shop.ctx.db.read.schema.alterTable('catalogue_state').renameTo('lost').execute();
    await expect(count()).rejects.toThrow();
    await shop.ctx.db.read.schema.alterTable('lost').renameTo('catalogue_state').execute();
    expect(await count()).toBe(1);
  });
});

describe('stock in search results', () => {
  it('ranks sold-out products below similarly relevant ones, on every result page, and keeps the count', async () => {
    const { shop, server, found } = await serve(
      { cod_catalog: 'A-1', product_name: 'Creme para pés', rank: 1 },
      { cod_catalog: 'A-2', product_name: 'Creme para mãos', rank: 2 },
      { cod_catalog: 'A-3', product_name: 'Bom creme', rank: 3 },
      { cod_catalog: 'A-4', product_name: 'Bolo', subtitle_pt: 'Com creme', rank: 4 },
    );
    const pages = async () => {
      const answers = [0, 1, 2, 3].map((offset) => call(server.url, `/api/search/creme/?limit=1&offset=${offset}`));
      return (await Promise.all(answers)).map(({ body }) => [...codesOf(body), body.count]);
    };
    expect(await found('creme')).toEqual(['A-1', 'A-2', 'A-3', 'A-4']);
    await shop.ctx.db.read
      .updateTable('products')
      .set({ quantity_available: 0 })
      .where('cod_catalog', '=', 'A-1')
      .execute();
    expect(await found('creme')).toEqual(['A-2', 'A-3', 'A-1', 'A-4']);
    expect(await pages()).toEqual([
      ['A-2', 4],
      ['A-3', 4],
      ['A-1', 4],
      ['A-4', 4],
    ]);
    expect(await found('creme para pés')).toEqual(['A-1']);
    expect(await found('500 g')).toEqual(['A-2', 'A-3', 'A-4', 'A-1']);
    const page = await (await fetch(`${server.url}/search/creme`)).text();
    expect(page.indexOf('Bom creme')).toBeLessThan(page.indexOf('Creme para pés'));
  });

  it('is read from the database in every search, because every order changes it', async () => {
    const { shop, server } = await serve(
      { cod_catalog: 'A-1', product_name: 'Abacaxi' },
      { cod_catalog: 'A-2', product_name: 'Abacate' },
    );
    const page = async () => (await fetch(`${server.url}/search/aba?stock=in`)).text();
    expect(await page()).toContain('2 produtos encontrados');
    await shop.ctx.db.read
      .updateTable('products')
      .set({ quantity_available: 0 })
      .where('cod_catalog', '=', 'A-2')
      .execute();
    const after = await page();
    expect(after).toContain('1 produto encontrado');
    expect(after).not.toContain('Abacate');
  });
});

describe('cards in search results', () => {
  const product = (more: object) => ({ cod_catalog: 'A-1', product_name: 'Abacaxi', real_price: '5', ...more });
  const card = async (url: string) => /<li class="card[ "].*?<\/li>/s.exec(await (await fetch(url)).text())?.[0] ?? '';

  it('show the current data of the database, however often they were found before', async () => {
    const { shop, server } = await serve(product({ subtitle_pt: 'Doce', subtitle_de: 'Süß' }));
    const answer = async (language: string) => {
      const [{ price, subtitle, quantity_available }] = (
        await call(server.url, `/api/search/abacaxi/?lang=${language}`)
      ).body.products as [never];
      return [price, subtitle, quantity_available];
    };
    const update = (values: object) =>
      shop.ctx.db.read.updateTable('products').set(values).where('cod_catalog', '=', 'A-1').execute();
    await update({ quantity_available: 7 });
    expect([await answer('pt-BR'), await answer('de-DE'), await answer('pt-BR')]).toEqual([
      [5, 'Doce', 7],
      [5, 'Süß', 7],
      [5, 'Doce', 7],
    ]);
    await update({ quantity_available: 3 });
    expect(await answer('pt-BR')).toEqual([5, 'Doce', 3]);
    await update({ price_cents: 450, real_price_cents: 450 });
    expect(await answer('pt-BR')).toEqual([4.5, 'Doce', 3]);
  });

  it('stay the same on every page until something on them changes', async () => {
    const { shop, server } = await serve(product({}));
    const cards = async () => [
      await card(`${server.url}/search/abacaxi`),
      await card(`${server.url}/search/abacaxi?sort=name`),
    ];
    const before = await cards();
    expect(before[0]).toContain('Abacaxi');
    expect(before[0]).toContain('5,00\u00a0€');
    expect(before[1]).toBe(before[0]);
    expect(await card(`${server.url}/de/search/abacaxi`)).toContain('5,00\u00a0€');
    await shop.ctx.db.read.updateTable('products').set({ price_cents: 450, real_price_cents: 450 }).execute();
    const after = await cards();
    expect(after[0]).toContain('4,50\u00a0€');
    expect(after[1]).toBe(after[0]);
  });

  it('are in the language of their page', async () => {
    const { server } = await serve(product({ deposit: '0.25' }));
    const cards: string[] = [];
    for (const prefix of ['', '/de', '/en', '']) cards.push(await card(`${server.url}${prefix}/search/abacaxi`));
    const [pt, de, en, again] = cards;
    expect(again).toBe(pt);
    for (const html of cards) expect(html).toContain('Abacaxi');
    expect(new Set([pt, de, en]).size).toBe(3);
  });

  it('include what the same process committed, and not what it rolled back', async () => {
    const shop = (own = await stockedShop([product({})]));
    const find = async () =>
      (await searchProducts(shop.ctx, 'pt-BR', 'abacaxi', { limit: 1, offset: 0 })).products[0]?.quantityAvailable;
    const write = (quantity_available: number, then = () => {}) =>
      shop.ctx.db.write(async (tx) => {
        await tx.updateTable('products').set({ quantity_available }).execute();
        then();
      });
    await write(7);
    expect(await find()).toBe(7);
    const lost = write(3, () => {
      throw new Error('taken back');
    });
    const meanwhile = find();
    await expect(lost).rejects.toThrow('taken back');
    expect([await meanwhile, await find()]).toEqual([7, 7]);
    await Promise.all([write(3), find(), write(2), find()]);
    expect(await find()).toBe(2);
  });
});
