import { freeShippingLeft, shippingFor, type ShopTerms } from '#src/shared/shop-terms.ts';
import { divideHalfUp, splitByLargestRemainder, sum, type Cents } from '#src/shared/money.ts';

export interface PricedLine {
  /** Price of one unit, after discount. */
  price: Cents;
  quantity: number;
  /** Deposit of one unit. */
  deposit: Cents;
  /** percent */
  vatRate: number;
}

export interface VatShare {
  /** percent */
  rate: number;
  /** The tax that the price contains. */
  amount: Cents;
}

export interface Totals {
  subtotal: Cents;
  shipping: Cents;
  /** Missing value of goods until shipping is free; 0 when it is free, or when the shop has no limit. */
  freeShippingLeft: Cents;
  deposit: Cents;
  vat: VatShare[];
  total: Cents;
}

/** Totals of an order with these lines. No lines, no shipping costs. */
export function totalsOf(lines: readonly PricedLine[], terms: ShopTerms): Totals {
  const subtotal = sum(lines.map((line) => line.price * line.quantity));
  const deposit = sum(lines.map((line) => line.deposit * line.quantity));
  const shipping = lines.length > 0 ? shippingFor(subtotal, terms) : 0;
  // A small business charges no VAT (§19 UStG): all its rates are 0.
  const taxed = splitByRate(lines, shipping).filter(({ rate }) => rate > 0);
  const vat = taxed.map(({ rate, gross }) => ({ rate, amount: vatIn(gross, rate) }));
  return {
    subtotal,
    shipping,
    freeShippingLeft: shipping > 0 ? freeShippingLeft(subtotal, terms) : 0,
    deposit,
    vat,
    total: subtotal + shipping + deposit,
  };
}

/** The tax that a gross amount contains. `rate`: percent. */
export const vatIn = (gross: Cents, rate: number): Cents => divideHalfUp(gross * rate, 100 + rate);

/**
 * The amounts per VAT rate, lowest rate first. The shipping is split in proportion to the goods; `gross` includes it.
 */
export function splitByRate(
  lines: readonly PricedLine[],
  shipping: Cents,
): { rate: number; shipping: Cents; gross: Cents }[] {
  const goods = sumByRate(lines, (line) => line.price * line.quantity);
  const deposits = sumByRate(lines, (line) => line.deposit * line.quantity);
  const shares = splitByLargestRemainder(shipping, goods);
  return [...goods.keys()]
    .sort((a, b) => a - b)
    .map((rate) => {
      const share = shares.get(rate) ?? 0;
      return { rate, shipping: share, gross: (goods.get(rate) ?? 0) + (deposits.get(rate) ?? 0) + share };
    });
}

function sumByRate(lines: readonly PricedLine[], amountOf: (line: PricedLine) => Cents): Map<number, Cents> {
  const sums = new Map<number, Cents>();
  for (const line of lines) sums.set(line.vatRate, (sums.get(line.vatRate) ?? 0) + amountOf(line));
  return sums;
}
