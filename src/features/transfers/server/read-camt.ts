import { setImmediate as othersTurn } from 'node:timers/promises';
import { textOf, xmlParser } from '#src/server/content/xml-text.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { MOST_ENTRIES, type BankEntry, type StatementProblem } from '../bank-entry.ts';
import { keyed, type Found } from './entry-key.ts';

const parser = xmlParser(['Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd']);

type Node = { [name: string]: Node } & { [index: number]: Node };

/** The node at a path of names; undefined where one is missing. */
const at = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((inner, name) => inner?.[name], node);
const all = (node: Node | undefined, name: string): Node[] => (node?.[name] as Node[] | undefined) ?? [];

/** Cents of an amount in EUR; undefined for another currency. */
function centsOf(amount: Node | undefined): number | undefined {
  const [, euros, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(textOf(amount)) ?? [];
  if (euros === undefined || textOf(amount?.['@Ccy']) !== 'EUR') return undefined;
  return Number(euros) * 100 + Number(cents.padEnd(2, '0'));
}

/** Whether money has arrived for good. Version 08 puts the status in an element of its own. */
const isIncome = (entry: Node): boolean =>
  textOf(entry.CdtDbtInd) === 'CRDT' &&
  (textOf(at(entry, 'Sts', 'Cd')) || textOf(entry.Sts)) === 'BOOK' &&
  !['true', '1'].includes(textOf(entry.RvslInd));

/** The day of the booking, or else of the value; undefined when the entry names none. */
const dayOf = (entry: Node): string | undefined =>
  ['BookgDt', 'ValDt']
    .flatMap((name) => ['Dt', 'DtTm'].map((kind) => textOf(at(entry, name, kind)).slice(0, 10)))
    .find((day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)));

const amountOf = (detail: Node): number | undefined =>
  centsOf(detail.Amt) ?? centsOf(at(detail, 'AmtDtls', 'TxAmt', 'Amt'));

/** A collective entry lists its transfers; another one has its own facts, as has one whose transfers name no amounts. */
function transfersOf(entry: Node, day: string): Found[] {
  const details = all(entry, 'NtryDtls').flatMap((group) => all(group, 'TxDtls'));
  const isCollective = details.length > 1 && details.some((detail) => amountOf(detail) !== undefined);
  const rows = isCollective || details.length === 1 ? details : [undefined];
  return rows.flatMap((detail): Found[] => {
    const amount = isCollective ? amountOf(detail!) : centsOf(entry.Amt);
    if (amount === undefined || textOf(detail?.CdtDbtInd) === 'DBIT') return [];
    const debtor = at(detail, 'RltdPties', 'Dbtr');
    const remittance = at(detail, 'RmtInf');
    const text = [
      ...all(remittance, 'Ustrd').map(textOf),
      ...all(remittance, 'Strd').map((part) => textOf(at(part, 'CdtrRefInf', 'Ref'))),
      textOf(entry.AddtlNtryInf),
    ];
    return [
      {
        day,
        amount,
        name: textOf(at(debtor, 'Pty', 'Nm')) || textOf(at(debtor, 'Nm')),
        account: textOf(at(detail, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN')),
        text: text.filter(Boolean).join(' '),
        reference: textOf(at(detail, 'Refs', 'AcctSvcrRef')) || textOf(entry.AcctSvcrRef),
      },
    ];
  });
}

/** How many entries are read before others get their turn: a long statement must not hold up the shop's buyers. */
const AT_ONCE = 100;

/** Longest entry, in UTF-16 units: a collective one of some hundred transfers. A longer one would hold up the shop. */
const LONGEST_ENTRY = 1_000_000;

/** The XML of each entry; undefined when the file is not a complete statement. */
function entryTexts(xml: string): string[] | undefined {
  const prefix = /<((?:[\w-]+:)?)Document[\s>]/.exec(xml)?.[1];
  const body = new RegExp(`<${prefix}BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)>`);
  if (prefix === undefined || !body.test(xml) || !xml.trimEnd().endsWith(`</${prefix}Document>`)) return undefined;
  const [open, close] = [`<${prefix}Ntry>`, `</${prefix}Ntry>`];
  const texts: string[] = [];
  for (let from = xml.indexOf(open); from >= 0; from = xml.indexOf(open, from)) {
    const end = xml.indexOf(close, from);
    if (end < 0) return undefined;
    texts.push(xml.slice(from, end + close.length));
    from = end;
  }
  return texts;
}

/** The money that arrived, in a CAMT.053 (or 052, 054) file of any version from 001.02 on. */
export async function readCamt(xml: string): Promise<Result<BankEntry[], StatementProblem>> {
  const texts = entryTexts(xml);
  if (!texts) return fail({ kind: 'statement_not_xml' });
  if (texts.length > MOST_ENTRIES || texts.some(({ length }) => length > LONGEST_ENTRY))
    return fail({ kind: 'statement_too_long' });
  const found: Found[] = [];
  for (const [index, text] of texts.entries()) {
    if (index % AT_ONCE === 0) await othersTurn();
    try {
      const [entry] = (parser.parse(text, true) as { Ntry: Node[] }).Ntry;
      if (!entry || !isIncome(entry)) continue;
      const day = dayOf(entry);
      if (day === undefined) return fail({ kind: 'statement_not_xml' });
      found.push(...transfersOf(entry, day));
    } catch {
      return fail({ kind: 'statement_not_xml' });
    }
  }
  return ok(keyed(found));
}
