import { CsvError, parse } from 'csv-parse/sync';
import { placesOf } from '#src/server/content/csv-table.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MOST_ENTRIES, type BankEntry, type StatementProblem } from '../bank-entry.ts';
import { keyed, type Found } from './entry-key.ts';

/** The columns of banks' CSV files, folded. The first one that a file has is taken. */
const COLUMNS = {
  day: ['buchungstag', 'buchungsdatum', 'buchung', 'datum', 'booking date', 'date', 'valutadatum'],
  amount: ['betrag', 'betrag (eur)', 'betrag (€)', 'umsatz', 'umsatz in eur', 'amount (eur)', 'amount'],
  name: [
    'beguenstigter/zahlungspflichtiger',
    'begunstigter/zahlungspflichtiger',
    'empfanger/zahlungspflichtiger',
    'name zahlungsbeteiligter',
    'zahlungspflichtige*r',
    'auftraggeber/empfanger',
    'auftraggeber / begunstigter',
    'auftraggeber/begunstigter',
    'partner name',
    'name',
    'payer',
  ],
  text: ['verwendungszweck', 'payment reference', 'reference', 'buchungstext', 'vorgang/verwendungszweck'],
  account: ['kontonummer/iban', 'iban zahlungsbeteiligter', 'iban', 'partner iban', 'kontonummer'],
  // Some banks write amounts without a sign, and Volksbanken gave this column no name until 2021.
  side: ['soll/haben', 's/h', 'soll-/haben-kennzeichen', 'soll/haben-kennzeichen', 'debit/credit', ''],
  currency: ['waehrung', 'wahrung', 'currency'],
  state: ['info', 'status', 'state'],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED: readonly Column[] = ['day', 'amount', 'text'];
/** Their names in most files, for people. */
const NEEDED_NAMES = 'Buchungstag, Betrag, Verwendungszweck';

/** Banks write some lines about the account above the table. */
const MOST_LINES_ABOVE = 20;

/** Longest line, in UTF-16 units. A file with longer lines is not a table, and parsing it would block the server. */
const LONGEST_LINE = 20_000;

const DEBIT = /^(?:s|soll|d|debit)$/i;
const NOT_EUR = /^(?!EUR|€)./i;
const NOT_BOOKED = /vorgemerkt|pending|reverted|storniert/i;

const cell = (text = ''): string => text.replace(/\s+/g, ' ').trim();

/** 2026-11-25 of 25.11.2026, 25.11.26 or 2026-11-25. */
function dayOf(text: string): string | undefined {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(text);
  const iso = german
    ? `${german[3]!.padStart(4, '20')}-${german[2]!.padStart(2, '0')}-${german[1]!.padStart(2, '0')}`
    : text.slice(0, 10);
  return /^\d{4}-\d\d-\d\d$/.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : undefined;
}

/** Cents of 1.234,56 or 1234.56, with its sign. */
function centsOf(text: string): number | undefined {
  const plain = text.replace(/[\s€+]|EUR/g, '');
  const [, sign, whole = '', cents = ''] =
    /^(-?)(\d{1,3}(?:\.\d{3})*|\d{1,9})(?:,(\d{1,2}))?$/.exec(plain) ??
    /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain) ??
    [];
  if (!whole) return undefined;
  const value = Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'));
  return sign ? -value : value;
}

/** The money that arrived, in a table that a bank exports. */
export function readBankCsv(text: string): Result<BankEntry[], StatementProblem> {
  const start = text.slice(0, 5000);
  const delimiter = [';', '\t', ','].reduce((best, one) =>
    start.split(one).length > start.split(best).length ? one : best,
  );
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    rows = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      to: MOST_ENTRIES + 1,
      max_record_size: LONGEST_LINE,
    }) as never;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return fail({ kind: 'statement_unreadable' });
  }
  if (rows.length > MOST_ENTRIES) return fail({ kind: 'statement_too_long' });
  const head = rows
    .slice(0, MOST_LINES_ABOVE)
    .findIndex(({ record }) => NEEDED.every((name) => name in placesOf(COLUMNS, record)));
  if (head < 0) return fail({ kind: 'statement_columns', values: { columns: NEEDED_NAMES } });
  const { record: names } = rows[head]!;
  const places = placesOf(COLUMNS, names);
  const found: Found[] = [];
  for (const { record, info } of rows.slice(head + 1)) {
    const read = (column: Column) => (places[column] === undefined ? '' : cell(record[places[column]]));
    // Lines below the table, such as the balance, have no day.
    if (read('day') === '' || read('amount') === '') continue;
    // A comma that separates cells also cuts an amount such as 12,50 without quotes.
    if (delimiter === ',' && record.length > names.length)
      return fail({ kind: 'statement_row', values: { line: info.lines } });
    const [day, amount] = [dayOf(read('day')), centsOf(read('amount'))];
    if (day === undefined || amount === undefined) return fail({ kind: 'statement_row', values: { line: info.lines } });
    const isOther = DEBIT.test(read('side')) || NOT_BOOKED.test(read('state')) || NOT_EUR.test(read('currency'));
    if (amount > 0 && !isOther)
      found.push({ day, amount, name: read('name'), text: read('text'), account: read('account'), reference: '' });
  }
  return ok(keyed(found));
}
