import { newBuyer, type Buyer } from '../people/buyer.ts';
import { newStaff, type DeskVisitor } from '../people/desk-visitor.ts';
import { payingShop, type Code, type PayingShop } from './paying-shop.ts';

export interface DeskShop extends PayingShop {
  owner: DeskVisitor;
  packer: DeskVisitor;
  /** Places a paid order; returns its number. `more` overrides fields of the checkout. */
  buy: (
    cart: Partial<Record<Code, number>>,
    more?: object,
    buyer?: Pick<Buyer, 'begin' | 'capture'>,
  ) => Promise<string>;
  /** Both states of an order. */
  stateOf: (orderNumber: string) => Promise<{ payment_status: string; delivery_status: string }>;
}

/** A shop with orders, an owner and a packer in the desk. */
export async function deskShop(env: Record<string, string> = {}): Promise<DeskShop> {
  const own = await payingShop(env);
  return {
    ...own,
    owner: await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner'),
    packer: await newStaff(own.ctx, own.server.url, 'rui@example.org', 'packer'),
    async buy(cart, more = {}, buyer) {
      const who = buyer ?? (await newBuyer(own.ctx, own.server.url));
      const lines = Object.entries(cart).map(([code, quantity]) => own.line(code as Code, quantity));
      const begun = await who.begin(lines, more);
      await own.paypal.approve(begun.paypalOrderId);
      return (await who.capture(begun.checkoutId)).orderNumber;
    },
    stateOf: (orderNumber) =>
      own.ctx.db.read
        .selectFrom('orders')
        .select(['payment_status', 'delivery_status'])
        .where('order_number', '=', orderNumber)
        .executeTakeFirstOrThrow(),
  };
}
