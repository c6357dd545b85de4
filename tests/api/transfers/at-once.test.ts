import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findTransfer } from '#src/features/transfers/server/transfer.repository.ts';
import type { Begun, Refused, Settled } from '../../support/people/buyer.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { refundsOfCheckout } from '../../support/people/order-rows.ts';
import {
  actOnTransfers,
  letDaysPass,
  orderByTransfer,
  sendTransfer,
  transferBody,
} from '../../support/people/transfer-buyer.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { IBAN, transferShop } from '../../support/shops/transfer-shop.ts';
import { until } from '../../support/until.ts';

const own = forFile(transferShop);

it('two tabs that pay one cart at once, by transfer and with PayPal, make one order with the same request', async () => {
  for (let round = 0; round < 4; round++) {
    const guest = newGuest(own.server.url);
    const sent = transferBody(own, guest, 1);
    const { requestId, expectedTotal } = sent;
    const [placed, begun] = await Promise.all([
      sendTransfer<Settled | Refused>(guest, sent),
      guest.tryBegin<Begun | Refused>(sent.lines, { requestId, expectedTotal }),
    ]);
    expect([placed.status, begun.status].toSorted()).toEqual([201, 409]);
    const refused = placed.status === 409 ? placed.body : begun.body;
    expect(refused).toMatchObject({ code: 'request_reused' });
    if (begun.status === 201) {
      const { checkoutId, paypalOrderId } = begun.body as Begun;
      await own.paypal.approve(paypalOrderId);
      await guest.capture(checkoutId);
    }
    const orders = own.ctx.db.read
      .selectFrom('orders')
      .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
      .select('orders.id')
      .where('checkouts.email', '=', guest.email);
    expect(await orders.execute()).toHaveLength(1);
  }
});

it('one email address holds at most 20 units unpaid, though its browsers order different products at once', async () => {
  // Orders of one product wait for each other because of its stock.
  const carts = [
    { lines: [own.line('AGUA', 10)], expectedTotal: 54.9 },
    { lines: [own.line('GUARANA', 10)], expectedTotal: 22.4 },
    { lines: [own.line('MATE', 10)], expectedTotal: 21.7 },
  ];
  const statuses = async () => {
    const { email } = newGuest(own.server.url);
    const guests = carts.map(() => newGuest(own.server.url, { email }));
    const orders = guests.map((guest, index) => sendTransfer(guest, transferBody(own, guest, 0, carts[index])));
    return (await Promise.all(orders)).map(({ status }) => status).toSorted();
  };
  for (let round = 0; round < 4; round++) expect(await statuses()).toEqual([201, 201, 409]);
});

it('an order whose check fails goes behind the others, so that they are checked although a round takes only some', async () => {
  const { checkoutId } = await orderByTransfer(own, newGuest(own.server.url));
  const bill = (billing: string | null) =>
    own.ctx.db.write((tx) => tx.updateTable('checkouts').set({ billing }).where('id', '=', checkoutId).execute());
  await bill('{');
  await letDaysPass(own, checkoutId);
  const transfer = await findTransfer(own.ctx.db.read, checkoutId);
  await bill(null);
  expect(transfer!.reminded_at).toBeNull();
  expect(transfer!.check_at! > own.ctx.now().toISOString()).toBe(true);
});

// Writers of SQLite wait for each other.
it.runIf(process.env.TEST_ENGINE === 'postgres').each(['refundTakeBack', 'refundTransferred'])(
  'no file for the bank gets a refund with which a colleague is doing something else: %s',
  async (act) => {
    const desk = await newStaff(own.ctx, own.server.url, `${act.toLowerCase()}@example.org`, 'owner', 'de-DE');
    const { orderNumber, checkoutId } = await orderByTransfer(own, newGuest(own.server.url));
    await actOnTransfers(desk, 'transferArrived', { order: orderNumber });
    await desk.post(`/desk/orders/${orderNumber}/refund`, { what: 'all', confirmed: '1498' });
    const refund = async () => (await refundsOfCheckout(own.ctx, checkoutId))[0]!;
    const { request_id: id } = await refund();
    await actOnTransfers(desk, 'refundAccount', { refund: id, iban: IBAN });
    const untilWaiting = (count: number) =>
      until(`${count} callers wait for a lock`, async () => {
        const waiting = sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return (await waiting.execute(own.ctx.db.read)).rows.length === count;
      });
    // The first has read the refund, and cannot change it before the second has come.
    const both = await own.ctx.db.write(async (tx) => {
      await own.ctx.db.lockRows(tx.selectFrom('refunds').select('request_id').where('request_id', '=', id)).execute();
      const first = actOnTransfers(desk, act, { refund: id });
      await untilWaiting(1);
      const second = actOnTransfers(desk, 'fileMake', {});
      await untilWaiting(2);
      return { first, second };
    });
    expect(await both.first).toContain('done=');
    expect(await both.second).toContain('Keine wartende Erstattung');
    expect((await refund()).transfer_file).toBeNull();
  },
);
