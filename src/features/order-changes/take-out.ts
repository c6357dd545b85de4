import type { OrderLine } from '#src/features/orders/order.ts';

interface Units {
  code: string;
  units: number;
}

/**
 * The refund that takes units out of a parcel, and puts them back into stock. If nothing is left to send, that is
 * everything, shipping included; otherwise the shipping stays as it was paid. A wish for more units than there are
 * keeps them, so that it is refused. `packed`: the lines that are still to be sent.
 */
export function takeOutWish(
  packed: Pick<OrderLine, 'code' | 'quantity'>[],
  units: Units[],
): { line?: Units[]; restock: true } {
  const left = packed.some(
    ({ code, quantity }) =>
      quantity !==
      units.filter((one) => one.code.toUpperCase() === code.toUpperCase()).reduce((sum, one) => sum + one.units, 0),
  );
  return left ? { line: units, restock: true } : { restock: true };
}
