import { describe, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { describeMistake } from '#src/server/content/mistake.ts';
import { NotSoldTerms } from '#src/features/search/not-sold.ts';
import { parseQuery } from '#src/features/search/query.ts';
import { readNotSold } from '#src/features/search/server/not-sold-file.ts';

describe('the file of things that the shop does not sell', () => {
  it('has no mistakes and names categories that exist', async () => {
    const { rows, mistakes } = await readNotSold('src/content/search');
    expect(mistakes.map(describeMistake)).toEqual([]);
    const categories = parse(readFileSync('src/content/catalogue/categories.csv'), { columns: true }) as {
      slug: string;
    }[];
    expect(categories.map(({ slug }) => slug)).toEqual(expect.arrayContaining(rows.map(({ category }) => category)));
    expect(rows[0]?.terms).toContain('picanha');
  });
});

describe('a term for something that the shop does not sell', () => {
  const notSold = new NotSoldTerms([{ terms: ['coxinha', 'pão francês'], category: 'snacks' }]);
  const find = (term: string) => notSold.find(parseQuery(term).words);

  it('is found in any of its forms and between other words', () => {
    expect(find('Coxinhas')?.category).toBe('snacks');
    expect(find('mini coxinha de frango')?.otherWords.map(({ text }) => text)).toEqual(['mini', 'frango']);
    expect(find('pao frances')?.category).toBe('snacks');
  });

  it('does not match a part of it or a similar word', () => {
    expect(find('pão')).toBeUndefined();
    expect(find('cozinha')).toBeUndefined();
  });
});
