import { isStillHere, type Order } from '#src/features/orders/order.ts';

type Sending = Pick<Order, 'payment' | 'delivery'>;

const isOwed = ({ payment }: Sending): boolean => payment !== 'refunded' && payment !== 'cancelled';

/** Whether the shop can still send the parcel elsewhere: until it is handed over. */
export const isChangeable = (order: Sending): boolean => isStillHere(order) && isOwed(order);

/** Whether the buyer may ask for another address: until the order is packed. */
export const mayAskForAddress = (order: Sending): boolean => order.delivery === 'in_separation' && isOwed(order);
