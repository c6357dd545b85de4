import { withChoice, type Choice } from './address-book.ts';
import type { OrderRecord } from './records.ts';
import type { Store } from './store.ts';

export type Decision = 'approve' | 'decline' | 'cancel';

/**
 * Stores the buyer's decision in the window, which may change until the order is paid. `decline` approves with a means
 * of payment that PayPal declines at the capture. Returns undefined when the order is paid or missing.
 */
export function decide(
  store: Store,
  orderId: string,
  decision: Decision,
  choice: Choice = {},
): OrderRecord | undefined {
  return store.transaction(() => {
    const order = store.liveOrder(orderId);
    if (!order || order.status === 'COMPLETED' || order.status === 'VOIDED') return undefined;
    const decided: OrderRecord = {
      ...(decision === 'cancel' ? order : withChoice(order, choice)),
      status: decision === 'cancel' ? 'PAYER_ACTION_REQUIRED' : 'APPROVED',
      ...(decision !== 'cancel' && { approvedAt: new Date().toISOString() }),
      instrument: decision === 'decline' ? 'declined' : 'good',
    };
    store.save(decided);
    return decided;
  });
}
