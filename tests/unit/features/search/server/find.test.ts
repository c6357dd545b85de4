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
  it('of one or two letters is one in any text, and the beginning of one in what is seen', () => {
    expect(found('te')).toEqual([1, 2, 3]);
    expect(found('q')).toEqual([5, 6]);
  });

  it('is one whole word where only its key is as short: the length that was typed counts', () => {
    expect(found('tee')).toEqual([1, 3]);
    expect(found('qqqqq')).toEqual([5]);
  });

  it('is the beginning of none while another follows', () => {
    expect(found('te mate')).toEqual([1]);
    expect(found('q mate')).toEqual([]);
  });

  it('of three letters is the beginning of one everywhere', () => {
    expect(found('tem')).toEqual([2, 4]);
  });
});

describe('what is found', () => {
  it('is told apart by whether it only stands where a text says what a thing is for', () => {
    expect(findAll(lookup, parseQuery('tempero')).map(({ id, aside }) => [id, aside])).toEqual([
      [2, false],
      [4, true],
    ]);
  });
});
