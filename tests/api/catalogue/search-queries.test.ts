import { describe, expect, it } from 'vitest';
import { findCategories } from '#src/features/catalogue/server/categories.repository.ts';
import { nearMisses, searchProducts } from '#src/features/search/server/search.service.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { demoShop } from '../../support/shops/demo-shop.ts';
import { readSearchQueries, type SearchQuery } from '../../support/texts/search-queries.ts';

const queries = readSearchQueries();
const own = forFile(() => demoShop());

async function firstThree({ query, where }: SearchQuery): Promise<string[]> {
  const products =
    where === 'near'
      ? await nearMisses(own.ctx, 'pt-BR', query)
      : (await searchProducts(own.ctx, 'pt-BR', query, { limit: 3, offset: 0 })).products;
  return products.slice(0, 3).map(({ code }) => code);
}

describe('the list of real search queries', () => {
  it('has at least 120 queries in each language', () => {
    expect(queries.filter(({ where }) => where === 'results').length).toBeGreaterThanOrEqual(120);
    expect(new Set(queries.map(({ language }) => language))).toEqual(new Set(['pt', 'de', 'en']));
    expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
  });

  it('finds the intended product among the first three in at least 95 of 100 cases', async () => {
    const wrong: string[] = [];
    for (const query of queries) {
      const codes = await firstThree(query);
      if (!codes.some((code) => query.products.includes(code)))
        wrong.push(
          `"${query.query}" (${query.language}): ${codes.join(', ') || 'nothing'} instead of ` +
            `${query.products.join(' or ')}`,
        );
    }
    const right = (100 * (queries.length - wrong.length)) / queries.length;
    expect(right, `${wrong.length} of ${queries.length} wrong:\n${wrong.join('\n')}`).toBeGreaterThanOrEqual(95);
  });

  it.each([
    ['pao de qeijo', 'CER-001'],
    ['bohnen', 'GRA-001'],
    ['beans', 'GRA-001'],
    ['gross', 'SAB-011'],
    ['Tee', 'BEB-004'],
    ['Tee', 'BEB-005'],
    ['tea', 'BEB-004'],
    ['tea', 'BEB-005'],
    ['chá', 'BEB-004'],
    ['chá', 'BEB-005'],
  ])('finds the expected product for "%s"', async (query, code) => {
    expect(await firstThree({ query, language: 'pt', where: 'results', products: [] })).toContain(code);
  });
});

describe('the name of a category', () => {
  it.each(['Getränke', 'Drinks', 'bebidas'])('finds its products first: %s', async (term) => {
    const { products } = await searchProducts(own.ctx, 'de-DE', term, { limit: 10, offset: 0 });
    expect(new Set(products.map(({ categorySlug }) => categorySlug))).toEqual(new Set(['bebidas']));
  });
});

describe('the code of a product as a search term', () => {
  it.each(['BEB-001', 'beb 001', 'BEB001'])('finds this product alone: %s', async (code) => {
    const { products, count } = await searchProducts(own.ctx, 'de-DE', code, { limit: 10, offset: 0 });
    expect([count, ...products.map((product) => product.code)]).toEqual([1, 'BEB-001']);
  });
});

describe('a search for something that the shop does not sell', () => {
  it.each([
    ['Picanha', 'carnes-a-vacuo'],
    ['Coxinha', 'biscoitos-e-snacks'],
    ['Wodka', 'bebidas'],
  ])('finds nothing and suggests the nearest products: %s', async (term, category) => {
    expect((await searchProducts(own.ctx, 'de-DE', term, { limit: 1, offset: 0 })).count).toBe(0);
    const near = await nearMisses(own.ctx, 'de-DE', term);
    expect(near.length).toBeGreaterThan(1);
    expect(new Set(near.map(({ categorySlug }) => categorySlug))).toEqual(new Set([category]));
  });

  it('suggests products that match the other words first', async () => {
    expect((await nearMisses(own.ctx, 'pt-BR', 'coxinha de frango'))[0]?.code).toBe('CAR-010');
  });
});

describe('suggested near matches', () => {
  it.each(['Cerveja Brahma', 'requeijão'])('belong to the same group of categories: %s', async (term) => {
    const near = await nearMisses(own.ctx, 'pt-BR', term);
    expect(near.length).toBeGreaterThan(1);
    const groups = new Map((await findCategories(own.ctx.db.read, 'pt-BR')).map(({ slug, group }) => [slug, group]));
    expect(new Set(near.map(({ categorySlug }) => groups.get(categorySlug)))).toEqual(new Set(['food']));
  });

  it('replace words that no product has together', async () => {
    const term = 'feijão preto com xilofone';
    expect((await searchProducts(own.ctx, 'pt-BR', term, { limit: 3, offset: 0 })).count).toBe(0);
    expect((await nearMisses(own.ctx, 'pt-BR', term))[0]?.code).toBe('GRA-001');
  });

  it('are empty when nothing is similar', async () => {
    expect(await nearMisses(own.ctx, 'pt-BR', 'zzxqjv')).toEqual([]);
    expect(await nearMisses(own.ctx, 'pt-BR', '%_')).toEqual([]);
  });
});
