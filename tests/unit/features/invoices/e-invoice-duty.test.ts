import { expect, it } from 'vitest';
import { eInvoicesOwedFrom } from '#src/features/invoices/e-invoice-duty.ts';

it('the shop owes e-invoices from 2027 above 800,000 € of turnover, from 2028 otherwise, and never as a small business', () => {
  expect(eInvoicesOwedFrom('regular', 800_000_01)).toBe('2027-01-01');
  expect(eInvoicesOwedFrom('regular', 800_000_00)).toBe('2028-01-01');
  expect(eInvoicesOwedFrom('small_business', 800_000_01)).toBeUndefined();
});
