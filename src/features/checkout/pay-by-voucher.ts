import { importAnew } from '#src/shared/import-anew.ts';
import { fail } from '#src/shared/result.ts';
// An address of its own: one shared with the choice of payment would be a file that every checkout loads.
import orderByTransferUrl from './payment/order-by-transfer.ts?shared-chunk-url&voucher';
import type { Pay } from './payment/payment-step.ts';

/** Places an order that a gift voucher pays in full. */
export const payByVoucher: Pay = async (order) => {
  const url = orderByTransferUrl;
  const code = await importAnew<typeof import('./payment/order-by-transfer.ts')>(url).catch(() => undefined);
  // Nothing was sent, as without a network.
  return code ? code.orderByTransfer(order) : fail({ kind: 'network', status: 0 });
};
