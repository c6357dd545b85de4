import { expect, it } from 'vitest';
import { findTransfer } from '#src/features/transfers/server/transfer.repository.ts';
import type { Begun, Refused, Settled } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { letDaysPass, orderByTransfer, sendTransfer, transferBody } from '../../support/people/transfer-buyer.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { transferShop } from '../../support/shops/transfer-shop.ts';

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
