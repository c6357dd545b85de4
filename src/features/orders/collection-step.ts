import { isOverdue, type Collection } from './collection.ts';
import type { Order } from './order.ts';

interface Known {
  /** What the page of an order with a parcel would say. */
  step: string;
  /** undefined before it is ready. */
  collection: Collection | undefined;
  /** It waits for its buyer, or a replacement does. */
  isReady: boolean;
  /** The shop hands nothing out until a person has decided. */
  isHeld: boolean;
  now: Date;
}

/** What comes next, below `checkout:collection.nextStep`; undefined: the same as for a parcel. */
export function collectionStep(
  order: Pick<Order, 'status'> & { transfer: object | null },
  { step, collection, isReady, isHeld, now }: Known,
) {
  if (step === 'withdrawn') return step;
  if (isReady && isHeld) return 'held';
  if (isReady) return collection && isOverdue(collection, now) ? 'overdue' : 'ready';
  if (step === 'replacement') return step;
  switch (order.status) {
    case 'payment_pending':
      return order.transfer ? 'waitTransfer' : 'payment_pending';
    case 'in_separation':
      return 'in_separation';
    case 'delivered':
      return 'collected';
    default:
      return undefined;
  }
}
