import { stringify } from 'csv-stringify/sync';
import { toEuro, type Cents } from './money.ts';

/** "-4,49" */
export const inGerman = (cents: Cents): string => toEuro(cents).toFixed(2).replace('.', ',');

/**
 * A table as German spreadsheets read it: UTF-8 with its mark, semicolons between the cells. Numbers are amounts in
 * cents. A text that begins like a formula gets an apostrophe, because a spreadsheet would run it (OWASP, CSV
 * injection).
 */
export const spreadsheetTable = (rows: readonly (readonly (string | Cents)[])[]): string =>
  stringify(rows as (string | Cents)[][], {
    ...{
      bom: true,
      delimiter: ';',
      record_delimiter: 'windows',
      eof: false,
      escape_formulas: true,
      quoted_match: /[,\r\n]/,
    },
    cast: { number: (cents) => ({ value: inGerman(cents), quoted_match: undefined }) },
  });
