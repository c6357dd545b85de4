import { beforeAll, describe, expect, it } from 'vitest';
import { changeEmail } from '#src/features/order-changes/server/order-change.service.ts';
import { handOverOrder } from '#src/features/orders/server/delivery.service.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { setProduct, stockOf } from '../../support/people/order-rows.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { refusedFields } from '../../support/texts/refused-forms.ts';

const own = forFile(() => payingShop());
let ana: Buyer;
let desk: DeskVisitor;

beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'packer');
  await setProduct(own.ctx, 'AGUA', { quantity_available: 100 });
});

async function buy(units = 2): Promise<string> {
  const begun = await ana.begin([own.line('AGUA', units)]);
  await own.paypal.approve(begun.paypalOrderId);
  return (await ana.capture(begun.checkoutId)).orderNumber;
}

async function guestBuys() {
  const guest = newGuest(own.server.url);
  const begun = await guest.begin([own.line('AGUA', 1)]);
  await own.paypal.approve(begun.paypalOrderId);
  return { guest, number: (await guest.capture(begun.checkoutId)).orderNumber };
}

const NEW = {
  ...ADDRESS,
  name: 'Rui Prado',
  address: 'Lindenallee',
  number: '7',
  city: 'Bremen',
  postal_code: '28195',
};
const ask = (number: string, shipping: object = NEW, more: object = {}) =>
  ana.post<ErrorAnswer & { detail: string }>(`/api/order/${number}/address-change/`, { shipping, ...more });
const addressOf = async (number: string) => {
  const row = await own.ctx.db.read
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select('c.shipping_address')
    .where('o.order_number', '=', number)
    .executeTakeFirstOrThrow();
  return (JSON.parse(row.shipping_address) as { address: string }).address;
};
const askedAt = (html: string) => /name="asked" value="([^"]+)"/.exec(html)?.[1] ?? '';

describe('a buyer who asks for another address', () => {
  it('holds the parcel until the desk accepts it, and gets one mail with the new address', async () => {
    const number = await buy();
    expect((await ask(number)).status).toBe(202);
    expect(await addressOf(number)).toBe(ADDRESS.address);
    expect((await shopHere(['orders', 'pack', number], own.env)).stderr).toContain('asked for another address');
    const page = await desk.get(`/desk/packing/${number}`);
    expect(page.text).toContain('Lindenallee 7');
    const accepted = { act: 'acceptAddress', asked: askedAt(page.html) };
    expect((await desk.post(`/desk/orders/${number}`, accepted)).status).toBe(303);
    expect(await addressOf(number)).toBe('Lindenallee');
    const mail = await lastMailTo(own.ctx, ana.email);
    expect([mail.subject, mail.text]).toEqual([
      `Bestellung ${number}: neue Lieferadresse`,
      expect.stringContaining('Rui Prado\nLindenallee 7\n28195 Bremen'),
    ]);
    expect((await shopHere(['orders', 'pack', number], own.env)).code).toBe(0);
    // What was ordered stays.
    const { before, who } = await own.ctx.db.read
      .selectFrom('order_changes as h')
      .innerJoin('orders as o', 'o.id', 'h.order_id')
      .select(['h.before', 'h.who'])
      .where('o.order_number', '=', number)
      .executeTakeFirstOrThrow();
    const { body } = await ana.get<{ orders: { orderNumber: string; changes: object[]; requestedAddress: object }[] }>(
      `/api/client_export/${ana.clientId}/`,
    );
    expect(body.orders.find((one) => one.orderNumber === number)).toMatchObject({
      changes: [{ kind: 'address' }],
      requestedAddress: { state: 'accepted', address: { address: 'Lindenallee' } },
    });
    expect([JSON.parse(before), who]).toEqual([
      expect.objectContaining({ address: ADDRESS.address }),
      'eva@example.org',
    ]);
  });

  it('learns that the address stays, and an answer to an older request is refused', async () => {
    const number = await buy();
    await ask(number, { ...NEW, number: '8' });
    const older = askedAt((await desk.get(`/desk/orders/${number}`)).html);
    await ask(number);
    const stale = await desk.post(`/desk/orders/${number}`, { act: 'acceptAddress', asked: older });
    expect([stale.status, await addressOf(number)]).toEqual([400, ADDRESS.address]);
    const asked = askedAt(stale.html);
    await desk.post(`/desk/orders/${number}`, { act: 'keepAddress', asked });
    expect((await lastMailTo(own.ctx, ana.email)).subject).toBe(`Bestellung ${number}: Die Adresse bleibt`);
    expect(await ana.text(`/de/order/${number}`)).toContain('Die gewünschte Adresse konnten wir nicht übernehmen.');
  });

  it('is refused for a packed order, a wrong field, an island without German VAT, and by strangers', async () => {
    const number = await buy();
    const wrong = await ask(number, { ...NEW, city: '' });
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, expect.arrayContaining(['shipping.city'])]);
    const island = await ask(number, { ...NEW, postal_code: '27498' });
    expect([island.status, Object.keys(island.body)]).toEqual([400, expect.arrayContaining(['shipping.postal_code'])]);
    const stranger = await newVisitor(own.server.url).post(`/api/order/${number}/address-change/`, { shipping: NEW });
    expect(stranger.status).toBe(404);
    await shopHere(['orders', 'pack', number], own.env);
    const late = await ask(number);
    expect([late.status, late.body.code]).toEqual([409, 'too_late']);
  });
});

