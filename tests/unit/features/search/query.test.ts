import { describe, expect, it } from 'vitest';
import { parseQuery } from '#src/features/search/query.ts';
import { partSubject } from '#src/features/search/subject.ts';

const wordsIn = (term: string) => parseQuery(term).words.map(({ text }) => text);

describe('a search term', () => {
  it('searches for its significant words, each once', () => {
    expect(wordsIn('Pão de queijo com o PÃO')).toEqual(['pao', 'queijo']);
    expect(wordsIn('Brot mit Käse')).toEqual(['brot', 'kase']);
  });

  it('consists of function words when it has no others', () => {
    expect(wordsIn('de')).toEqual(['de']);
  });

  it.each(['1 kg', '1kg', '1 Kilo', '1 quilo', '1000 gramas', '1000 grams'])('separates quantities: %s', (size) => {
    expect(parseQuery(size)).toEqual({ words: [], sizes: [{ amount: 1000, unit: 'g' }] });
    expect(parseQuery(`feijão ${size}`)).toMatchObject({
      words: [{ text: 'feijao' }],
      sizes: [{ amount: 1000, unit: 'g' }],
    });
  });

  it('may be a bar code with gaps', () => {
    expect(wordsIn('7 891000 100103')).toEqual(['7891000100103']);
    expect(wordsIn('51 2')).toEqual(['51', '2']);
  });

  it('is empty when it has no text or only symbols', () => {
    expect(wordsIn('  ')).toEqual([]);
    expect(wordsIn('%_"')).toEqual([]);
  });

  it('is truncated beyond a realistic length', () => {
    expect(wordsIn(Array.from({ length: 300 }, (_, n) => `wort${n}`).join(' ')).length).toBeLessThanOrEqual(10);
    expect(wordsIn('x'.repeat(10_000))[0]?.length).toBeLessThanOrEqual(40);
  });
});

describe('the subject of a subtitle', () => {
  it.each([
    ['Leite de coco para moqueca', 'Leite de coco '],
    ['Getrocknete schwarze Bohnen für Feijoada', 'Getrocknete schwarze Bohnen '],
    ['Peanuts in a crunchy shell', 'Peanuts '],
    ['Milde, süßsauer eingelegte Chilis', 'Milde'],
    ['Para moqueca e bobó', ''],
  ])('of "%s" is "%s"', (subtitle, subject) => {
    const parted = partSubject(subtitle);
    expect(parted.subject).toBe(subject);
    expect(parted.subject + parted.rest).toBe(subtitle);
  });

  it('is the whole line when nothing follows', () => {
    expect(partSubject('Sojaöl')).toEqual({ subject: 'Sojaöl', rest: '' });
    expect(partSubject('')).toEqual({ subject: '', rest: '' });
  });
});
