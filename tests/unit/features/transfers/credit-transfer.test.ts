import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { creditTransferXml, fileTime, isFileId, newFileId, sepaText } from '#src/features/transfers/credit-transfer.ts';

const NOW = new Date('2026-11-28T09:30:00.123Z');
const PAYER = { name: 'Laden & Söhne GmbH', iban: 'DE89370400440532013000', bic: undefined };
const refund = (id: string, amount: number, name = 'Ana Müller') => ({
  ...{ id, name, iban: 'DE02120300000000202051', amount, text: `Erstattung ${id}` },
});

const file = (transfers = [refund('K7QF-3MXA', 1498), refund('2222-AAAA', 5, 'Çelik/ /& Łukasz 💶')]) =>
  creditTransferXml({ id: newFileId(NOW), at: NOW.toISOString(), day: '2026-11-28', payer: PAYER, transfers });

interface Parsed {
  Document: {
    CstmrCdtTrfInitn: {
      GrpHdr: Record<string, string>;
      PmtInf: Record<string, unknown> & {
        CdtTrfTxInf: { PmtId: { EndToEndId: string }; Amt: { InstdAmt: string }; Cdtr: { Nm: string } }[];
      };
    };
  };
}
const parse = (xml: string) => (new XMLParser({ parseTagValue: false }).parse(xml) as Parsed).Document.CstmrCdtTrfInitn;

describe('a transfer file', () => {
  it('has the members of pain.001.001.09 in their order, the number of transfers and their sum', () => {
    const { GrpHdr, PmtInf } = parse(file());
    expect(Object.keys(GrpHdr)).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']);
    expect(GrpHdr).toMatchObject({ CreDtTm: '2026-11-28T09:30:00Z', NbOfTxs: '2', CtrlSum: '15.03' });
    expect(PmtInf).toMatchObject({
      ...{ PmtMtd: 'TRF', NbOfTxs: '2', CtrlSum: '15.03', ReqdExctnDt: { Dt: '2026-11-28' }, ChrgBr: 'SLEV' },
      PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
      Dbtr: { Nm: 'Laden + Soehne GmbH' },
      DbtrAcct: { Id: { IBAN: PAYER.iban } },
      DbtrAgt: { FinInstnId: { Othr: { Id: 'NOTPROVIDED' } } },
    });
    expect(Object.keys(PmtInf)).toEqual(
      'PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf'.split(' '),
    );
    expect(Object.keys(PmtInf.CdtTrfTxInf[0]!)).toEqual(['PmtId', 'Amt', 'Cdtr', 'CdtrAcct', 'RmtInf']);
    expect(PmtInf.CdtTrfTxInf.map(({ Amt }) => Amt.InstdAmt)).toEqual(['14.98', '0.05']);
    expect(PmtInf.CdtTrfTxInf.map(({ Cdtr }) => Cdtr.Nm)).toEqual(['Ana Mueller', expect.stringMatching(/^Celik\//)]);
    expect(file()).toContain('<InstdAmt Ccy="EUR">14.98</InstdAmt>');
    expect(file()).toMatch(/^[\x20-\x7e\n]+$/);
  });

  it('names a refund by the same unique id in every file, within 35 characters', () => {
    const idsOf = (xml: string) => parse(xml).PmtInf.CdtTrfTxInf.map(({ PmtId }) => PmtId.EndToEndId);
    expect(new Set(idsOf(file())).size).toBe(2);
    expect(idsOf(file())).toEqual(idsOf(file()));
    for (const id of [...idsOf(file()), parse(file()).GrpHdr.MsgId!]) expect(id).toMatch(/^[\w-]{1,35}$/);
    expect(isFileId(newFileId(NOW))).toBe(true);
    expect(fileTime(newFileId(NOW))).toBe(NOW.toISOString());
  });
});

it.each([
  ['Groß & Öhler', 'Gross + Oehler'],
  ['//Max//', 'Max'],
  ['São José; “Açaí” [1]', 'Sao Jose Acai 1'],
  ['Иван Петров', 'Ivan Petrov'],
  ['x'.repeat(200), 'x'.repeat(70)],
])('a transfer file writes %j in the letters of SEPA', (text, written) => {
  expect(sepaText(text, 70)).toBe(written);
});
