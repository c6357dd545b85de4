import { expect, it } from 'vitest';
import { newGuest } from '../../support/people/guest.ts';
import { sendTransfer, transferBody } from '../../support/people/transfer-buyer.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { transferShop } from '../../support/shops/transfer-shop.ts';

const own = forFile(transferShop);

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
