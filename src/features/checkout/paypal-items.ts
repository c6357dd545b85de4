import type { PaypalItem } from '#src/server/gateways/paypal.ts';
import type { Cents } from '#src/shared/money.ts';

interface Line {
  name: string;
  sku: string;
  quantity: number;
  /** Of one unit, gross. */
  price: Cents;
  /** Of one unit. */
  deposit: Cents;
}

/** An order's lines as PayPal items. Each deposit is an item of its own, otherwise the items do not add up to the total. */
export function paypalItems(lines: readonly Line[], depositName: (productName: string) => string): PaypalItem[] {
  return lines.flatMap(({ name, sku, quantity, price, deposit }) => [
    { name, sku, quantity, unitPrice: price },
    ...(deposit > 0 ? [{ name: depositName(name), quantity, unitPrice: deposit }] : []),
  ]);
}
