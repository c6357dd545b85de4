import { randomUUID } from 'node:crypto';
import { takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { insertCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { newOrderNumber } from '#src/features/orders/server/order-number.ts';
import { insertOrder } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { idsOf } from '../support/people/order-rows.ts';

/**
 * Orders per second of the database alone: one transaction with five stocks, a checkout of five lines, the order and
 * its mail.
 */
export async function bareOrders(ctx: Context, callers: number, seconds: number): Promise<number> {
  const productIds = Object.values(await idsOf(ctx)).slice(0, 5);
  const begun = performance.now();
  const until = begun + seconds * 1000;
  let orders = 0;
  async function keepOrdering(): Promise<void> {
    while (performance.now() < until) {
      await placeOne(ctx, productIds);
      orders++;
    }
  }
  await Promise.all(Array.from({ length: callers }, keepOrdering));
  const perSecond = orders / ((performance.now() - begun) / 1000);
  // These mails have no real recipient, but a shop that starts now would send them.
  await ctx.db.read.deleteFrom('outbox').where('kind', '=', 'bench').execute();
  return perSecond;
}

async function placeOne(ctx: Context, productIds: number[]): Promise<void> {
  const id = randomUUID();
  const at = ctx.now().toISOString();
  await ctx.db.write(async (tx) => {
    await takeStock(
      ctx,
      tx,
      productIds.map((productId) => ({ productId, quantity: 1 })),
      { reason: 'held', checkoutId: id },
    );
    const line = {
      checkout_id: id,
      product_name: 'P',
      quantity: 1,
      price_cents: 499,
      deposit_cents: 0,
      vat_rate: 7,
      withdrawal: 'none',
      traits: '',
    };
    await insertCheckout(
      tx,
      {
        id,
        request_id: id,
        state: 'ordered',
        locale: 'de-DE',
        email: 'ana@kunde.example',
        client_name: 'Ana',
        shipping_address: '{}',
        subtotal_cents: 2495,
        shipping_cents: 500,
        deposit_cents: 0,
        total_cents: 2995,
        vat: '[]',
        hold: 'sold',
        created_at: at,
        updated_at: at,
      },
      productIds.map((product_id, position) => ({ ...line, product_id, position, cod_catalog: `P${position}` })),
    );
    const status = { payment_status: 'paid', delivery_status: 'in_separation' } as const;
    await insertOrder(tx, {
      id,
      order_number: newOrderNumber(),
      checkout_id: id,
      ...status,
      ordered_at: at,
      updated_at: at,
    });
    await enqueueMail(ctx, tx, { kind: 'bench', locale: 'de-DE', to: 'ana@kunde.example', subject: 'x', parts: [] });
  });
}
