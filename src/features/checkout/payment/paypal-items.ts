import type { PaypalItem } from '#src/server/gateways/paypal.ts';
import type { Cents } from '#src/shared/money.ts';

interface Line {
  name: string;
  sku: string;
  quantity: number;
  /** Gross price of one unit. */
  price: Cents;
  /** Deposit of one unit. */
  deposit: Cents;
}

/**
 * An order's lines as PayPal items. Each deposit is a separate item, otherwise the items do not add up to the total.
 */
export function paypalItems(lines: readonly Line[], depositName: (productName: string) => string): PaypalItem[] {
  return lines.flatMap(({ name, sku, quantity, price, deposit }) => [
    { name, sku, quantity, unitPrice: price },
    ...(deposit > 0 ? [{ name: depositName(name), quantity, unitPrice: deposit }] : []),
  ]);
}
