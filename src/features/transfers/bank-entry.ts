import type { Cents } from '#src/shared/money.ts';

/** Money that arrived in the shop's account. */
export interface BankEntry {
  /** Identifies the entry in every statement that lists it. */
  key: string;
  /** Such as 2026-11-25. */
  day: string;
  amount: Cents;
  /** Who sent it, as the bank writes it. */
  name: string;
  /** The sender's IBAN without spaces; '' where the statement names none. */
  account: string;
  /** The payment reference. */
  text: string;
}

/** Why a file is not a statement, as a key of `desk:errors`. */
export type StatementProblem =
  | { kind: 'statement_unreadable' | 'statement_not_xml' | 'statement_zipped' | 'statement_too_long' }
  | { kind: 'statement_columns'; values: { columns: string } }
  | { kind: 'statement_row'; values: { line: number } };

/** More lines than a shop on one server has in a year. */
export const MOST_ENTRIES = 20_000;
