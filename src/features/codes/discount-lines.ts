import { splitByLargestRemainder, sum, type Cents } from '#src/shared/money.ts';

interface Line {
  /** Price of one unit. */
  price: Cents;
  quantity: number;
  vatRate: number;
}

/** Units of a line with one discount. */
export interface DiscountedPart {
  quantity: number;
  /** The discount of one unit. */
  discount: Cents;
}

/** A cent of each unit is left, because nothing in an order costs 0. */
const roomIn = ({ price, quantity }: Line): Cents => (price - 1) * quantity;

/**
 * Takes an amount off lines, or as much of it as they allow. The VAT rates get their shares in proportion to their
 * goods, to the cent. All units of a line have one discount, but for at most one line of each rate, whose units then
 * differ by a cent.
 */
export function discountLines(lines: readonly Line[], amount: Cents): DiscountedPart[][] {
  const rates = Map.groupBy(lines, ({ vatRate }) => vatRate);
  const roomOf = new Map([...rates].map(([rate, own]) => [rate, sum(own.map(roomIn))]));
  const total = Math.min(amount, sum(roomOf.values()));
  const goodsOf = [...rates].map(([rate, own]) => [rate, sum(own.map((line) => line.price * line.quantity))] as const);
  const fair = splitByLargestRemainder(total, new Map(goodsOf));
  const fits = [...fair].every(([rate, share]) => share <= roomOf.get(rate)!);
  const shares = fits ? fair : splitByLargestRemainder(total, roomOf);
  const parts = new Map([...rates].flatMap(([rate, own]) => [...splitShare(own, shares.get(rate) ?? 0)]));
  return lines.map((line) => parts.get(line)!);
}

/** The share of a rate, in proportion to the prices of its lines, or to what they can give where that is too little. */
function splitShare(lines: readonly Line[], share: Cents): Map<Line, DiscountedPart[]> {
  const goods = sum(lines.map(({ price, quantity }) => price * quantity));
  const fits = lines.every(({ price }) => Math.floor((share * price) / goods) + 1 < price);
  const weightOf = ({ price }: Line) => (fits ? price : price - 1);
  const all = sum(lines.map((line) => weightOf(line) * line.quantity));
  const each = new Map(lines.map((line) => [line, all > 0 ? Math.floor((share * weightOf(line)) / all) : 0]));
  let rest = share - sum(lines.map((line) => each.get(line)! * line.quantity));
  const byRemainder = lines
    .filter(({ price }) => price > 1)
    .toSorted((a, b) => ((share * weightOf(b)) % all) - ((share * weightOf(a)) % all));
  const dearer = new Set<Line>();
  for (const line of byRemainder)
    if (line.quantity <= rest) {
      dearer.add(line);
      rest -= line.quantity;
    }
  const mixed = rest > 0 ? byRemainder.find((line) => !dearer.has(line)) : undefined;
  return new Map(
    lines.map((line) => {
      const discount = each.get(line)! + (dearer.has(line) ? 1 : 0);
      const whole = { quantity: line.quantity, discount };
      if (line !== mixed) return [line, [whole]];
      return [
        line,
        [
          { ...whole, quantity: line.quantity - rest },
          { quantity: rest, discount: discount + 1 },
        ],
      ];
    }),
  );
}
