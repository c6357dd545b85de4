import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendMorningMail } from '#src/features/morning-mail/server/morning-mail.service.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const SHOP = 'inbox@shop.example';

let own: PayingShop;
let smtp: MailServer;

beforeAll(async () => {
  smtp = await startMailServer();
  own = await payingShop({ SHOP_EMAIL: SHOP, SMTP_URL: smtp.url });
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

/** Years ahead, so that the running shop's own summaries do not matter. */
const at = (iso: string) => sendMorningMail({ ...own.ctx, now: () => new Date(iso) });
const summaries = async () => {
  await allSent(own.ctx);
  return smtp.mails.filter(({ messageId }) => messageId?.startsWith('<morning-20'));
};

it('the owner gets a mail about open work once each morning, and none when nothing is open', async () => {
  await at('2040-01-10T08:00:00.000Z');
  expect(await summaries()).toEqual([]);

  const ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await ana.capture(begun.checkoutId);
  const row = { name: 'Ana', email: ana.email, order_number: orderNumber, part: '', verified: 1, locale: 'de-DE' };
  await own.ctx.db.read
    .insertInto('withdrawals')
    .values({ ...row, id: 'of-this-test', created_at: '2040-01-06T09:00:00.000Z' })
    .execute();
  await own.ctx.db.read
    .insertInto('contact_messages')
    .values({
      id: 'a',
      name: 'Rui',
      email: 'rui@example.org',
      subject: 's',
      message: 'm',
      locale: 'pt-BR',
      created_at: '2040-01-10T12:00:00.000Z',
    })
    .execute();

  await shopHere(['stock', 'mark', 'MATE', '100'], own.env);
  await at('2040-01-11T05:59:00.000Z'); // 6:59 in Germany
  await at('2040-01-11T11:00:00.000Z'); // noon
  expect(await summaries()).toEqual([]);
  await Promise.all([at('2040-01-11T06:00:00.000Z'), at('2040-01-11T06:00:00.000Z')]);
  await at('2040-01-11T09:00:00.000Z');
  const [mail, ...more] = await summaries();
  expect(more).toEqual([]);
  expect([mail?.subject, mail?.recipients]).toEqual(['Was heute ansteht, 11.\u00a0Januar 2040', [SHOP]]);
  for (const text of [
    'Zu packen: 1',
    orderNumber,
    `${orderNumber}: noch 9 Tage`,
    'Unbeantwortete Nachrichten: 1',
    'MATE Mate Tostado: 100',
  ])
    expect(mail?.text).toContain(text);
  expect(mail?.text).not.toContain('Ausgang offen');

  const payment = (payment_status: 'pending' | 'refunded') =>
    own.ctx.db.read.updateTable('orders').set({ payment_status }).where('order_number', '=', orderNumber).execute();
  const order = own.ctx.db.read.selectFrom('orders').select('id').where('order_number', '=', orderNumber);
  await own.ctx.db.read.updateTable('withdrawals').set({ order_id: order }).execute();
  // Of an unpaid order nothing has to be refunded.
  await payment('pending');
  await at('2040-01-12T06:00:00.000Z');
  expect((await summaries())[1]?.text).toContain(`${orderNumber}: Zahlung ausstehend`);
  // A full refund answers the withdrawal, too.
  await payment('refunded');
  await at('2040-01-13T06:00:00.000Z');
  const [, , next] = await summaries();
  expect(next?.text).toContain('Unbeantwortete Nachrichten: 1');
  expect(next?.text).not.toContain(orderNumber);
});
