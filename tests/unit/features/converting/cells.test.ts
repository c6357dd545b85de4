import { describe, expect, it } from 'vitest';
import { COMMAND_LIMITS, readForeignTable } from '#src/features/converting/server/foreign-table.ts';
import {
  codeOf,
  contentIn,
  isOfSeveral,
  readEan,
  readPrice,
  readUnits,
  readVatRate,
} from '#src/features/converting/server/read-cells.ts';
import { translator } from '#src/i18n/translate.ts';

const problemOf = (content: string | Uint8Array, limits = COMMAND_LIMITS) => {
  const table = readForeignTable(Buffer.from(content as string), limits);
  return table.ok ? undefined : table.error;
};

describe('another shop’s table', () => {
  it.each([
    ['spreadsheet', Buffer.from('PK\u0003\u0004xl/workbook.xml')],
    ['spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['notATable', Buffer.from([65, 66, 0, 67])],
    ['empty', ''],
    ['quotes', 'a,b\n"open,1\n2,3\n'],
    ['brokenLetters', 'Title,Price\nAÃ§aÃ\u00AD,1\n'],
    ['tooManyColumns', `${'a,'.repeat(1500)}b\n`],
  ])('%s: is refused with one sentence in each language', (kind, content) => {
    const problem = problemOf(content);
    expect(problem?.kind).toBe(kind);
    for (const locale of ['pt-BR', 'de-DE', 'en-US'] as const) {
      const text = translator(locale)(`converting:problems.${problem!.kind}`, problem!.values ?? {});
      expect(text).toMatch(/^[^{}]+\.$/);
    }
  });

  it('has a limit of bytes and of rows, checked before its cells are read', () => {
    expect(problemOf('a,b\n1,2\n', { bytes: 4, rows: 9, unpacked: 99 })).toMatchObject({ kind: 'tooLarge' });
    expect(problemOf('a,b\n1,2\n1,2\n', { bytes: 99, rows: 1, unpacked: 99 })).toEqual({
      kind: 'tooManyRows',
      values: { most: 1 },
    });
  });

  it('may have formula cells, other cases, spaces and line breaks', () => {
    const table = readForeignTable(
      Buffer.from('SKU ;"variant  price"\r\n"=""0012""";\' x\r\n\'=1;"a\nb"\r\n'),
      COMMAND_LIMITS,
    );
    if (!table.ok) throw new Error(table.error.kind);
    expect(table.value.rows.map((row) => [row.line, row.cell('sku'), row.cell('Variant Price')])).toEqual([
      [2, '0012', "' x"],
      [3, '=1', 'a\nb'],
    ]);
  });
});

describe('a cell of another shop', () => {
  it.each([
    ['6.9', 690],
    ['6,90 €', 690],
    ['3,9900', 399],
    ['12,0000', 1200],
    ['1234.50', 123_450],
    ['1.000', 'priceUnreadable'],
    ['1.234,50', 'priceUnreadable'],
    ['3.999', 'priceUnreadable'],
    ['-2', 'priceUnreadable'],
    ['1e3', 'priceUnreadable'],
    ['', 'priceMissing'],
    ['0.00', 'priceMissing'],
    ['2,00 netto', 'priceNet'],
  ])('with the price "%s" is read as %s', (text, expected) => {
    const price = readPrice(text);
    expect(price.ok ? price.value : price.error).toBe(expected);
  });

  it('with units is a whole number of 0 or more, or unknown', () => {
    expect(['12', '12,00', '-3', '', '1.5', '12.000', 'viele'].map(readUnits)).toEqual([12, 12, 0, ...Array(4)]);
  });

  it('with a VAT rate is 7 or 19, by its number or the name of its class', () => {
    const texts = [
      '7',
      '7,00',
      '19 %',
      'reduced-rate',
      'ermäßigter Steuersatz',
      'Normaler Steuersatz',
      '16',
      '',
      'zero-rate',
    ];
    expect(texts.map(readVatRate)).toEqual([7, 7, 19, 7, 7, 19, ...Array(3)]);
  });

  it('with a bar code has a correct check digit', () => {
    const texts = ['4006381333931', '4006 3813 33931', '036000291452', '4.00638E+12', '4006381333930'];
    expect(texts.map(readEan)).toEqual(['4006381333931', '4006381333931', '0036000291452', ...Array(2)]);
  });

  it('names a content only when it is one amount at its end', () => {
    const texts = [
      'Café 250 g',
      'Café (0,5 kg)',
      'Saft 33cl',
      '2 x 250 g',
      '6er 330 ml',
      '3-Pack 250 g',
      '3er-Pack 250 g',
      'Doppelpack 250 g',
      'Doppelpack, 250 g',
      'Pack of 3, 250 g',
      'Caixa com 12 - 330 ml',
      '6 Flaschen 330 ml',
      'Trio 250 g',
      'Glas 300 ml mit Deckel',
      '100% g',
    ];
    expect(texts.map((text) => contentIn(text))).toEqual([
      { value: 250, unit: 'g' },
      { value: 0.5, unit: 'kg' },
      { value: 330, unit: 'ml' },
      ...Array(12),
    ]);
    const single = ['Pack 250 g', 'Pacote de 250 g', '1 Pack 250 g', 'Packung 0,5 kg', 'Set 5 l'];
    expect(single.filter((text) => isOfSeveral(text))).toEqual([]);
  });

  it('gives the same code again, and never one of another product', () => {
    const taken = new Set<string>();
    const codes = ['abc_1', 'ABC-1', '', 'x'.repeat(40)].map(
      (sku, index) => codeOf(sku, `ein langer Name ${index}`, taken).code,
    );
    expect(new Set(codes).size).toBe(4);
    expect(codes[0]).toBe('ABC-1');
    for (const code of codes) expect(code).toMatch(/^[A-Z0-9][A-Z0-9-]{1,19}$/);
    expect(codeOf('', 'ein langer Name 2', new Set()).code).toBe(codes[2]);
  });
});
