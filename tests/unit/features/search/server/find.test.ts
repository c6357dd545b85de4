import { describe, expect, it } from 'vitest';
import { learnCompounds } from '#src/features/search/compounds.ts';
import { parseQuery } from '#src/features/search/query.ts';
import { Synonyms } from '#src/features/search/synonyms.ts';
import { findAll } from '#src/features/search/server/find.ts';
import { TermIndex } from '#src/features/search/server/term-index.ts';
import { finish } from '../../../../support/finish.ts';

const index = new TermIndex();
const nothing = { code: '', name: '', brand: '', subject: '', category: '', subtitle: '' };
index.addAll([
  { ...nothing, id: 1, name: 'te mate' },
  { ...nothing, id: 2, name: 'tempero' },
  { ...nothing, id: 3, subtitle: 'te' },
  { ...nothing, id: 4, subtitle: 'tempero' },
  { ...nothing, id: 5, name: 'queijo q' },
  { ...nothing, id: 6, name: 'quiabo' },
]);
const lookup = { index, splitter: finish(learnCompounds(new Set(), new Set())), synonyms: new Synonyms([]) };

const found = (term: string) =>
  findAll(lookup, parseQuery(term))
    .map(({ id }) => id)
    .toSorted();

describe('a short word', () => {
  it('of one or two letters matches a whole word in any text, and a prefix in visible text', () => {
    expect(found('te')).toEqual([1, 2, 3]);
    expect(found('q')).toEqual([5, 6]);
  });

  it('matches only a whole word when only its key is that short, because the typed length counts', () => {
    expect(found('tee')).toEqual([1, 3]);
    expect(found('qqqqq')).toEqual([5]);
  });

  it('does not match a prefix while another word follows', () => {
    expect(found('te mate')).toEqual([1]);
    expect(found('q mate')).toEqual([]);
  });

  it('of three letters matches a prefix everywhere', () => {
    expect(found('tem')).toEqual([2, 4]);
  });
});

describe('a search match', () => {
  it('is ranked lower when the term is only in a text about the product’s use', () => {
    expect(findAll(lookup, parseQuery('tempero')).map(({ id, aside }) => [id, aside])).toEqual([
      [2, false],
      [4, true],
    ]);
  });
});
