import type { RefundRow } from '#src/server/db/tables/orders.ts';
import type { Order, OrderLine } from '../order.ts';
import { linesOf, restockedOf, type RefundedLine, sumOf } from './refund-details.ts';

export type Refund = Pick<RefundRow, 'status' | 'amount_cents' | 'lines' | 'restocked' | 'created_at'>;

const add = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/**
 * The units of each code that were refunded or restocked before the parcel left, so that the buyer never gets them.
 * `handedOverAt`: ISO-8601; null while the parcel is in the shop.
 */
export function unsentUnits(
  { lines, total }: Pick<Order, 'lines' | 'total'>,
  refunds: Refund[],
  handedOverAt: string | null,
): Map<string, number> {
  const before = refunds.filter(({ created_at }) => handedOverAt === null || created_at < handedOverAt);
  const refunded = before.filter(({ status }) => status !== 'failed').flatMap(linesOf);
  const restocked = before.flatMap(restockedOf);
  const isWhole = sumOf(before) >= total;
  return new Map(
    lines.map((line) => {
      const returned = add(restocked.filter(({ code }) => code === line.code).map(({ units }) => units));
      return [
        line.code,
        isWhole ? line.quantity : Math.min(line.quantity, Math.max(refundedUnits(line, refunded), returned)),
      ];
    }),
  );
}

/** The units of each code whose whole price was paid back, before or after they left the shop. */
export function paidBackUnits(
  { lines, total }: Pick<Order, 'lines' | 'total'>,
  refunds: Refund[],
): Map<string, number> {
  const refunded = refunds.filter(({ status }) => status !== 'failed').flatMap(linesOf);
  const isWhole = sumOf(refunds) >= total;
  return new Map(lines.map((line) => [line.code, isWhole ? line.quantity : refundedUnits(line, refunded)]));
}

/** A line's units that were refunded in full. A partial refund of the price leaves the unit in the parcel. */
function refundedUnits({ code, quantity, price, deposit }: OrderLine, refunded: RefundedLine[]): number {
  const own = refunded.filter((line) => line.code === code);
  const each = price + deposit;
  if (add(own.map(({ amount }) => amount)) >= each * quantity) return quantity;
  return add(own.filter(({ units, amount }) => amount >= each * units).map(({ units }) => units));
}
