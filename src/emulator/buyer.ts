import type { OrderRecord } from './records.ts';
import type { Store } from './store.ts';

export type Decision = 'approve' | 'decline' | 'cancel';

/**
 * What the buyer does in the window, as often as they like until the order is paid. `decline` approves with a means of
 * payment that turns out bad at the capture. undefined when the order is paid or there is none.
 */
export function decide(store: Store, orderId: string, decision: Decision): OrderRecord | undefined {
  return store.transaction(() => {
    const order = store.order(orderId);
    if (!order || order.status === 'COMPLETED' || order.status === 'VOIDED') return undefined;
    const decided: OrderRecord = {
      ...order,
      status: decision === 'cancel' ? 'PAYER_ACTION_REQUIRED' : 'APPROVED',
      instrument: decision === 'decline' ? 'declined' : 'good',
    };
    store.save(decided);
    return decided;
  });
}