it('a mailed key asks for another address of its own order only, until the email was corrected', async () => {
  const { guest, number } = await guestBuys();
  const key = /key=([\w-]+)/.exec((await lastMailTo(own.ctx, guest.email)).text ?? '')![1]!;
  const stranger = newVisitor(own.server.url);
  const asked = async (order: string, as: { post: typeof stranger.post } = stranger) =>
    (await as.post(`/api/order/${order}/address-change/`, { shipping: NEW, key })).status;
  expect([await asked(await buy()), await asked((await guestBuys()).number), await asked(number)]).toEqual([
    404, 404, 202,
  ]);
  const order = (await findOrderByNumber(own.ctx.db.read, number))!;
  expect((await changeEmail(own.ctx, order, `new-${guest.email}`)).ok).toBe(true);
  expect(await asked(number)).toBe(404);
  // The browser that bought has its cookie.
  expect(await asked(number, guest.visitor)).toBe(202);
});

describe('the desk', () => {
  it('changes the address of a packed order, not of one that left, and names wrong fields', async () => {
    const number = await buy();
    await shopHere(['orders', 'pack', number], own.env);
    const change = (more: object) => desk.post(`/desk/orders/${number}/change`, { act: 'address', ...NEW, ...more });
    const wrong = await change({ postal_code: '1' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('Please check: Postal code')]);
    expect(wrong.html).toContain('value="Lindenallee"');
    expect(refusedFields(wrong.html)).toEqual({ '*postal_code': 'Please check: Postal code' });
    expect((await change({})).status).toBe(303);
    expect(await addressOf(number)).toBe('Lindenallee');
    expect((await desk.get('/desk/orders?q=lindenallee')).text).toContain(number);
    await shopHere(['orders', 'hand-over', number], own.env);
    expect([(await change({ number: '9' })).status, await addressOf(number)]).toEqual([400, 'Lindenallee']);
  });

  it('corrects the email of a guest: the confirmation goes there, and the old link opens nothing', async () => {
    const { guest, number } = await guestBuys();
    const keyOf = async (email: string) => /key=([\w-]+)/.exec((await lastMailTo(own.ctx, email)).text ?? '')?.[1];
    const old = await keyOf(guest.email);
    const email = `right-${guest.email}`;
    // A mistake often shows only after the parcel has left.
    await shopHere(['orders', 'hand-over', number], own.env);
    expect((await desk.get(`/desk/orders/${number}`)).html).toContain(`href="/desk/orders/${number}/change"`);
    await desk.post(`/desk/orders/${number}/change`, { act: 'email', email });
    const mail = await lastMailTo(own.ctx, email);
    expect([mail.subject, mail.attachments.length]).toEqual([expect.stringContaining(number), expect.any(Number)]);
    expect(mail.attachments.map(({ filename }) => filename)).toContainEqual(expect.stringMatching(/^RE-.*\.pdf$/));
    const visit = (key = '') =>
      fetch(`${own.server.url}/de/order/${number}?key=${key}`).then((answer) => answer.text());
    expect(await visit(old)).not.toContain('class="order-number"');
    expect(await visit(await keyOf(email))).toContain('class="order-number"');
    const customer = await desk.post(`/desk/orders/${await buy()}/change`, { act: 'email', email });
    expect(customer.text).toContain('belongs to an account');
  });
});

it('the mail about a parcel goes to the email that was corrected while the hand-over waited', async () => {
  const { guest, number } = await guestBuys();
  const stale = (await findOrderByNumber(own.ctx.db.read, number))!;
  const email = `late-${guest.email}`;
  expect((await changeEmail(own.ctx, stale, email)).ok).toBe(true);
  expect((await handOverOrder(own.ctx, stale, { carrier: null, trackingNumber: null })).ok).toBe(true);
  expect((await lastMailTo(own.ctx, email)).subject).toBe(`Ihre Bestellung ${number} ist unterwegs`);
});

describe('orders change', () => {
  const change = (number: string, ...options: string[]) => shopHere(['orders', 'change', number, ...options], own.env);

  it('changes parts of the address and leaves the others', async () => {
    const number = await buy();
    expect(await change(number, '--address', 'address=Am Wall', '--address', 'number=3')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Am Wall 3, ${ADDRESS.postal_code} ${ADDRESS.city}`),
    });
    expect(await change(number, '--address', 'postal_code=1')).toMatchObject({
      code: 1,
      stderr: `${number}: check postal_code. Nothing was done.\n`,
    });
    expect((await change(number)).stderr).toContain('Say what to change');
    expect(await addressOf(number)).toBe('Am Wall');
  });

  it('takes units out: refunded, back in stock, and the mail lists what still comes', async () => {
    const number = await buy(3);
    const stock = await stockOf(own.ctx, 'AGUA');
    expect((await change(number, '--remove', 'AGUA=1', '--yes')).stdout).toContain('4,99');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(stock + 1);
    const text = (await lastMailTo(own.ctx, ana.email)).text ?? '';
    expect(text.slice(text.indexOf('Das kommt noch mit Ihrem Paket'))).toMatch(/AGUA\D+2\b/);
    const tooMany = await change(number, '--remove', 'AGUA=3', '--yes');
    expect([tooMany.code, tooMany.stderr]).toEqual([1, expect.stringContaining('Nothing was done')]);
    expect((await mailsTo(own.ctx, ana.email)).filter(({ id }) => id.startsWith('refund-'))).toHaveLength(1);
    // The last units: everything that was paid, shipping included.
    const { stdout } = await change(number, '--remove', 'AGUA=2', '--yes');
    expect(stdout).toContain('refunded');
    expect((await shopHere(['orders', 'show', number], own.env)).stdout).toContain('refunded (payment: refunded');
    const sent = (await mailsTo(own.ctx, ana.email)).filter(({ id }) => id.startsWith('refund-'));
    expect(sent.length).toBe(2);
  });
});
