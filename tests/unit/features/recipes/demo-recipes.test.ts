import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { matchRecipes } from '#src/features/recipes/server/find-recipes.ts';
import { readRecipe } from '#src/features/recipes/server/recipe-files.ts';
import { slugsIn } from '#src/server/content/written-file.ts';
import { codesOf, totalMinutes } from '#src/features/recipes/recipe.ts';

const CONTENT = 'src/content';
const names = readdirSync(`${CONTENT}/recipes`).map((file) => `recipes/${file}`);
const recipes = slugsIn('recipes', names).map((slug) =>
  readRecipe(slug, (name) => readFileSync(`${CONTENT}/${name}`, 'utf8')),
);
const rows = readdirSync(`${CONTENT}/catalogue`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(
    ({ name }) =>
      parse(readFileSync(`${CONTENT}/catalogue/${name}/products.csv`), { columns: true, bom: true }) as Record<
        string,
        string
      >[],
  );
const codes = new Set(rows.map(({ cod_catalog }) => cod_catalog));

describe('the demo recipes', () => {
  it('are at least 18 recipes, and every file belongs to one', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(18);
    const slugs = recipes.map(({ slug }) => slug);
    expect(names.filter((name) => !slugs.includes(/^recipes\/([^.]+)\./.exec(name)![1]!))).toEqual([
      'recipes/README.md',
    ]);
  });

  it('use only products of the catalogue', () => {
    const unknown = recipes.flatMap((recipe) =>
      [...codesOf(recipe), recipe.picture].filter((code) => code !== undefined && !codes.has(code)),
    );
    expect(unknown).toEqual([]);
  });

  it('take time and have their own names in each language', () => {
    for (const recipe of recipes) expect(totalMinutes(recipe)).toBeGreaterThan(0);
    for (const locale of ['pt-BR', 'de-DE', 'en-US'] as const) {
      const titles = recipes.map(({ texts }) => texts[locale]?.title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it('have as many steps in each language', () => {
    for (const { slug, texts } of recipes) {
      const counts = Object.values(texts).map(({ steps }) => steps.length);
      expect([slug, new Set(counts).size]).toEqual([slug, 1]);
    }
  });

  it.each([
    ['feijoada', 'feijoada'],
    ['pao de queijo', 'pao-de-queijo'],
    ['Bohneneintopf', 'feijoada'],
    ['schwarze Bohnen', 'feijoada'],
    ['cheese bread', 'pao-de-queijo'],
    ['Brigadeiros', 'brigadeiro'],
  ])('are found by name, keyword or ingredient, in any language: %s', (term, slug) => {
    expect(matchRecipes(recipes, term).map((recipe) => recipe.slug)[0]).toBe(slug);
  });

  it('are not found by other words, or by none', () => {
    expect(['shampoo', '', 'de', 'feijoada shampoo'].flatMap((term) => matchRecipes(recipes, term))).toEqual([]);
  });
});
