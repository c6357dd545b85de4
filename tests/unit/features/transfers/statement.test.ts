import { describe, expect, it } from 'vitest';
import { orderNumbersIn } from '#src/features/orders/server/order-number.ts';
import { matchEntries, type Payable } from '#src/features/transfers/match-entries.ts';
import { decodeText } from '#src/shared/decode-text.ts';
import { readBankCsv } from '#src/features/transfers/server/read-bank-csv.ts';
import { readCamt } from '#src/features/transfers/server/read-camt.ts';
import { camt, type StatementLine } from '../../../support/data/statements.ts';

const LINE: StatementLine = { day: '2026-11-25', amount: '14.98', name: 'Ana Müller', text: 'K7QF-3MXA' };

const entriesOf = async (xml: string) => {
  const read = await readCamt(xml);
  if (!read.ok) throw new Error(read.error.kind);
  return read.value;
};
const rowsOf = (text: string | Uint8Array) => readBankCsv(typeof text === 'string' ? text : decodeText(text));

describe('a CAMT.053 file', () => {
  it.each(['001.02', '001.08'] as const)(
    'of version %s is read with its names, references and cents',
    async (version) => {
      const lines = [LINE, { ...LINE, amount: '1000', name: 'Souza & Söhne <GmbH>', text: 'Rechnung & mehr' }];
      expect(await entriesOf(camt(lines, version))).toMatchObject([
        { day: '2026-11-25', amount: 1498, name: 'Ana Müller', text: 'K7QF-3MXA' },
        { day: '2026-11-25', amount: 100_000, name: 'Souza & Söhne <GmbH>', text: 'Rechnung & mehr' },
      ]);
    },
  );

  it('gives what arrived: no debits, reversals, pending entries or other currencies', async () => {
    const others = [{ isDebit: true }, { isReversal: true }, { status: 'PDNG' }, { currency: 'CHF' }];
    const xml = camt([LINE, ...others.map((other) => ({ ...LINE, ...other }))]);
    expect(await entriesOf(xml)).toHaveLength(1);
    // XML has two words for it.
    expect(await entriesOf(xml.replace('<RvslInd>true', '<RvslInd>1'))).toHaveLength(1);
  });

  it('gives each entry the same key in every statement, and equal entries of a day different ones', async () => {
    const [one, two] = await entriesOf(camt([LINE, LINE]));
    expect(one!.key).not.toBe(two!.key);
    expect((await entriesOf(camt([{ ...LINE, text: 'else' }, LINE])))[1]!.key).toBe(one!.key);
    const [named] = await entriesOf(camt([{ ...LINE, reference: 'REF1' }]));
    expect((await entriesOf(camt([LINE, { ...LINE, reference: 'REF1' }], '001.02')))[1]!.key).toBe(named!.key);
    // Banks write this where they have no id.
    const [other] = await entriesOf(camt([{ ...LINE, text: 'other', reference: 'NONREF' }]));
    expect((await entriesOf(camt([{ ...LINE, reference: 'NONREF' }])))[0]!.key).not.toBe(other!.key);
  });

  it.each(['', '<html></html>', '<Document><BkToCstmrStmt>', '<?xml version="1.0"?><a/>'])(
    'is not %j',
    async (text) => {
      expect(await readCamt(text)).toEqual({ ok: false, error: { kind: 'statement_not_xml' } });
    },
  );

  it('expands no entities of its own', async () => {
    const bomb = `<!DOCTYPE d [<!ENTITY a "x"><!ENTITY b "${'&a;'.repeat(1000)}">]>`;
    const xml = camt([{ ...LINE, text: 'TEXT' }])
      .replace('TEXT', '&b;')
      .replace('<Document', `${bomb}<Document`);
    const read = await readCamt(xml);
    expect(read.ok ? read.value.map(({ text }) => text.length < 100) : [true]).toEqual([true]);
  });

  it('is read in the encoding that it names or shows, with the numbers of signs', async () => {
    const xml = camt([LINE]);
    const named = (encoding: string) => xml.replace('UTF-8', encoding);
    for (const bytes of [
      Buffer.from(named('ISO-8859-1'), 'latin1'),
      Buffer.from(xml, 'latin1'),
      Buffer.from(`\uFEFF${named('UTF-16')}`, 'utf16le'),
      Buffer.from(`\uFEFF${xml}`),
      Buffer.from(named('no-such')),
    ])
      expect(await entriesOf(decodeText(bytes))).toMatchObject([{ name: 'Ana Müller', text: 'K7QF-3MXA' }]);
    const [entry] = await entriesOf(camt([{ ...LINE, name: 'NAME' }]).replace('NAME', 'M&#252;ller &#xE3;&#x110000;'));
    expect(entry!.name).toBe('Müller ã');
  });

  it('takes no entry that would hold up the shop', async () => {
    expect(await readCamt(camt([{ ...LINE, text: 'x'.repeat(2_000_000) }]))).toMatchObject({
      error: { kind: 'statement_too_long' },
    });
  });

  it('splits a collective entry into its transfers', async () => {
    const part = (amount: string, text: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const xml = camt([LINE]).replace(/<TxDtls>[\s\S]*<\/TxDtls>/, part('10.00', 'A') + part('4.98', 'B'));
    expect(await entriesOf(xml)).toMatchObject([
      { amount: 1000, text: 'A' },
      { amount: 498, text: 'B' },
    ]);
    // Without amounts of their own, nobody knows whose money it is, but it is there.
    expect(await entriesOf(xml.replaceAll(/(<TxDtls>)<Amt.*?<\/Amt>/g, '$1'))).toMatchObject([{ amount: 1498 }]);
  });

  it('has the day of the value where the one of the booking is missing, and no entry without a day', async () => {
    const xml = camt([LINE]);
    expect(await entriesOf(xml.replaceAll('BookgDt', 'ValDt'))).toMatchObject([{ day: LINE.day }]);
    for (const day of ['', '2026-13-01'])
      expect(await readCamt(xml.replace(LINE.day, day))).toMatchObject({ error: { kind: 'statement_not_xml' } });
  });
});

describe('a bank’s CSV file', () => {
  it.each([
    [
      'a savings bank',
      'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;' +
        'Kontonummer/IBAN;Betrag;Waehrung\nDE1;25.11.26;25.11.26;GUTSCHR;K7QF-3MXA;Ana Müller;DE2;1.014,98;EUR\n' +
        'DE1;25.11.26;25.11.26;LASTSCHRIFT;Strom;Stadtwerke;DE3;-50,00;EUR\n',
    ],
    [
      'a direct bank, with lines above the table',
      'Girokonto;DE1\nKontostand vom 27.11.2026:;100,00 €\n\n' +
        'Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;IBAN;Betrag (€)\n' +
        '25.11.26;25.11.26;Gebucht;Ana Müller;Laden;K7QF-3MXA;Eingang;DE2;"1.014,98"\n',
    ],
    [
      'a bank with commas and points',
      '"Booking Date","Partner Name","Partner Iban","Payment Reference","Amount (EUR)"\n' +
        '2026-11-25,"Ana Müller",DE2,"K7QF-3MXA",1014.98\n',
    ],
  ])('of %s is read', (_, text) => {
    expect(rowsOf(text)).toMatchObject({
      ok: true,
      value: [{ day: '2026-11-25', amount: 101_498, name: 'Ana Müller', text: 'K7QF-3MXA' }],
    });
    // Older programs write Windows-1252.
    expect(rowsOf(Buffer.from(text.replaceAll('€', 'EUR'), 'latin1'))).toMatchObject({
      value: [{ name: 'Ana Müller' }],
    });
  });

  it.each(['Soll/Haben', '" "'])(
    'gives what arrived: no debits without a sign (column %s), pending lines or other currencies',
    (side) => {
      const rows = ['1,00;S;EUR;', '2,00;H;EUR;Umsatz gebucht', '3,00;H;USD;', '4,00;H;EUR;Umsatz vorgemerkt'];
      const head = `Buchungstag;Vorgang/Verwendungszweck;Umsatz;${side};Währung;Info\n`;
      expect(rowsOf(head + rows.map((row) => `25.11.2026;A;${row}\n`).join(''))).toMatchObject({
        ok: true,
        value: [{ amount: 200 }],
      });
    },
  );

  it('is refused without holding up the shop when it is no table', () => {
    expect(rowsOf('a'.repeat(100_000))).toMatchObject({ error: { kind: 'statement_unreadable' } });
    expect(rowsOf('a;b\n'.repeat(30_000))).toMatchObject({ error: { kind: 'statement_too_long' } });
  });

  it('in UTF-16 is read', () => {
    const text = 'Buchungstag;Betrag;Verwendungszweck\n25.11.2026;1,00;Ä\n';
    expect(rowsOf(Buffer.from(text, 'utf16le'))).toMatchObject({ value: [{ text: 'Ä' }] });
  });

  it('names the columns that it lacks, and the line that it cannot read', () => {
    expect(rowsOf('a;b\n1;2\n')).toMatchObject({ error: { kind: 'statement_columns' } });
    expect(rowsOf('')).toMatchObject({ ok: false });
    const head = 'Buchungstag;Betrag;Verwendungszweck\n';
    expect(rowsOf(`${head}25.11.2026;1,00;A\n31.13.2026;1,00;B\n`)).toEqual({
      ok: false,
      error: { kind: 'statement_row', values: { line: 3 } },
    });
    expect(rowsOf(`${head}25.11.2026;viel;A\n`)).toMatchObject({ error: { kind: 'statement_row' } });
  });

  it('is refused where commas separate its cells and also cut an amount, which quotes would keep', () => {
    const withAmount = (amount: string) => rowsOf(`Buchungstag,Betrag,Verwendungszweck\n25.11.2026,${amount},A\n`);
    expect(withAmount('12,50')).toMatchObject({ error: { kind: 'statement_row', values: { line: 2 } } });
    expect(withAmount('"12,50"')).toMatchObject({ value: [{ amount: 1250, text: 'A' }] });
  });
});

describe('the entries of a statement', () => {
  const waiting = (orderNumber: string, total: number, ...names: string[]): Payable => ({
    ...{ orderNumber, total, names, orderedOn: '2026-11-20', state: 'waiting', entry: null },
  });
  const entry = (text: string, amount = 1498, name = 'Ana Müller', key = text) => ({
    ...{ key, day: '2026-11-25', amount, name, account: '', text },
  });
  const verdicts = (entries: ReturnType<typeof entry>[], orders: Payable[]) =>
    matchEntries(entries, orders, orderNumbersIn).map(({ verdict, order }) => [verdict, order?.orderNumber]);
  const ANA = waiting('K7QF-3MXA', 1498, 'Ana Müller');

  it.each(['K7QF-3MXA', 'Bestellung k7qf3mxa danke', 'K7QF 3MXA', 'SVWZ+K7QF-3MXA'])(
    'pay the order that %j names, when the amount is right',
    (text) => {
      expect(verdicts([entry(text)], [ANA])).toEqual([['certain', 'K7QF-3MXA']]);
    },
  );

  it('that name an order with another amount pay nothing', () => {
    expect(verdicts([entry('K7QF-3MXA', 1497)], [ANA])).toEqual([['too_little', 'K7QF-3MXA']]);
    expect(verdicts([entry('K7QF-3MXA', 1499)], [ANA])).toEqual([['too_much', 'K7QF-3MXA']]);
  });

  it('that are each too little for an order are added up', () => {
    const parts = (rest: number) => [entry('K7QF-3MXA', 1000, 'Ana', 'one'), entry('K7QF-3MXA', rest, 'Ana', 'two')];
    expect(verdicts(parts(498), [ANA]).map(([verdict]) => verdict)).toEqual(['in_parts', 'in_parts']);
    const [one, two] = matchEntries(parts(497), [ANA], orderNumbersIn);
    expect([one, two]).toMatchObject([{ verdict: 'too_little', sum: 1497 }, { verdict: 'too_little' }]);
  });

  it('pay an order once: a second one is returned, in the same statement and later', () => {
    const twice = [entry('K7QF-3MXA', 1498, 'Ana', 'one'), entry('K7QF-3MXA', 1498, 'Ana', 'two')];
    expect(verdicts(twice, [ANA]).map(([verdict]) => verdict)).toEqual(['certain', 'twice']);
    const paid: Payable = { ...ANA, state: 'paid', entry: 'one' };
    expect(verdicts(twice, [paid]).map(([verdict]) => verdict)).toEqual(['booked', 'twice']);
    expect(verdicts(twice, [{ ...ANA, state: 'cancelled' }]).map(([verdict]) => verdict)).toEqual([
      'cancelled',
      'cancelled',
    ]);
  });

  it('that name several orders pay the one with their amount', () => {
    const eva = waiting('AAAA-BBBB', 2000, 'Eva');
    const paid: Payable = { ...waiting('CCCC-DDDD', 500, 'Eva'), state: 'paid', entry: 'x' };
    expect(verdicts([entry('CCCC-DDDD K7QF-3MXA AAAA-BBBB', 2000)], [ANA, eva, paid])).toEqual([
      ['certain', 'AAAA-BBBB'],
    ]);
    expect(verdicts([entry('AAAA-BBBB CCCC-DDDD', 500, 'Eva', 'x')], [eva, paid])).toEqual([['booked', 'CCCC-DDDD']]);
  });

  it('do not pay an order twice that the owner has recorded by hand', () => {
    const paid: Payable = { ...ANA, state: 'paid' };
    expect(verdicts([entry('K7QF-3MXA'), entry('K7QF-3MXA', 1)], [paid]).map(([verdict]) => verdict)).toEqual([
      'by_hand',
      'by_hand',
    ]);
  });

  it('without a number are suggested by amount and name, never over an order that another entry names', () => {
    const eva = waiting('AAAA-BBBB', 1498, 'Eva Souza', 'Souza GmbH');
    expect(verdicts([entry('danke', 1498, 'SOUZA')], [ANA, eva])).toEqual([['likely', 'AAAA-BBBB']]);
    expect(verdicts([entry('danke', 1498, 'MUELLER ANA')], [ANA, eva])).toEqual([['likely', 'K7QF-3MXA']]);
    // Two orders cost as much, and the name tells nothing.
    expect(verdicts([entry('danke', 1498, 'Bob')], [ANA, eva])).toEqual([['unknown', undefined]]);
    expect(verdicts([entry('danke'), entry('K7QF-3MXA')], [ANA])).toEqual([
      ['unknown', undefined],
      ['certain', 'K7QF-3MXA'],
    ]);
    expect(verdicts([entry('danke', 1), entry('', 2)], [ANA])).toEqual([
      ['unknown', undefined],
      ['unknown', undefined],
    ]);
  });

  it('of a day before the order are not suggested', () => {
    expect(verdicts([entry('danke')], [{ ...ANA, orderedOn: '2026-11-26' }])).toEqual([['unknown', undefined]]);
  });

  it('that were booked by a guess stay booked', () => {
    expect(verdicts([entry('danke', 1498, 'Bob', 'k')], [{ ...ANA, state: 'paid', entry: 'k' }])).toEqual([
      ['booked', 'K7QF-3MXA'],
    ]);
  });

  it('are matched by the thousand', () => {
    const signs = (index: number) =>
      index
        .toString(32)
        .toUpperCase()
        .replace(/[ILOU]/g, 'Z')
        .padStart(4, '0');
    const orders = Array.from({ length: 2000 }, (_, index) => waiting(`A000-${signs(index)}`, 1000 + index, 'Ana'));
    const many = Array.from({ length: 10_000 }, (_, index) =>
      entry(`A000-${signs(index % 2000)}`, 1000 + (index % 2000), 'x', String(index)),
    );
    const found = verdicts(many, orders);
    expect(found).toHaveLength(10_000);
    expect(new Set(found.map(([verdict]) => verdict)).size).toBeGreaterThan(1);
  });
});
