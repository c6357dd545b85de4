/** The contents of a refund, as stored in its row. */
import { grossOf, type InvoiceShare } from '#src/features/invoices/invoice.ts';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import type { Cents } from '#src/shared/money.ts';

/** The code of the shipping among the lines of a refund. No product has it. */
export const SHIPPING = 'shipping';

export interface RefundedLine {
  code: string;
  name: string;
  /** 1 for the shipping. */
  units: number;
  /** Gross, deposit included. */
  amount: Cents;
}

export interface RestockedLine {
  code: string;
  units: number;
}

export const NO_DETAILS = {
  lines: null,
  shares: null,
  restocked: null,
  requested_by: null,
  issue: null,
  failed_at: null,
  transfer_file: null,
  voucher_cents: 0,
};

const read = <T>(stored: string | null): T[] => (stored ? (JSON.parse(stored) as T[]) : []);

export const linesOf = ({ lines }: Pick<RefundRow, 'lines'>): RefundedLine[] => read(lines);
export const sharesOf = ({ shares }: Pick<RefundRow, 'shares'>): InvoiceShare[] => read(shares);
export const restockedOf = ({ restocked }: Pick<RefundRow, 'restocked'>): RestockedLine[] => read(restocked);

/** Gross per VAT rate of stored shares. */
export const grossByRate = (shares: string | null): Map<number, Cents> =>
  new Map(
    [...Map.groupBy(read<InvoiceShare>(shares), ({ rate }) => rate)].map(([rate, same]) => [rate, grossOf(same)]),
  );

/** Sum of a payment's refunds, requested ones included. */
export const sumOf = (refunds: Pick<RefundRow, 'status' | 'amount_cents'>[]): Cents =>
  refunds.filter(({ status }) => status !== 'failed').reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** What PayPal or the bank moves for a payment's refunds, requested ones included. */
export const sumOfMoney = (refunds: Pick<RefundRow, 'status' | 'amount_cents' | 'voucher_cents'>[]): Cents =>
  sumOf(refunds) - sumOf(refunds.map(({ status, voucher_cents }) => ({ status, amount_cents: voucher_cents })));
