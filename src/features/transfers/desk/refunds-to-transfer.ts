import { formatPrice } from '#src/i18n/format.ts';
import type { TransferredRefund } from '../server/transfer-file.repository.ts';

export const sumOf = (refunds: readonly TransferredRefund[]): string =>
  formatPrice(refunds.reduce((sum, refund) => sum + refund.money_cents, 0));

/** Refunds by what is to be done with them. */
export function sortRefunds(refunds: readonly TransferredRefund[]) {
  const alone = refunds.filter(({ transfer_file }) => transfer_file === null);
  const files = Map.groupBy(refunds, (refund) => refund.transfer_file ?? '');
  files.delete('');
  return {
    /** In no file. */
    alone,
    /** The ones that the next file contains. */
    ready: alone.filter(({ payer_iban }) => payer_iban !== null),
    /** The refunds of each file. */
    files: [...files],
    /** A file keeps the account of its refunds, and so the account of their orders' other refunds. */
    keepsAccount: (refund: TransferredRefund) =>
      refunds.some(({ capture_id, transfer_file }) => capture_id === refund.capture_id && transfer_file !== null),
  };
}
