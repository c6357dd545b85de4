import type { Cents } from '#src/shared/money.ts';

interface DiscountedLine {
  /** The code of an order's line: `BEB-001`, `SET-001/BEB-001`, with a number where units differ in their prices. */
  code: string;
  quantity: number;
  /** What is paid for one unit. */
  price: Cents;
  /** What a discount code took off it. */
  discount?: Cents;
}

/** The same code for all lines of one product, or of one product in one set: `BEB-001`, `SET-001/BEB-001`. */
export function listedCode(code: string): string {
  const [bought, part = bought] = code.split('/');
  return part === bought ? bought! : `${bought}/${part}`;
}

/** The lines at their prices before a discount. Lines that differ in their discount only become one. */
export function listedLines<Line extends DiscountedLine>(lines: readonly Line[]): Line[] {
  const listed: Line[] = [];
  for (const line of lines) {
    const { discount = 0, quantity } = line;
    const price = line.price + discount;
    const same =
      discount > 0 && listed.find((one) => listedCode(one.code) === listedCode(line.code) && one.price === price);
    if (same) same.quantity += quantity;
    else listed.push({ ...line, price });
  }
  return listed;
}
