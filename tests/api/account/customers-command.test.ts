import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertNote } from '#src/features/orders/server/order-notes.repository.ts';
import { insertNotice } from '#src/features/restock/server/restock.repository.ts';
import { newCustomer, newEmail, PASSWORD } from '../../support/people/accounts.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { newVisitor } from '../../support/people/visitor.ts';

let own: PayingShop;
let smtp: MailServer;

beforeAll(async () => {
  smtp = await startMailServer();
  own = await payingShop({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

const customers = (...args: string[]) => shopHere(['customers', ...args], own.env);
const mailsTo = async (recipient: string) => {
  await allSent(own.ctx);
  return smtp.mails.filter(({ recipients }) => recipients.includes(recipient));
};
const canSignIn = async (email: string) =>
  (await newVisitor(own.server.url).post('/api/login_verify/', { email, password: PASSWORD })).status === 200;

/** A customer who has paid an order of one product. */
async function buyerWithOrder() {
  const ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await ana.capture(begun.checkoutId);
  return { ana, orderNumber };
}

it('the command line finds an account by name, city and phone as people write them, and shows it with its orders', async () => {
  const { ana, orderNumber } = await buyerWithOrder();
  const { email } = await newCustomer(own.server.url, {
    name: 'Zé',
    lastname: 'Weiß',
    city: 'Köln',
    phone: '+49 221 555 0177',
  });
  for (const text of [['ze'], ['WEISS'], ['koln', 'zé'], ['0221', '5550177'], [email.toUpperCase()]])
    expect((await customers('find', ...text)).stdout).toBe(`${email}  Zé Weiß  Köln  +49 221 555 0177\n`);
  expect(await customers('find', 'Niemand')).toMatchObject({ code: 1, stderr: expect.stringContaining('orders find') });
  expect((await customers('show', email)).stdout).toContain('no orders');
  expect((await customers('show', ana.email)).stdout).toContain(`  ${orderNumber}  `);
  const exported = JSON.parse((await customers('export', ana.email)).stdout) as object;
  expect(exported).toMatchObject({ client: { email: ana.email }, orders: [{ orderNumber }] });
});

it.each([
  ['de-DE', 'wurde geändert'],
  ['pt-BR', 'foi alterado'],
  ['en-US', 'was changed'],
])('a changed address ends all sessions and is mailed to both addresses (%s)', async (languageLocale, words) => {
  const { visitor, email } = await newCustomer(own.server.url, { languageLocale });
  const next = newEmail();
  expect((await customers('set-email', email, next)).stdout).toBe(
    `${email} is ${next} now. Both addresses get a mail.\n`,
  );
  expect((await visitor.get('/api/session/')).body).toEqual({ client: null });
  expect([await canSignIn(email), await canSignIn(next)]).toEqual([false, true]);
  for (const address of [email, next]) {
    const mail = (await mailsTo(address)).at(-1);
    expect(mail?.subject).toContain(words);
    expect(mail?.text).toContain(next);
  }
});

it('later mails about orders of an account go to its new address only', async () => {
  const { ana, orderNumber } = await buyerWithOrder();
  const next = newEmail();
  await customers('set-email', ana.email, next);
  const before = (await mailsTo(ana.email)).length;
  await shopHere(['orders', 'hand-over', orderNumber], own.env);
  expect((await mailsTo(next)).at(-1)?.text).toContain(orderNumber);
  expect(await mailsTo(ana.email)).toHaveLength(before);
  expect((await shopHere(['orders', 'find', next], own.env)).stdout).toContain(orderNumber);
});

it('the command line refuses an address that is invalid or belongs to another account, and says what to do', async () => {
  const [{ email }, other] = [await newCustomer(own.server.url), await newCustomer(own.server.url)];
  for (const [next, why] of [
    ['ana', 'ana is not an email address. Write one like ana@example.org. Nothing was done.'],
    [other.email.toUpperCase(), 'already has an account of its own'],
    [email, 'is the address of this account already'],
  ])
    expect(await customers('set-email', email, next!)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(why!),
    });
  expect(await customers('set-email', 'nobody@kunde.example', newEmail())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no account of nobody@kunde.example.'),
  });
  expect(await canSignIn(email)).toBe(true);
});

it('the command line deletes an account after a confirmation, keeps what tax law requires of its orders, and links no page in later mails', async () => {
  const { ana, orderNumber } = await buyerWithOrder();
  const links = async () => (await mailsTo(ana.email)).map(({ text }) => text!.includes(`/order/${orderNumber}`));
  expect((await links()).at(-1)).toBe(true);
  expect(await customers('delete', ana.email)).toMatchObject({
    code: 2,
    stderr: 'There is no terminal to type the email address. Write --yes to continue without it. Nothing was done.\n',
  });
  expect((await customers('delete', ana.email, '--yes')).stdout).toContain('is deleted. Its owner gets a mail.');
  expect((await customers('delete', ana.email, '--yes')).stderr).toContain('There is no account');
  expect((await shopHere(['orders', 'show', orderNumber], own.env)).stdout).toContain('RE-');
  expect((await mailsTo(ana.email)).at(-1)?.subject).toBe('Ihr Konto wurde gelöscht');
  await shopHere(['orders', 'hand-over', orderNumber], own.env);
  await shopHere(['orders', 'refund', orderNumber, '--amount', '1.00', '--yes'], own.env);
  // Order, deletion, parcel and refund.
  expect(await links()).toEqual([true, false, false, false]);
});

it('the command line exports a guest’s data by the address, without data of other people', async () => {
  const guest = newGuest(own.server.url);
  const begun = await guest.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await guest.capture(begun.checkoutId);
  const { code, stdout, stderr } = await customers('export', guest.email.toUpperCase());
  expect([code, stderr]).toEqual([0, expect.stringContaining('This address has no account.')]);
  expect(JSON.parse(stdout)).toMatchObject({
    orders: [{ orderNumber, email: guest.email, invoices: [{ kind: 'invoice' }] }],
    messages: [],
    withdrawals: [],
    mails: [{ subject: expect.stringContaining(orderNumber) }],
  });
  const acts = await own.ctx.db.read.selectFrom('audit').select('act').where('subject_id', '=', orderNumber).execute();
  expect(acts).toContainEqual({ act: 'customer.export' });
});

it('the command line lists a message from the form until it is done', async () => {
  const messages = (...args: string[]) => shopHere(['messages', ...args], own.env);
  expect((await messages('list')).stdout).toBe('No message waits for an answer.\n');
  const visitor = newVisitor(own.server.url);
  const form = {
    name: 'Rui',
    email: 'rui@kunde.example',
    subject: 'informacoes',
    message: 'Onde está\nmeu pacote?',
    languageLocale: 'pt-BR',
  };
  expect((await visitor.post('/api/contact/', form)).status).toBe(200);
  const { stdout } = await messages('list');
  expect(stdout).toMatch(
    /^[0-9a-f]{8} {2}\S+ \S+ {2}open {2}rui@kunde\.example {2}informacoes {2}Onde está meu pacote\?\n$/,
  );
  const id = stdout.slice(0, 8);
  expect((await messages('show', id)).stdout).toContain('  meu pacote?\n');
  expect((await messages('done', id)).stdout).toBe(`${id}: done.\n`);
  expect((await messages('done', id)).stdout).toBe(`${id}: was done before.\n`);
  expect((await messages('list')).stdout).toBe('No message waits for an answer.\n');
  expect((await messages('list', '--all')).stdout).toContain(`${id}  `);
  for (const wrong of ['zz', '00000000-none'.slice(0, 8) + 'f'])
    expect(await messages('show', wrong)).toMatchObject({ code: 1, stderr: expect.stringContaining('messages list') });
});

it('the shop’s own address is exported without the mails about other people', async () => {
  const visitor = newVisitor(own.server.url);
  const form = {
    name: 'Rui',
    email: 'sol@kunde.example',
    subject: 'informacoes',
    message: 'Olá',
    languageLocale: 'pt-BR',
  };
  await visitor.post('/api/contact/', form);
  await visitor.post('/api/contact/', { ...form, email: own.ctx.config.shopEmail });
  const { mails, messages } = JSON.parse((await customers('export', own.ctx.config.shopEmail)).stdout);
  expect([messages.length, mails.length]).toEqual([1, 1]);
  expect((await customers('export', 'none@kunde.example')).stderr).toContain(
    'Nothing is stored under none@kunde.example.',
  );
  const { stdout } = await customers('export', 'sol@kunde.example');
  expect(JSON.parse(stdout)).toMatchObject({ messages: [{ message: 'Olá' }], mails: [] });
});

it('the command line exports with an account what came from its address without a login', async () => {
  const { email } = await newCustomer(own.server.url);
  expect(JSON.parse((await customers('export', email)).stdout)).not.toHaveProperty('withoutSignIn');
  const guest = newGuest(own.server.url, { email });
  const begun = await guest.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderNumber } = await guest.capture(begun.checkoutId);
  await newVisitor(own.server.url).post('/api/contact/', {
    ...{ name: 'Ana', email, subject: 'informacoes', message: 'Wo ist mein Paket?', languageLocale: 'de-DE' },
  });
  const { stdout, stderr } = await customers('export', email);
  expect(JSON.parse(stdout)).toMatchObject({
    client: { email },
    orders: [],
    withoutSignIn: { orders: [{ orderNumber }], messages: [{ message: 'Wo ist mein Paket?' }], withdrawals: [] },
  });
  expect(stderr).toContain('without a login');
});

it('an account’s export has the mails about its orders from before its address changed, without the shop’s own', async () => {
  const { ana, orderNumber } = await buyerWithOrder();
  const next = newEmail();
  await customers('set-email', ana.email, next);
  const { mails } = JSON.parse((await customers('export', next)).stdout) as { mails: { subject: string }[] };
  expect(mails.filter(({ subject }) => subject.includes(orderNumber))).toHaveLength(1);
});

it('an order that a guest did not pay, and a wish to hear of a product, are in the export', async () => {
  const guest = newGuest(own.server.url);
  const { AGUA = 0 } = await idsOf(own.ctx);
  await guest.begin([{ productId: AGUA, quantity: 1 }]);
  await own.ctx.db.write((tx) =>
    insertNotice(tx, {
      ...{
        id: 'notice-1',
        product_id: AGUA,
        email: guest.email,
        email_key: guest.email.toLowerCase(),
        locale: 'de-DE',
      },
      ...{ token_hash: 'x', created_at: '2026-11-01T00:00:00.000Z', confirmed_at: null },
    }),
  );
  expect(JSON.parse((await customers('export', guest.email)).stdout)).toMatchObject({
    unfinishedOrders: [{ email: guest.email, items: [{ quantity: 1 }] }],
    restockNotices: [{ email: guest.email, confirmed: null }],
  });
});

it('what the shop noted about an order, how it was paid, its disputes, and reports of reviews are in the export', async () => {
  const guest = newGuest(own.server.url);
  const { AGUA = 0 } = await idsOf(own.ctx);
  const begun = await guest.begin([{ productId: AGUA, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  const { orderId } = await guest.capture(begun.checkoutId);
  const at = own.ctx.now().toISOString();
  const nothing = { reminded_at: null, check_at: null, entry: null, invoice_paid_at: null, booked_at: null };
  const ended = { outcome: null, respond_by: null, opened_at: at, news_at: at, closed_at: null };
  await own.ctx.db.write(async (tx) => {
    await insertNote(tx, { id: 'note-1', order_id: orderId, who: 'Rui', text: 'Called twice.', created_at: at });
    const paidWith = JSON.stringify({ source: 'card', brand: 'VISA', lastDigits: '4242' });
    const review = { id: 'review-1', order_id: orderId, product_id: AGUA, stars: 1, text: '', shown_name: '' };
    await tx
      .insertInto('reviews')
      .values({
        ...{ ...review, locale: 'de-DE', state: 'approved', reason: null, reply: null, version: 1 },
        ...{ written_at: at, decided_at: at },
      })
      .execute();
    const report = { id: 'report-1', review_id: 'review-1', reason: 'insult', text: 'That is me.', locale: null };
    await tx
      .insertInto('review_reports')
      .values({ ...report, email: 'reporter@kunde.example', created_at: at, done_at: null })
      .execute();
    await tx.updateTable('payments').set({ paid_with: paidWith }).where('checkout_id', '=', begun.checkoutId).execute();
    await tx
      .insertInto('transfers')
      .values({
        ...{
          checkout_id: begun.checkoutId,
          capture_id: 'transfer-1',
          holder: 'Laden',
          iban: 'DE1',
          bic: null,
          due_at: at,
        },
        ...{ ...nothing, payer_iban: 'DE89370400440532013000', payer_name: 'ANA MUELLER' },
      })
      .execute();
    await tx
      .insertInto('payment_cases')
      .values({
        ...{ id: 'PP-D-1', checkout_id: begun.checkoutId, kind: 'dispute', state: 'open', amount_cents: 499 },
        ...{ ...ended, reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED' },
      })
      .execute();
  });
  const { stdout } = await customers('export', guest.email);
  expect(stdout).not.toContain('Rui');
  expect(JSON.parse(stdout)).toMatchObject({
    orders: [
      {
        payment: {
          paidWith: { brand: 'VISA', lastDigits: '4242' },
          payer: { iban: 'DE89370400440532013000', name: 'ANA MUELLER' },
          disputes: [{ kind: 'dispute', reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED', opened: at }],
        },
        notesOfTheShop: [{ text: 'Called twice.', at }],
      },
    ],
  });
  // Somebody else paid.
  await own.ctx.db.read.updateTable('transfers').set({ payer_name: 'RUI COSTA' }).execute();
  expect((await customers('export', guest.email)).stdout).not.toMatch(/COSTA|DE89370400440532013000/);
  expect(JSON.parse((await customers('export', 'Reporter@kunde.example')).stdout)).toMatchObject({
    reviewReports: [{ reason: 'insult', text: 'That is me.', reported: at }],
  });
});
