import { describe, expect, it } from 'vitest';
import { parseQuery } from '#src/features/search/query.ts';
import { Synonyms } from '#src/features/search/synonyms.ts';

const synonyms = new Synonyms([
  ['mandioca', 'aipim', 'macaxeira', 'Maniok'],
  ['leite condensado', 'leite moça', 'Kondensmilch'],
  ['erva-mate', 'mate', 'Matetee'],
  ['feijão', 'Bohnen', 'beans'],
  ['chá', 'Tee', 'erva-mate'],
  ['erva-doce', 'Fenchel'],
  ['semente', 'Fenchel'],
]);

/** The words of each reading of a term, with their synonyms. */
const readings = (term: string, isKnown = false) =>
  synonyms
    .readings(parseQuery(term).words, () => isKnown)
    .map((reading) =>
      reading.map(({ text, others = [] }) => [
        text,
        ...others.map((other) => other.map((word) => word.text).join(' ')),
      ]),
    );

describe('a word of a search', () => {
  it('also finds its synonyms, in every language', () => {
    expect(readings('aipim')).toEqual([[['aipim', 'mandioca', 'macaxeira', 'maniok']]]);
  });

  it('is known in all its forms: plural, accents, umlauts, prefixes', () => {
    for (const term of ['Bohne', 'bean', 'feijoes', 'FEIJÃO']) expect(readings(term)[0]?.[0]).toHaveLength(3);
    expect(readings('macax')[0]?.[0]).toEqual(['macax', 'mandioca', 'aipim', 'macaxeira', 'maniok']);
  });

  it('is not completed to a longer one while another follows, nor when it is short or a word of the catalogue', () => {
    expect(readings('macax', true)).toEqual([[['macax']]]);
    expect(readings('macax pura')[0]?.[0]).toEqual(['macax']);
    expect(readings('mac')).toEqual([[['mac']]]);
  });

  it('has no synonyms when it is unknown', () => {
    expect(readings('farinha')).toEqual([[['farinha']]]);
  });

  it('in two groups has the synonyms of both, which stay separate for all others', () => {
    expect(readings('fenchel')).toEqual([[['fenchel', 'erva doce', 'semente']]]);
    expect(readings('semente')).toEqual([[['semente', 'fenchel']]]);
    expect(readings('tee')).toEqual([[['tee', 'cha', 'erva mate']]]);
  });

  it('does not add longer terms that contain it', () => {
    expect(readings('mate')[0]?.[0]).toEqual(['mate', 'matetee']);
  });
});

describe('consecutive words', () => {
  it('are also read as one term when they form one', () => {
    expect(readings('leite moça lata')).toEqual([
      [['leite'], ['moca'], ['lata']],
      [['leitemoca', 'leite condensado', 'kondensmilch'], ['lata']],
    ]);
  });

  it('are read as a term of both groups when they form one in both', () => {
    expect(readings('erva mate').slice(1)).toEqual([[['ervamate', 'mate', 'matetee']], [['ervamate', 'cha', 'tee']]]);
  });

  it('are not read as one term when they only look like one', () => {
    expect(readings('moça leite')).toHaveLength(1);
    expect(readings('leite')).toHaveLength(1);
  });
});
