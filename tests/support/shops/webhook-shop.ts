import { afterAll, beforeAll, beforeEach } from 'vitest';
import { newBuyer, type Begun, type Buyer } from '../people/buyer.ts';
import { closeAllCheckouts, idsOf, ordersOfCheckout, setProduct } from '../people/order-rows.ts';
import { payingShop, type PayingShop } from './paying-shop.ts';

interface WebhookShop {
  own: PayingShop;
  lines: { productId: number; quantity: number }[];
  ana: Buyer;
  begun: Begun;
  /** PayPal's events that the shop has stored, oldest first. */
  events: () => ReturnType<typeof eventsOf>;
  orders: () => ReturnType<typeof ordersOfCheckout>;
  /** Sends a body to the webhook as PayPal does. */
  send: (headers: Record<string, string>, body: string) => Promise<{ status: number; body: { code?: string } }>;
}

const eventsOf = ({ ctx }: PayingShop) =>
  ctx.db.read.selectFrom('paypal_events').selectAll().orderBy('received_at').execute();

/**
 * Registers a shop for a test file whose only checkout is approved before each test. Its values are there once the
 * tests run.
 */
export function webhookShop(): WebhookShop {
  const at = {} as WebhookShop;
  beforeAll(async () => {
    at.own = await payingShop();
    at.lines = [{ productId: (await idsOf(at.own.ctx)).AGUA ?? 0, quantity: 2 }];
    at.events = () => eventsOf(at.own);
    at.orders = () => ordersOfCheckout(at.own.ctx, at.begun.checkoutId);
    at.send = async (headers, body) => {
      const response = await fetch(at.own.webhookUrl, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as { code?: string } };
    };
  });
  afterAll(() => at.own?.dispose());
  beforeEach(async () => {
    const { own } = at;
    await own.paypal.reset();
    await closeAllCheckouts(own.ctx);
    await own.ctx.db.read.deleteFrom('paypal_events').execute();
    await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
    at.ana = await newBuyer(own.ctx, own.server.url);
    at.begun = await at.ana.begin(at.lines);
    await own.paypal.approve(at.begun.paypalOrderId);
  });
  return at;
}
