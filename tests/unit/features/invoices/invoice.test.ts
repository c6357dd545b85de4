import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { vatIn } from '#src/features/cart/totals.ts';
import {
  creditShares,
  grossOf,
  invoiceNumber,
  isInvoiceNumber,
  seriesOf,
  sharesLeft,
  type InvoiceShare,
} from '#src/features/invoices/invoice.ts';

describe('the number of an invoice', () => {
  it('has the year in Germany, even in the last hour of the server’s year', () => {
    expect(seriesOf('invoice', new Date('2026-12-31T22:59:59Z'))).toEqual({ series: 'RE', year: 2026 });
    expect(seriesOf('credit_note', new Date('2026-12-31T23:00:00Z'))).toEqual({ series: 'RK', year: 2027 });
  });

  it('is padded to five digits and may have more', () => {
    const numbers = [1, 99_999, 100_000].map((position) => invoiceNumber({ series: 'RE', year: 2026 }, position));
    expect(numbers).toEqual(['RE-2026-00001', 'RE-2026-99999', 'RE-2026-100000']);
    expect(numbers.every(isInvoiceNumber)).toBe(true);
    expect(isInvoiceNumber('K7QF-3MXA')).toBe(false);
  });
});

const sharesArbitrary = fc
  .uniqueArray(fc.constantFrom(0, 7, 19), { minLength: 1 })
  .chain((rates) =>
    fc.tuple(
      ...rates.map((rate) =>
        fc.integer({ min: 1, max: 50_000 }).map((gross) => ({ rate, gross, tax: vatIn(gross, rate) })),
      ),
    ),
  );

describe('credit notes', () => {
  it('split a refund over the rates in proportion, with the tax that each part contains', () => {
    const left = [
      { rate: 7, gross: 1070, tax: 70 },
      { rate: 19, gross: 2380, tax: 380 },
    ];
    expect(creditShares(left, 345)).toEqual([
      { rate: 7, gross: 107, tax: 7 },
      { rate: 19, gross: 238, tax: 38 },
    ]);
  });

  it('of single cents, whose tax rounds to zero, never leave more tax than money', () => {
    const invoice = [{ rate: 19, gross: 16, tax: 3 }];
    const credited: InvoiceShare[] = [];
    for (let cent = 0; cent < 16; cent++) credited.push(...creditShares(sharesLeft(invoice, credited), 1));
    expect(credited.map(({ tax }) => tax)).toEqual([...Array<number>(13).fill(0), 1, 1, 1]);
  });

  it('of any parts that add up to the total refund exactly the amounts and taxes of the invoice', () => {
    fc.assert(
      fc.property(
        sharesArbitrary,
        fc.array(fc.double({ min: 0.01, max: 0.9, noNaN: true }), { maxLength: 6 }),
        (invoice, parts) => {
          let credited: InvoiceShare[] = [];
          const give = (amount: number) => {
            const left = sharesLeft(invoice, credited);
            const shares = creditShares(left, amount);
            expect(grossOf(shares)).toBe(amount);
            credited = [...credited, ...shares];
            for (const { gross, tax } of sharesLeft(invoice, credited))
              expect(Math.min(gross, tax, gross - tax)).toBeGreaterThanOrEqual(0);
          };
          const rest = () => grossOf(sharesLeft(invoice, credited));
          for (const part of parts) if (rest() > 1) give(Math.max(1, Math.floor(rest() * part)));
          give(rest());
          expect(sharesLeft(invoice, credited)).toEqual(invoice.map(({ rate }) => ({ rate, gross: 0, tax: 0 })));
        },
      ),
    );
  });
});
