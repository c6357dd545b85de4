import { describe, expect, it } from 'vitest';
import { learnCompounds } from '#src/features/search/compounds.ts';
import { finish } from '../../../support/finish.ts';

const learn = (german: string, others = '') =>
  finish(learnCompounds(new Set(german.split(' ')), new Set(others.split(' '))));

describe('a compound', () => {
  it.each([
    ['kokosmilch', ['kokos', 'milch']],
    ['schweinswurst', ['schwein', 'wurst']],
    ['blumenseife', ['blume', 'seife']],
    ['kokosol', ['kokos', 'ol']],
    ['kokosoel', ['kokos', 'ol']],
    ['kokosmilchpulver', ['kokosmilch', 'pulver']],
  ])('is split when all parts are known: %s', (word, parts) => {
    const { whole } = learn('kokos milch schwein wurst blume seife ol kokosmilch pulver');
    expect(whole(word)).toEqual(parts);
  });

  it('is split by words of other languages too, if they are not short', () => {
    expect(learn('saft', 'maracuja').whole('maracujasaft')).toEqual(['maracuja', 'saft']);
    expect(learn('saft', 'mel').whole('melsaft')).toEqual([]);
  });

  it('teaches a part that never stands alone, which helps to split others', () => {
    const { whole } = learn('mehl maniokmehl maniokstarke');
    expect(whole('maniokmehl')).toEqual(['maniok', 'mehl']);
    expect(whole('maniokstarke')).toEqual(['maniok', 'starke']);
  });

  it('counts an inflected word as a part', () => {
    expect(learn('mehle maniok').whole('maniokmehl')).toEqual(['maniok', 'mehl']);
  });

  it('yields its known end or beginning when the rest is unknown', () => {
    const { whole, parts } = learn('kaffee');
    expect(whole('rostkaffee')).toEqual([]);
    expect(parts('rostkaffee')).toEqual(['kaffee']);
    expect(parts('kaffeemuhle')).toEqual(['kaffee']);
  });
});

describe('a simple word', () => {
  it.each(['milch', 'xilofone', 'ol', ''])('is not split: "%s"', (word) => {
    const { whole, parts } = learn('kokos milch');
    expect([whole(word), parts(word)]).toEqual([[], []]);
  });
});
