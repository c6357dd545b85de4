import type { PayingShop } from '../shops/paying-shop.ts';
import { newBuyer, type Begun, type Buyer } from './buyer.ts';
import { closeAllCheckouts, setProduct } from './order-rows.ts';

type Changes = Parameters<typeof setProduct>[2];

/** Starts over for the next test: PayPal knows no order, no checkout is open, and ten units are in stock. */
export async function startOver(own: PayingShop, changes: Changes = {}): Promise<Buyer> {
  await own.paypal.reset();
  await closeAllCheckouts(own.ctx);
  await setProduct(own.ctx, 'AGUA', { quantity_available: 10, ...changes });
  return newBuyer(own.ctx, own.server.url);
}

/** The same, and the buyer has approved an order of two units at PayPal. */
export async function startApproved(own: PayingShop, changes?: Changes): Promise<{ ana: Buyer; begun: Begun }> {
  const ana = await startOver(own, changes);
  const begun = await ana.begin([own.line('AGUA', 2)]);
  await own.paypal.approve(begun.paypalOrderId);
  return { ana, begun };
}
