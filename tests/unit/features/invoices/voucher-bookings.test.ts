import { expect, it } from 'vitest';
import { bookingsCsv, bookingsOf, sumClaims, type BookedDocument } from '#src/features/invoices/accounting.ts';
import { datevBatch, datevSettings } from '#src/features/invoices/datev.ts';

const DOCUMENT: BookedDocument = {
  ...{ number: 'RE-2026-00001', kind: 'invoice', isCorrection: false, isUnpaid: false, isVoucherSale: false },
  ...{ orderNumber: 'K7QF-3MXA', captureId: 'C1', paidBy: 'paypal', bookedAt: '2026-11-25T10:00:00.000Z' },
  shares: [
    { rate: 7, gross: 1000, tax: 65 },
    { rate: 19, gross: 500, tax: 80 },
  ],
};
const settings = datevSettings({ accounting: { consultant: 1001, client: 1, chart: 'SKR03', revenue: {} } })!;

/** Amount with its sign, account and counter account of each booking in DATEV's file. */
function entriesOf(...documents: BookedDocument[]) {
  const month = { bookings: bookingsOf(documents), movements: [], paidClaims: [], vouchers: [] };
  const file = datevBatch(month, settings, { from: '2026-11-01', to: '2026-11-30', now: new Date(0) });
  const rows = file.toString('latin1').trim().split('\r\n').slice(2);
  return rows.map((row) => {
    const [amount = '', side, , , , , account, counter] = row.split(';');
    return [Math.round(Number(amount.replace(',', '.')) * 100) * (side === '"S"' ? 1 : -1), account, counter];
  });
}

it('DATEV gets what a voucher paid from its account, and the document as without one', () => {
  expect(entriesOf({ ...DOCUMENT, voucher: 600 })).toEqual([
    [1000, '1360', '8300'],
    [400, '1604', '1360'],
    [500, '1360', '8400'],
    [200, '1604', '1360'],
  ]);
  expect(entriesOf(DOCUMENT)).toEqual([
    [1000, '1360', '8300'],
    [500, '1360', '8400'],
  ]);
});

it('a document that a voucher pays in full never touches the money’s account, and a refund to it neither', () => {
  const whole = { ...DOCUMENT, captureId: null, voucher: 1500 };
  expect(entriesOf(whole, { ...whole, number: 'RK-2026-00001', kind: 'credit_note' })).toEqual([
    [1000, '1604', '8300'],
    [500, '1604', '8400'],
    [-1000, '1604', '8300'],
    [-500, '1604', '8400'],
  ]);
});

it('an unpaid invoice is a claim of what the voucher left to pay', () => {
  const unpaid = { ...DOCUMENT, isUnpaid: true, paidBy: 'transfer' as const, voucher: 600 };
  expect(entriesOf(unpaid).slice(0, 2)).toEqual([
    [1000, '1410', '8300'],
    [400, '1604', '1410'],
  ]);
  expect(sumClaims(bookingsOf([unpaid]), [{ day: '2026-11-26', orderNumber: '', amount: 900 }]).change).toBe(0);
});

it('the table of bookings has a column for vouchers in a month with some only', () => {
  expect(bookingsCsv(bookingsOf([{ ...DOCUMENT, voucher: 600 }]), [])).toMatch(/Netto;Gutschein;.*\r?\n.*;9,35;4,00;/);
  expect(bookingsCsv(bookingsOf([DOCUMENT]), [])).not.toContain('Gutschein');
});
