import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headOf } from '../../support/browser/page-head.ts';
import { request } from '../../support/outside/raw-http.ts';
import { SITE_DATA } from '../../support/shops/site.ts';
import { startWarmShop, type RunningShop } from '../../support/shops/server.ts';

let server: RunningShop;
beforeAll(async () => {
  server = await startWarmShop({ DATA_DIR: SITE_DATA, RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => server?.stop());

const read = async (path: string) => (await request(server.url, path)).body.toString();
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">([^<]*)/.exec(html)![1]!) as Record<string, unknown>;

describe('a recipe page', () => {
  it.each([
    ['', 'pt-BR', '500 g de feijão-preto', '6 porções'],
    ['/de', 'de-DE', '500 g schwarze Bohnen', '6 Portionen'],
    ['/en', 'en-US', '500 g black beans', '6 servings'],
  ])(
    'tells search engines its language, times, ingredients and steps: %s/recipes',
    async (prefix, language, beans, makes) => {
      const html = await read(`${prefix}/recipes/feijoada`);
      expect(headOf(html)).toEqual({
        canonical: `http://localhost:4321${prefix}/recipes/feijoada`,
        noindex: false,
        alternates: 4,
      });
      const data = dataOf(html);
      expect(data).toMatchObject({
        '@type': 'Recipe',
        inLanguage: language,
        recipeYield: makes,
        prepTime: 'PT40M',
        cookTime: 'PT150M',
        totalTime: 'PT910M',
        recipeIngredient: expect.arrayContaining([beans]),
      });
      expect(data.recipeInstructions).toHaveLength(7);
      expect(String(data.image)).toMatch(/^http:\/\/localhost:4321\/media\//);
    },
  );

  it('links each ordered ingredient to its product, with price and pack', async () => {
    const html = await read('/de/recipes/feijoada');
    expect(html).toContain('href="/de/product/feijao-preto-tipo-1"');
    expect(html).toMatch(/<span data-units>1<\/span> × 1 kg/);
    expect(html).toContain('href="/recipes/feijoada"'); // the language link stays on the recipe
  });

  it('a Portuguese recipe joins a measure and its ingredient with "de", but not a count', async () => {
    const html = await read('/recipes/arroz-carreteiro');
    const ingredients = [...html.matchAll(/<p class="recipe-amount">(.*?)<\/p>/gs)].map(([, text]) =>
      text!
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
    expect(ingredients).toEqual(dataOf(html).recipeIngredient);
    expect(ingredients).toEqual(
      expect.arrayContaining(['500 g de carne-seca', '2 col. (chá) de colorau', '2 cebolas']),
    );
  });

  it('does not offer what may not be ordered, such as cachaça', async () => {
    const html = await read('/de/recipes/caipirinha');
    const cachaca = /<div class="recipe-product"[^>]*>(?:(?!<\/div>).)*cachaca-51/s.exec(html)![0];
    expect(cachaca).not.toContain('data-packs');
    expect(html).toContain('Enthält Alkohol');
  });

  it('is not found under another name', async () => {
    expect((await request(server.url, '/de/recipes/sopa')).status).toBe(404);
  });
});

it('the overview lists every recipe of the sitemap, and the footer links to it', async () => {
  const sitemap = await read('/sitemap.xml');
  const inSitemap = new Set([...sitemap.matchAll(/<loc>[^<]*(\/de\/recipes\/[^<]+)/g)].map(([, path]) => path));
  const overview = await read('/de/recipes');
  const listed = new Set([...overview.matchAll(/href="(\/de\/recipes\/[^"]+)"/g)].map(([, path]) => path));
  expect(inSitemap.size).toBeGreaterThanOrEqual(18);
  expect(listed).toEqual(inSitemap);
  expect(await read('/en')).toContain('href="/en/recipes"');
});

it('a product links to the recipes that use it, and a product without recipes has no room for them', async () => {
  expect(await read('/de/product/feijao-preto-tipo-1')).toContain('href="/de/recipes/feijoada"');
  const cosmetic = await read('/de/product/ekos-castanha-polpa-hidratante-para-as-maos');
  expect(cosmetic.match(/recipes/g)).toHaveLength(1); // the footer
});

it.each([
  ['/de/search/Bohneneintopf', '/de/recipes/feijoada'],
  ['/en/search/cheese%20bread', '/en/recipes/pao-de-queijo'],
  ['/search/brigadeiro', '/recipes/brigadeiro'],
])('the search finds recipes beside products: %s', async (path, recipe) => {
  expect(await read(path)).toContain(`href="${recipe}"`);
});

it('the search shows no recipe for other words', async () => {
  expect((await read('/de/search/shampoo')).match(/recipes/g)).toHaveLength(1); // the footer
});
