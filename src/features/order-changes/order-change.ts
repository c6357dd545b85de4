import { isStillHere, type Order } from '#src/features/orders/order.ts';

type Sending = Pick<Order, 'payment' | 'delivery'>;

const isOwed = ({ payment }: Sending): boolean => payment !== 'refunded' && payment !== 'cancelled';

/** Whether the parcel can still be changed: until it is handed over. */
export const isChangeable = (order: Sending): boolean => isStillHere(order) && isOwed(order);

/** Whether its address can be another one: nobody brings an order that its buyer collects, or a gift voucher. */
export const mayGoElsewhere = (order: Sending & Pick<Order, 'deliveryMethod'>): boolean =>
  isChangeable(order) && order.deliveryMethod !== 'collection' && order.deliveryMethod !== 'email';

/** Whether the buyer may ask for another address: until the order is packed. */
export const mayAskForAddress = (order: Sending & Pick<Order, 'deliveryMethod'>): boolean =>
  order.delivery === 'in_separation' && mayGoElsewhere(order);
