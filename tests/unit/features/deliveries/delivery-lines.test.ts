import { describe, expect, it } from 'vitest';
import { linesOf, rowsOfText, textOfLines } from '#src/features/deliveries/delivery-lines.ts';

const TODAY = '2026-11-29';

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
    [
      'scanned, a unit each',
      '4006381333931\n4006381333931\n',
      [
        ['4006381333931', '', ''],
        ['4006381333931', '', ''],
      ],
    ],
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
});
