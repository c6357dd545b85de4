import { expect, it } from 'vitest';
import { readXlsx } from '#src/server/content/xlsx.ts';
import { workbook, workbookFiles, zipOf } from '../../../support/texts/workbook.ts';

const sheet = (rows: string, strings: string[] = []) => readXlsx(zipOf(workbookFiles(rows, strings)));
const damaged = { ok: false, error: { kind: 'sheet_unreadable' } };

it('a workbook’s first shown sheet is read with its texts, its numbers and its empty cells', () => {
  const strings = ['<r><t>BEB</t></r><r><t>-001</t></r><rPh><t>x</t></rPh>', '<t>Caf&#233; &amp; P&#xE3;o</t>'];
  const rows =
    '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2"><v>1.2000000000000002</v></c></row>' +
    '<row r="7"><c t="inlineStr"><is><t>A</t></is></c><c><v>4006381333931</v></c><c r="AA7" t="str"><v>z</v></c></row>' +
    '<row><c r="A8" t="s"><v>1</v></c></row>';
  const read = sheet(rows, strings);
  expect(read.ok && read.value.map(({ line, cells }) => [line, ...cells.filter(Boolean)])).toEqual([
    [2, 'BEB-001', '1.2'],
    [7, 'A', '4006381333931', 'z'],
    [3, 'Café & Pão'],
  ]);
  expect(read.ok && read.value[0]!.cells).toEqual(['BEB-001', '', '1.2']);
});

it('a workbook that names a row or column beyond all bounds takes no memory for the empty ones', () => {
  const read = sheet('<row r="999999999"><c r="ZZZ999999999"><v>1</v></c><c r="B1"><v>2</v></c></row>');
  expect(read).toEqual({ ok: true, value: [{ line: 999999999, cells: ['', '2'] }] });
});

it('a workbook that unpacks to more than it should is refused before it fills the memory', () => {
  expect(sheet(' '.repeat(6 * 1024 * 1024))).toEqual({ ok: false, error: { kind: 'sheet_too_large' } });
});

it('a damaged workbook and any other zip are refused as such', () => {
  const whole = workbook([
    ['code', 'units'],
    ['A-1', 3],
  ]);
  expect(readXlsx(whole)).toMatchObject({ ok: true });
  for (const bytes of [Buffer.from('PK\u0003\u0004'), whole.subarray(0, 200), zipOf({ 'a.txt': 'x' })])
    expect(readXlsx(bytes)).toEqual(damaged);
  // Each byte of its directory and of its head in turn.
  for (let at = 0; at < whole.length; at += 7) {
    const broken = Buffer.from(whole);
    broken[at] = broken[at]! ^ 0xff;
    expect(typeof readXlsx(broken).ok).toBe('boolean');
  }
});

it('a number that a workbook shows as a day, as a month or in a foreign currency says so', () => {
  const formats: [number, string, string][] = [
    [164, '#,##0.00 [$USD]', '46054 USD'],
    [165, '[$R$-416] #,##0.00', '46054 R$'],
    [166, '&quot;$&quot;#,##0.00', '46054 $'],
    [167, '#,##0.00\\ [$€-407]', '46054'],
    [168, '0.00 &quot;days&quot;', '46054'],
    [169, 'dd/mm/yy;@', '2026-02-01'],
    [14, '', '2026-02-01'],
    [17, '', '2026-02'],
    [170, 'mm.yyyy', '2026-02'],
    [171, '[$-407]mmm yy;@', '2026-02'],
    [172, 'MM/YYYY', '2026-02'],
    [0, '', '46054'],
  ];
  const own = formats.filter(([, code]) => code !== '');
  const described = own.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('');
  const named = formats.map(([id]) => `<xf numFmtId="${id}"/>`).join('');
  const styles = `<styleSheet><numFmts>${described}</numFmts><cellXfs>${named}</cellXfs></styleSheet>`;
  const cells = formats.map((_, index) => `<c s="${index}"><v>46054</v></c>`).join('');
  const read = readXlsx(zipOf({ ...workbookFiles(`<row>${cells}</row>`), 'xl/styles.xml': styles }));
  expect(read.ok && read.value[0]!.cells).toEqual(formats.map(([, , shown]) => shown));
});

it('a sheet that says it is visible is shown, as other programs than Excel write it, and hidden ones are not', () => {
  const files = workbookFiles('<row><c><v>1</v></c></row>');
  const stateOf = (...states: string[]) => {
    const sheets = states.map((state, at) => `<sheet name="${at}" sheetId="${at}" state="${state}" r:id="rId${at}"/>`);
    const names = states.map(
      (_, at) => `<Relationship Id="rId${at}" Target="worksheets/sheet${at === states.length - 1 ? 1 : 9}.xml"/>`,
    );
    return readXlsx(
      zipOf({
        ...files,
        'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.join('')}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${names.join('')}</Relationships>`,
      }),
    );
  };
  expect(stateOf('visible')).toEqual({ ok: true, value: [{ line: 1, cells: ['1'] }] });
  expect(stateOf('hidden', 'veryHidden', 'visible').ok).toBe(true);
  expect(stateOf('hidden')).toEqual(damaged);
});

it('days of a workbook that counts from 1904 are those that its owner sees', () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
  const dayIn = (properties: string) => {
    const files = workbookFiles('<row><c s="0"><v>44592</v></c></row>');
    const named = files['xl/workbook.xml']!.replace('<sheets>', `${properties}<sheets>`);
    const read = readXlsx(zipOf({ ...files, 'xl/workbook.xml': named, 'xl/styles.xml': styles }));
    return read.ok && read.value[0]!.cells[0];
  };
  expect(dayIn('<workbookPr date1904="1"/>')).toBe('2026-02-01');
  expect(dayIn('<workbookPr date1904="true"/>')).toBe('2026-02-01');
  expect(dayIn('<workbookPr date1904="0"/>')).toBe('2022-01-31');
});
