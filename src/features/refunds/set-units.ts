/** Whole sets of an order as units of its lines, because an order has a line for each part. Pure rules. */
import { splitByLargestRemainder, sum } from '#src/shared/money.ts';

interface Line {
  productId: number;
  code: string;
  quantity: number;
  price: number;
  set?: { id: number; quantity: number } | undefined;
}

type Units = ReadonlyMap<string, number>;

const leftOf = (lines: readonly Line[], left: Units): number => sum(lines.map(({ code }) => left.get(code) ?? 0));

/** The lines of each part, and the part's units in one set. */
const partsOf = (lines: readonly Line[], setId: number): { own: Line[]; each: number }[] =>
  [
    ...Map.groupBy(
      lines.filter(({ set }) => set?.id === setId),
      ({ productId }) => productId,
    ).values(),
  ].map((own) => ({
    own,
    each: sum(own.map(({ quantity }) => quantity)) / own[0]!.set!.quantity,
  }));

/** How many whole sets can still be given back. `left`: units by code. */
export function setsLeft(lines: readonly Line[], setId: number, left: Units): number {
  const parts = partsOf(lines, setId);
  return parts.length === 0 ? 0 : Math.min(...parts.map(({ own, each }) => Math.floor(leftOf(own, left) / each)));
}

/** The units of `count` sets, by code. Units of a part differ by a cent, so each set gets its share of both prices. */
export function unitsOfSets(lines: readonly Line[], setId: number, count: number, left: Units): Map<string, number> {
  const units = new Map<string, number>();
  for (const { own, each } of partsOf(lines, setId)) {
    const byPrice = Map.groupBy(own, ({ price }) => price);
    const shares = new Map([...byPrice].map(([price, same]) => [price, leftOf(same, left)]));
    for (const [price, wanted] of splitByLargestRemainder(each * count, shares)) {
      const same = byPrice.get(price)!;
      const weights = new Map(same.map(({ code }, index) => [index, left.get(code) ?? 0]));
      for (const [index, share] of splitByLargestRemainder(wanted, weights))
        if (share > 0) units.set(same[index]!.code, share);
    }
  }
  return units;
}
