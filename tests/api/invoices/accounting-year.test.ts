import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueOrderCreditNote, issueOrderInvoice } from '#src/features/orders/server/order-invoice.ts';
import { insertCheckout } from '#src/features/orders/server/checkout.repository.ts';
import { newOrderNumber } from '#src/features/orders/server/order-number.ts';
import { insertOrder } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

/** One line at 7 % and one at 19 %, with the shipping. */
const GOODS = {
  AGUA: { price_cents: 499, vat_rate: 7, quantity: 3 },
  SABONETE: { price_cents: 799, vat_rate: 19, quantity: 1 },
};
const SUBTOTAL = 3 * 499 + 799;
const TOTAL = SUBTOTAL + 500;
const MONTHS = Array.from({ length: 12 }, (_, index) => `2025-${String(index + 1).padStart(2, '0')}`);

let own: StockedShop;

const at = (ctx: Context, iso: string): Context =>
  Object.create(ctx, { now: { value: () => new Date(iso) } }) as Context;
const cents = (german = '') => Math.round(Number(german.replace(',', '.')) * 100);

/** An order at this time; `refunds`: when which amount was given back. */
async function order(time: string, refunds: [time: string, amount: number][] = []): Promise<void> {
  const id = randomUUID();
  const ids = await idsOf(own.ctx);
  const lines = Object.entries(GOODS).map(([code, line], position) => ({
    ...{
      checkout_id: id,
      position,
      product_id: ids[code as 'AGUA'] ?? 0,
      product_name: code,
      cod_catalog: code,
      deposit_cents: 0,
    },
    ...{ withdrawal: 'none', traits: '', ...line },
  }));
  const address = {
    name: 'Ana Müller',
    address: 'Rosenweg',
    number: '7a',
    additional_address: '',
    postal_code: '04109',
    city: 'Leipzig',
    country: 'DE',
  };
  await own.ctx.db.write(async (tx) => {
    const checkout = {
      ...{
        id,
        request_id: id,
        state: 'ordered' as const,
        locale: 'de-DE',
        email: 'ana@kunde.example',
        client_name: 'Ana Müller',
      },
      ...{
        shipping_address: JSON.stringify(address),
        subtotal_cents: SUBTOTAL,
        shipping_cents: 500,
        deposit_cents: 0,
        total_cents: TOTAL,
      },
      ...{ vat: '[]', hold: 'sold' as const, created_at: time, updated_at: time },
    };
    await insertCheckout(tx, checkout, lines);
    const status = { payment_status: 'paid', delivery_status: 'delivered' } as const;
    await insertOrder(tx, {
      id,
      order_number: newOrderNumber(),
      checkout_id: id,
      ...status,
      ordered_at: time,
      updated_at: time,
    });
    await issueOrderInvoice(at(own.ctx, time), tx, id);
    let refunded = 0;
    for (const [when, amount] of refunds)
      await issueOrderCreditNote(at(own.ctx, when), tx, id, {
        total: (refunded += amount),
        byRate: new Map(),
        lines: [],
      });
  });
}

beforeAll(async () => {
  own = await stockedShop([
    { cod_catalog: 'AGUA', product_name: 'Água de Coco' },
    { cod_catalog: 'SABONETE', product_name: 'Sabonete', vat_rate: 19 },
  ]);
  for (const month of MONTHS) {
    await order(`${month}-05T10:00:00.000Z`);
    await order(`${month}-20T10:00:00.000Z`, [
      [`${month}-21T10:00:00.000Z`, 333],
      [`${month}-28T10:00:00.000Z`, TOTAL - 333],
    ]);
  }
  // The last hour of June in Germany, and the first of 2026.
  await order('2025-06-30T21:59:59.000Z', [['2025-07-02T10:00:00.000Z', 1]]);
  await order('2025-12-31T23:00:00.000Z');
});
afterAll(() => own?.dispose());

it('monthly exports of a year add up to its orders and refunds to the cent, each document once', async () => {
  const months = [];
  for (const month of MONTHS) {
    const { stdout } = await shopHere(['orders', 'export', '--month', month], own.env);
    months.push(
      stdout
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(';')),
    );
  }
  const rows = months.flat();
  const sum = (cells: string[][]) => cells.reduce((all, [, , , , , , gross]) => all + cents(gross), 0);
  const INVOICES = 25;
  expect(sum(rows)).toBe(INVOICES * TOTAL - 12 * TOTAL - 1);
  expect(new Set(rows.filter(([, , kind]) => kind === 'Rechnung').map(([, number]) => number)).size).toBe(INVOICES);
  for (const [, , , , , , gross, tax, net] of rows) expect(cents(gross)).toBe(cents(tax) + cents(net));
  // An order that was refunded whole leaves nothing, at either rate.
  for (const rate of ['7', '19']) {
    const of = rows.filter((row) => row[5] === rate);
    const kept = of.filter(([, , , number]) => of.filter((row) => row[3] === number).length === 3);
    expect([kept.length, sum(kept)]).toEqual([36, 0]);
  }
  expect([sum(months[5]!), sum(months[6]!)]).toEqual([2 * TOTAL, TOTAL - 1]);
  const { stdout } = await shopHere(['orders', 'stats', '--months', '13'], own.env);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 7)),
  ).toEqual(['2026-01', ...MONTHS.toReversed()]);
});
