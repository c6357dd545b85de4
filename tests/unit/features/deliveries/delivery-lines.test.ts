import { describe, expect, it } from 'vitest';
import { linesOf, rowsOfText, textOfLines, type WrittenLine } from '#src/features/deliveries/delivery-lines.ts';

const TODAY = '2026-11-29';

const LINE: WrittenLine = { line: 1, names: [], units: '', cost: '', lot: '', bestBefore: '' };

const read = (text: string) => {
  const rows = rowsOfText(text);
  const lines = rows.ok ? linesOf(rows.value, TODAY) : rows;
  return lines.ok ? lines.value.map(({ names, units, cost }) => [names.join('+'), units, cost]) : lines.error.kind;
};

const lotsOf = (text: string) => {
  const rows = rowsOfText(text);
  const lines = rows.ok ? linesOf(rows.value, TODAY) : rows;
  return lines.ok && lines.value.map(({ names, lot, bestBefore }) => [names.join('+'), lot, bestBefore]);
};

describe('the lines of a delivery', () => {
  it.each([
    [
      'typed with blanks',
      'BEB-001 24\nDOC-002 3 1,20',
      [
        ['BEB-001', '24', ''],
        ['DOC-002', '3', '1,20'],
      ],
    ],
    ['typed with semicolons', 'BEB-001; 24; 1,20\n\n', [['BEB-001', '24', '1,20']]],
    ['scanned, as many units as scans', '4006381333931\n4006381333931\n', [['4006381333931', '2', '']]],
    [
      'under German names of columns, below an address',
      'Casa Brasil GmbH;;\nLieferschein;LS-1;\nPos;EAN;Artikelnummer;Stückzahl;EK\n1;4006381333931;77;6;0,99\n',
      [['4006381333931+77', '6', '0,99']],
    ],
    ['with commas', 'code,units\nBEB-001,6\n', [['BEB-001', '6', '']]],
    [
      'with commas and a semicolon in a description',
      'code,name,units\nBEB-001,Suco; 1 l,6\n"BEB-002","a;b;c;d",7\n',
      [
        ['BEB-001', '6', ''],
        ['BEB-002', '7', ''],
      ],
    ],
    ['under Portuguese names', 'Código\tQuantidade\tCusto\nBEB-001\t6\t2,5\n', [['BEB-001', '6', '2,5']]],
  ])('are read %s', (_, text, lines) => {
    expect(read(text)).toEqual(lines);
  });

  it.each([
    ['Ref,Descrição,Netto\nBEB-001,Suco; 1 l,6\n', 3],
    ['Ref\tDescrição\tNetto\nBEB-001\tSuco; 1 l\t6\n', 3],
    ['Casa Brasil GmbH, Hamburg\nRef;Name, Inhalt;Netto;UVP\nBEB-001;Suco, 1 l;6,00;9,00\n', 4],
  ])('are separated as the line with the unknown names of columns is (%#)', (text, columns) => {
    const rows = rowsOfText(text);
    expect(rows.ok && rows.value.at(-1)!.cells).toHaveLength(columns);
  });

  it.each([
    ['under German names', 'EAN;Menge;Charge;MHD\n4006381333931;6;L22;01.2027\n', '4006381333931', 'L22', '01.2027'],
    ['under Portuguese names', 'Código,Qtd,Lote,Validade\nBEB-001,6,L22,31/01/27\n', 'BEB-001', 'L22', '31/01/27'],
    ['after the cost', 'BEB-001; 6; ; L22; 01.2027', 'BEB-001', 'L22', '01.2027'],
    ['in a scanned code of GS1', '010400638133393115270131' + '10L22', '4006381333931', 'L22', '2027-01-31'],
    ['behind a separator', '010400638133393110L22\u001D15270131', '4006381333931', 'L22', '2027-01-31'],
    ['with marks in the number', 'code,units,lot,mhd\nBEB-001,6,"L22, 07",01.2027\n', 'BEB-001', 'L22 07', '01.2027'],
  ])('have their lot and date %s', (_, text, name, lot, date) => {
    expect(lotsOf(text)).toEqual([[name, lot, date]]);
  });

  it.each([
    ['', 'delivery_empty'],
    ['EAN;Menge\n', 'delivery_empty'],
    ['%PDF-1.7\0\0', 'delivery_unreadable'],
    [`${'BEB-001 1\n'.repeat(501)}`, 'delivery_too_long'],
    [`${'BEB-001; 1\n\n'.repeat(501)}`, 'delivery_too_long'],
    ['BEB-001; 1\n'.repeat(10_001), 'sheet_too_long'],
    [`a;${'x'.repeat(6000)}`, 'delivery_unreadable'],
  ])('are refused when there are none, too many, or none of a table (%#)', (text, kind) => {
    expect(read(text)).toBe(kind);
  });

  it('stay the same when they are read from the text that a person may correct', () => {
    const lines = [
      { line: 1, names: ['BEB-001'], units: '24', cost: '1,20', lot: '', bestBefore: '' },
      { line: 2, names: ['4006381333931'], units: '', cost: '', lot: '', bestBefore: '' },
      { line: 3, names: ['DOC-002'], units: '5', cost: '', lot: 'L 22', bestBefore: '01.2027' },
    ];
    const rows = rowsOfText(textOfLines(lines));
    expect(rows.ok && linesOf(rows.value, TODAY)).toEqual({ ok: true, value: lines });
  });

  it('have the units that came, not those that were ordered, and none when their cell is empty', () => {
    expect(read('EAN;Menge;Liefermenge\n4006381333931;24;12\n4006381333948;24;\n')).toEqual([
      ['4006381333931', '12', ''],
      ['4006381333948', '?', ''],
    ]);
  });

  it('of which thousands are scanned are a line for each product, and empty ones count as none', () => {
    const scans = Array.from({ length: 3000 }, (_, at) => `${at % 2 ? '4006381333931' : 'BEB-001'};\n\n`).join('');
    expect(read(scans)).toEqual([
      ['BEB-001', '1500', ''],
      ['4006381333931', '1500', ''],
    ]);
    expect(read(`${'\n;;\n'.repeat(600)}BEB-001; 2`)).toEqual([['BEB-001', '2', '']]);
  });

  const wholeOf = (text: string): (string | undefined)[] => {
    const rows = rowsOfText(text);
    const lines = rows.ok ? linesOf(rows.value, TODAY) : rows;
    return lines.ok ? lines.value.map(({ whole }) => whole) : [];
  };

  it.each([
    ['typed', 'BEB-001, 24, 1,20', 'BEB-001 | 24 | 1 | 20'],
    ['typed with a sign', 'BEB-001,24,1,20 €', 'BEB-001 | 24 | 1 | 20 €'],
    ['below names of columns', 'EAN,Menge,EK\n4006381333931,6,1,20\n', '4006381333931 | 6 | 1 | 20'],
    ['before an empty column', 'EAN,Menge,EK,Notiz\n4006381333931,6,1,20,\n', '4006381333931 | 6 | 1 | 20 | '],
    ['with semicolons', 'EAN;Menge;EK\n4006381333931;6;1,20;L22\n', '4006381333931 | 6 | 1,20 | L22'],
  ])('that have more cells than their table are not guessed: %s', (_, text, whole) => {
    expect(wholeOf(text)).toEqual([whole]);
    const again = rowsOfText(textOfLines([{ ...LINE, whole }]));
    const judged = again.ok ? linesOf(again.value, TODAY) : again;
    // Neither read again as it is shown: "|" is no number of units.
    expect(judged.ok && judged.value[0]!.units).toBe('|');
  });

  it.each([
    ['with a price in quotes', 'EAN,Menge,EK\n4006381333931,6,"1,20"\n'],
    ['with a point', 'BEB-001, 24, 1.20, L22'],
    ['with semicolons at their ends', 'EAN;Menge\n4006381333931;6;;\n'],
  ])('that have as many cells as their table are read: %s', (_, text) => {
    expect(wholeOf(text)).toEqual([undefined]);
  });

  it.each([['4006381333931', 'BEB-001'], ['BEB 1'], ['4006381333931', 'Art. 77, x']])(
    'keep their EAN and their code in the text that a person may correct (%#)',
    (...names) => {
      for (const units of ['', '3']) {
        const line: WrittenLine = { ...LINE, names, units };
        const rows = rowsOfText(textOfLines([line]));
        const lines = rows.ok ? linesOf(rows.value, TODAY) : rows;
        expect(lines).toEqual({ ok: true, value: [line] });
      }
    },
  );

  it('of a code of GS1 beside a code keep both, and the day that the calendar does not have', () => {
    const text = 'EAN;Artikelnummer;Menge\n010400638133393115250229' + '10L22;BEB-001;2\n';
    expect(lotsOf(text)).toEqual([['4006381333931+BEB-001', 'L22', '2025-02-29']]);
  });
});
