import { deflateRawSync } from 'node:zlib';

/** A zip as Excel writes it, without its check sums, which no reader of the shop compares. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const [bytes, label] = [Buffer.from(content), Buffer.from(name)];
    const packed = deflateRawSync(bytes);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(bytes.length, 22);
    local.writeUInt16LE(label.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(bytes.length, 24);
    central.writeUInt16LE(label.length, 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, label, packed);
    directory.push(central, label);
    at += local.length + label.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** The files of a workbook with one sheet. */
export const workbookFiles = (rows: string, strings: readonly string[] = []): Record<string, string> => ({
  'xl/workbook.xml':
    '<workbook xmlns:r="r"><sheets><sheet name="0" sheetId="2" state="hidden" r:id="rId9"/>' +
    '<sheet name="Lieferung" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
});

/** "C", or "AC" for the 29th column. */
const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** A workbook with these rows: texts and numbers. */
export function workbook(rows: readonly (readonly (string | number)[])[]): Buffer {
  const strings: string[] = [];
  const cellOf = (value: string | number, place: string) => {
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
    strings.push(`<t xml:space="preserve">${value}</t>`);
    return `<c r="${place}" t="s"><v>${strings.length - 1}</v></c>`;
  };
  const written = rows.map((cells, row) => {
    const all = cells.map((value, column) => cellOf(value, columnName(column) + (row + 1)));
    return `<row r="${row + 1}">${all.join('')}</row>`;
  });
  return zipOf(workbookFiles(written.join(''), strings));
}
