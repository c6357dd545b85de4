import { doesSurchargeStay, type Order } from '#src/features/orders/order.ts';
import { fold } from '#src/shared/fold.ts';
import type { Cents } from '#src/shared/money.ts';

export type CaseState = 'received' | 'goods_back' | 'refunded' | 'done' | 'refused';

/** The stored state of a withdrawal case. */
interface Handling {
  goods_back_at: string | null;
  closed_as: 'done' | 'refused' | null;
}

/**
 * `payment`: undefined when the order is unknown. Any full refund closes the withdrawal, and so does the cancellation
 * of an unpaid order.
 */
export function caseState({ goods_back_at, closed_as }: Handling, payment: Order['payment'] | undefined): CaseState {
  if (closed_as) return closed_as;
  if (payment === 'refunded') return 'refunded';
  if (payment === 'cancelled') return 'done';
  return goods_back_at ? 'goods_back' : 'received';
}

export const isOpen = (state: CaseState): boolean => state === 'received' || state === 'goods_back';

/**
 * The amount to refund for a withdrawal from the whole order: goods, deposit and the standard shipping, minus earlier
 * refunds (§357(1), (2) BGB), and of a gift voucher at most what is left of it (`voucherLeft`). Undefined for a part,
 * because the customer describes it in free text.
 */
export function suggestedRefund(
  part: string,
  order: Pick<Order, 'total' | 'refunded' | 'delivery' | 'fastSurcharge'>,
  voucherLeft?: Cents,
): Cents | undefined {
  if (part) return undefined;
  const kept = doesSurchargeStay(order, true) ? order.fastSurcharge : 0;
  const due = Math.max(0, order.total - kept - order.refunded);
  return voucherLeft === undefined ? due : Math.min(due, voucherLeft);
}

/**
 * The units that the withdrawal is about, by code, out of those that are not refunded yet. A part is free text: only a
 * named product with a single unit is certain, or a set that was bought once.
 */
export function withdrawnUnits(
  part: string,
  { lines }: Pick<Order, 'lines'>,
  left: ReadonlyMap<string, number>,
): Map<string, number> {
  if (!part) return new Map(left);
  const named = namesIn(
    part,
    lines.flatMap(({ code, name, set }) => [code, name, ...(set ? [set.name] : [])]),
  );
  const isNamed = ({ code, name }: Order['lines'][number]) => named.has(name) || named.has(code);
  const unitsOf = (name: string) =>
    lines.filter((line) => line.name === name).reduce((sum, { code }) => sum + (left.get(code) ?? 0), 0);
  const ofSet = lines.filter(({ set }) => set?.quantity === 1 && named.has(set.name));
  const single = lines.filter((line) => isNamed(line) && left.get(line.code) === 1 && unitsOf(line.name) === 1);
  return new Map([...ofSet, ...single].map(({ code }) => [code, left.get(code) ?? 0]));
}

/** The names that a text contains as words of their own: of "Guaraná Zero" not "Guaraná", too. */
function namesIn(text: string, names: readonly string[]): Set<string> {
  let rest = fold(text);
  const found = [...new Set(names)]
    .toSorted((a, b) => b.length - a.length)
    .filter((name) => {
      const written = fold(name).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      const without = rest.replace(new RegExp(`(?<![\\p{L}\\d-])${written}(?![\\p{L}\\d-])`, 'gu'), ';');
      const isNamed = without !== rest;
      rest = without;
      return isNamed;
    });
  return new Set(found);
}
