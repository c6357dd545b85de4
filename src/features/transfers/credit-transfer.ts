/** Refunds as a SEPA credit transfer file (pain.001.001.09) that online banking takes. */
import { createHash } from 'node:crypto';
import anyAscii from 'any-ascii';
import type { Cents } from '#src/shared/money.ts';
import { normalizeText } from '#src/shared/normalize.ts';
import { escapeXml } from '#src/shared/xml.ts';

interface CreditTransfer {
  /** The refund's id in the shop. */
  id: string;
  /** The buyer, as the bank knows the account's holder. */
  name: string;
  iban: string;
  amount: Cents;
  text: string;
}

export interface TransferFile {
  /** From `newFileId`. */
  id: string;
  /** ISO-8601 */
  at: string;
  /** The day in Germany on which the bank shall transfer. */
  day: string;
  payer: { name: string; iban: string; bic: string | undefined };
  transfers: readonly CreditTransfer[];
}

const LONGEST = { name: 70, text: 140 };

/** The id of a file: banks refuse a second file with the same one. At most 35 characters. */
export const newFileId = (now: Date): string => `refunds-${now.toISOString().replace(/\D/g, '')}`;
export const isFileId = (text: string): boolean => /^refunds-\d{17}$/.test(text);

/** When a file was made, in ISO-8601. */
export const fileTime = (id: string): string =>
  id.replace(/^\D+(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})$/, '$1-$2-$3T$4:$5:$6.$7Z');

/** The same for a refund in every file, so that a bank notices a transfer that it has made already. */
const endToEndId = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 32);

const GERMAN: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', '&': '+' };

/** Text in the characters that every SEPA bank takes (EPC217-08), which may not begin or end with a slash. */
export const sepaText = (text: string, longest: number): string =>
  anyAscii(normalizeText(text).replace(/[äöüÄÖÜß&]/g, (letter) => GERMAN[letter]!))
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/\s+/g, ' ')
    .replace(/^[/ ]+/, '')
    .slice(0, longest)
    .replace(/[/ ]+$/, '');

const euros = (cents: Cents): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const element = (name: string, ...content: string[]): string => `<${name}>${content.join('')}</${name}>`;
const leaf = (name: string, value: string | number): string => element(name, escapeXml(String(value)));
const named = (text: string): string => leaf('Nm', sepaText(text, LONGEST.name) || 'NOTPROVIDED');
const account = (iban: string): string => element('Id', leaf('IBAN', iban));

const transferXml = ({ id, name, iban, amount, text }: CreditTransfer): string =>
  element(
    'CdtTrfTxInf',
    element('PmtId', leaf('EndToEndId', endToEndId(id))),
    element('Amt', `<InstdAmt Ccy="EUR">${euros(amount)}</InstdAmt>`),
    element('Cdtr', named(name)),
    element('CdtrAcct', account(iban)),
    element('RmtInf', leaf('Ustrd', sepaText(text, LONGEST.text))),
  );

/** The file's XML. The same input gives the same bytes. */
export function creditTransferXml({ id, at, day, payer, transfers }: TransferFile): string {
  const sum = euros(transfers.reduce((total, { amount }) => total + amount, 0));
  const totals = leaf('NbOfTxs', transfers.length) + leaf('CtrlSum', sum);
  const header = element(
    'GrpHdr',
    leaf('MsgId', id),
    leaf('CreDtTm', at.replace(/\.\d+Z$/, 'Z')),
    totals,
    element('InitgPty', named(payer.name)),
  );
  const payment = element(
    'PmtInf',
    leaf('PmtInfId', id),
    leaf('PmtMtd', 'TRF'),
    totals,
    element('PmtTpInf', element('SvcLvl', leaf('Cd', 'SEPA'))),
    element('ReqdExctnDt', leaf('Dt', day)),
    element('Dbtr', named(payer.name)),
    element('DbtrAcct', account(payer.iban)),
    element(
      'DbtrAgt',
      element('FinInstnId', payer.bic ? leaf('BICFI', payer.bic) : element('Othr', leaf('Id', 'NOTPROVIDED'))),
    ),
    leaf('ChrgBr', 'SLEV'),
    ...transfers.map(transferXml),
  );
  const root = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}${element('CstmrCdtTrfInitn', header, payment)}</Document>\n`;
}
