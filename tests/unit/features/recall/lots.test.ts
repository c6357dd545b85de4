import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lotsIn, matchLots, recallKey } from '#src/features/recall/lots.ts';

/** A lot that does not begin with a word like "Lot". */
const lot = fc.stringMatching(/^[A-Z]{0,3}\d{2,6}[A-Z]{0,2}$/).filter((text) => !/^(?:LO|NO|NR|CH)/.test(text));

/** The same lot in another spelling. */
const spelled = (text: string) =>
  fc
    .tuple(
      fc.constantFrom('', 'Lot ', 'LOTE: ', 'Charge ', 'Lot-Nr. ', 'batch '),
      fc.array(fc.tuple(fc.boolean(), fc.constantFrom('', ' ', '-', '.', '_', '/')), {
        minLength: text.length,
        maxLength: text.length,
      }),
    )
    .map(
      ([label, changes]) =>
        label +
        [...text]
          .map(
            (sign, at) => (changes[at]![0] ? sign.toLowerCase() : sign) + (at + 1 < text.length ? changes[at]![1] : ''),
          )
          .join(''),
    );

describe('a recalled lot', () => {
  it('is found in every spelling', () => {
    const pair = lot.chain((text) => fc.tuple(fc.constant(text), spelled(text), spelled(text)));
    fc.assert(
      fc.property(pair, ([text, noted, recalled]) => {
        expect(matchLots(recalled, [noted]), `${text}: ${recalled} in ${noted}`).toBe('same');
      }),
    );
  });

  it('is found among several lots in one field, however they are separated', () => {
    const field = fc.tuple(
      fc.array(lot, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(', ', ';', ' / ', '/', ' ', ' + ', ' und ', ' e ', '\n'),
    );
    fc.assert(
      fc.property(field, ([lots, separator]) => {
        for (const one of lots) expect(matchLots(one, [lots.join(separator)])).toBe('same');
      }),
    );
  });

  it('matches when it is a part of the recorded lot, or the other way round', () => {
    fc.assert(
      fc.property(lot, fc.string({ maxLength: 10 }), fc.string({ maxLength: 10 }), (text, before, after) => {
        expect(matchLots(text, [before + text + after])).not.toBe('other');
      }),
    );
  });

  it('differs from another lot with other digits', () => {
    const number = fc.integer({ min: 1000, max: 9999 });
    fc.assert(
      fc.property(number, number, (one, other) => {
        fc.pre(one !== other);
        expect(matchLots(`L${one}`, [`Lot L ${other}`])).toBe('other');
      }),
    );
  });

  it.each([
    ['L2207', ['L2207, L2311'], 'same'],
    ['L2207, L2208', ['l 2208'], 'same'],
    ['L12/07', ['L12/07'], 'same'],
    ['L2207', ['L2311', 'L2207'], 'same'],
    ['L2207', ['2207'], 'unclear'],
    ['L2207', ['L22O7'], 'unclear'],
    ['L2207', ['L220?'], 'unclear'],
    ['L2207', ['07'], 'unclear'],
    ['L2207', ['-'], 'unclear'],
    ['L2207', ['keine'], 'unclear'],
    ['L2207', ['MHD 12/2027'], 'unclear'],
    ['L2207', ['03.2027'], 'unclear'],
    ['L2207', [], 'unclear'],
    ['L2207-L2210', ['L2208'], 'unclear'],
    ['Chargen L2207 bis L2210 und L2300', ['Lot L2209'], 'unclear'],
    ['L2207–10', ['l 2210'], 'unclear'],
    ['L2207 a L2210', ['L2311, L2208'], 'unclear'],
    ['L2207/08', ['L2208'], 'unclear'],
    ['L2208', ['L2207-L2210'], 'unclear'],
    ['L2208', ['L2207/08'], 'unclear'],
    ['L2207-L2210', ['L2211'], 'other'],
    ['2207-2210', ['L12208'], 'other'],
    ['L2207/L2210', ['L2208'], 'other'],
    ['L2207', ['L12/07'], 'other'],
    ['L2207', ['L2311; L2312'], 'other'],
  ] as const)('%s is compared with %j: %s', (recalled, noted, match) => {
    expect(matchLots(recalled, noted)).toBe(match);
  });
});

describe('a list of recalled lots', () => {
  it('is the same in every spelling and order', () => {
    const pair = fc
      .tuple(lot, lot)
      .chain(([one, other]) => fc.tuple(spelled(one), spelled(other), spelled(one), spelled(other)));
    fc.assert(
      fc.property(pair, ([one, other, oneAgain, otherAgain]) => {
        expect(recallKey(`${one},${other}`)).toBe(recallKey(`${otherAgain}; ${oneAgain}`));
      }),
    );
  });

  it.each([
    ['L2207', ['L2207']],
    [' L  2207 ;l2207, L2311', ['l2207', 'L2311']],
    ['L12/07', ['L12/07']],
    ['', []],
    [' - , ', []],
  ])('in the form %j is read as %j', (text, lots) => {
    expect(lotsIn(text)).toEqual(lots);
  });
});
