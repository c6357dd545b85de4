/** DATEV's bookings of gift vouchers that were sold, paid out or given away by hand, that expired, or lost their money. */
import type { VoucherMovementsTable, VouchersTable } from '#src/server/db/tables/vouchers.ts';
import type { Cents } from '#src/shared/money.ts';

/** A movement of a voucher's ledger. */
export interface VoucherMove {
  /** Day in Germany, such as 2026-11-25. */
  day: string;
  kind: VoucherMovementsTable['kind'];
  origin: VouchersTable['origin'];
  /** Negative for what left the voucher. */
  amount: Cents;
  /** The end of its code. */
  voucher: string;
  /** '' where no order was paid, or refunded. */
  orderNumber: string;
  /** By how much the voucher went further below zero, because its money was taken back after it was spent. */
  uncovered?: Cents;
}

export interface VoucherAccounts {
  /** What gift vouchers owe their holders. */
  vouchers: number;
  /** Money that came or went by hand. */
  cash: number;
  /** The costs of vouchers given away. */
  giveaways: number;
  /** What is left of expired vouchers. */
  otherIncome: number;
}

/**
 * The entry of a movement; undefined for one that the document of an order books. A voucher given away is no
 * liability: it costs the shop something when it is used.
 */
export function voucherEntry(
  { day, kind, origin, amount, voucher, orderNumber }: VoucherMove,
  { vouchers, cash, giveaways, otherIncome }: VoucherAccounts,
) {
  // The credit note of the order that bought the voucher books what its refund took.
  if (kind === 'paid_out' && orderNumber) return undefined;
  const facts = { day, document: voucher, orderNumber };
  if (origin === 'goodwill') {
    if (kind === 'paid_out')
      return { ...facts, amount: -amount, account: giveaways, counter: cash, text: 'Geschenkter Gutschein ausgezahlt' };
    return kind === 'used' || kind === 'returned'
      ? { ...facts, amount: -amount, account: giveaways, counter: vouchers, text: 'Geschenkter Gutschein eingelöst' }
      : undefined;
  }
  if (kind === 'expired')
    return { ...facts, amount: -amount, account: vouchers, counter: otherIncome, text: 'Gutschein verfallen' };
  if (kind === 'paid_out') return { ...facts, amount, account: cash, counter: vouchers, text: 'Gutschein ausgezahlt' };
  return kind === 'issued' && origin === 'counter'
    ? { ...facts, amount, account: cash, counter: vouchers, text: 'Gutschein verkauft' }
    : undefined;
}

/**
 * What was spent of a voucher whose money was taken back is not a negative liability but a claim against its buyer; the
 * tax adviser books the loss. What comes back to the voucher reduces the claim.
 */
export const uncoveredEntry = (
  { day, voucher, orderNumber, uncovered = 0 }: VoucherMove,
  { vouchers, receivables }: Pick<VoucherAccounts, 'vouchers'> & { receivables: number },
) =>
  uncovered === 0
    ? undefined
    : {
        ...{ day, document: voucher, orderNumber, amount: uncovered, account: receivables, counter: vouchers },
        text: 'Gutschein ohne Deckung, Forderung',
      };
