/** Bank statements as banks write them, with as many entries as a test needs. */

export interface StatementLine {
  day: string;
  /** EUR, such as "14.98". */
  amount: string;
  name: string;
  text: string;
  /** The bank's id. */
  reference?: string;
  isDebit?: boolean;
  isReversal?: boolean;
  currency?: string;
  status?: string;
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** CAMT.053 in the version that German banks used until 2025 (001.02), or the one after it (001.08). */
export function camt(lines: readonly StatementLine[], version: '001.02' | '001.08' = '001.08'): string {
  const isNew = version === '001.08';
  const entry = ({
    day,
    amount,
    name,
    text,
    reference,
    isDebit,
    isReversal,
    currency = 'EUR',
    status = 'BOOK',
  }: StatementLine) => `
    <Ntry>
      <Amt Ccy="${currency}">${amount}</Amt>
      <CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>
      ${isReversal ? '<RvslInd>true</RvslInd>' : ''}
      <Sts>${isNew ? `<Cd>${status}</Cd>` : status}</Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt>
      ${reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''}
      <NtryDtls><TxDtls>
        <RltdPties>
          <Dbtr>${isNew ? `<Pty><Nm>${escape(name)}</Nm></Pty>` : `<Nm>${escape(name)}</Nm>`}</Dbtr>
          <DbtrAcct><Id><IBAN>DE02120300000000202051</IBAN></Id></DbtrAcct>
        </RltdPties>
        <RmtInf><Ustrd>${escape(text)}</Ustrd></RmtInf>
      </TxDtls></NtryDtls>
    </Ntry>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.${version}">
  <BkToCstmrStmt><Stmt><Id>1</Id>${lines.map(entry).join('')}
  </Stmt></BkToCstmrStmt>
</Document>`;
}
