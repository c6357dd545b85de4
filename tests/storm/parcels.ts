import { restockedOf } from '#src/features/orders/server/refund-details.ts';
import type { Bought } from './books.ts';
import { unitsIn } from './stored-parcels.ts';

/** The parcels contain each ordered unit once, and the order's state is the one that they make. */
export function wrongParcels({ order, lines, parcels, refunds, hold, delivery_method: way }: Bought): string[] {
  if (!order || way === 'email') return [];
  const { order_number: number, delivery_status: state } = order;
  const parts = parcels.filter(({ isReplacement }) => !isReplacement);
  const isGone = parts.some(({ hasLeft }) => hasLeft);
  const facts = {
    [`order ${number} is ${state}, of its ${parts.length} parcels ${isGone ? 'one has' : 'none has'} left`]:
      isGone === (state === 'with_carrier' || state === 'delivered'),
    [`order ${number} is delivered, and none of its parcels is`]:
      state !== 'delivered' || parts.some(({ isDelivered }) => isDelivered),
    [`order ${number} has a parcel that left unpacked, or arrived without leaving`]: parcels.every(
      ({ isPacked, hasLeft, isDelivered }) => (isPacked || !hasLeft) && (hasLeft || !isDelivered),
    ),
    [`order ${number} has an empty replacement`]: parcels.every(
      ({ isReplacement, units }) => !isReplacement || (units?.size ?? 0) > 0,
    ),
  };
  const returned = refunds.flatMap(restockedOf);
  for (const { cod_catalog: code, quantity } of lines) {
    const planned = unitsIn(parcels, code, 'parts', quantity);
    const back = returned.reduce((sum, line) => sum + (line.code === code ? line.units : 0), 0);
    facts[`order ${number}: ${quantity} of ${code} were ordered, its parcels have ${planned}`] = planned === quantity;
    facts[`order ${number}: ${back} of ${quantity} of ${code} came back`] =
      back <= quantity && (hold !== 'released' || refunds.length === 0 || back === quantity || back === 0);
  }
  return Object.keys(facts).filter((sentence) => !facts[sentence]);
}
