import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORM_ID } from '#src/desk/form-token.ts';
import { changeEmail } from '#src/features/account/server/customer.service.ts';
import { readdressOrders } from '#src/features/orders/server/order-takeover.service.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Buyer, type Settled } from '../../support/people/buyer.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { changeCheckout, checkoutRow, minutesAgo, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { BILLING, STORED, WISHES } from '../../support/people/wishes.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => payingShop());
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'packer');
  await setProduct(own.ctx, 'AGUA', { quantity_available: 100 });
});

const { country: _, ...PLACE } = ADDRESS;
const filled = (email: string, more: Record<string, string> = {}) => ({
  act: 'create',
  'product-0': 'AGUA',
  'units-0': '2',
  days: '2',
  language: 'de-DE',
  email,
  ...PLACE,
  ...more,
});

interface Offered {
  id: string;
  key: string;
  email: string;
}

async function offer(
  more: Record<string, string> = {},
  email = newEmail(),
  path = '/desk/offers/new',
): Promise<Offered> {
  const sent = await desk.post(path, filled(email, more));
  if (sent.status !== 303) throw new Error(`The desk answered ${sent.status}: ${sent.text}`);
  const key = /\/order\/offer\?key=([\w-]+)/.exec((await desk.get(sent.location)).html)?.[1] ?? '';
  return { id: /offers\/([\w-]+)/.exec(sent.location)![1]!, key, email };
}

async function pageAt(path: string, { cookies } = newVisitor(own.server.url)) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(own.server.url + path, { headers: { cookie } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}
const pageOf = ({ key }: { key: string }) => pageAt(`/de/order/offer?key=${key}`);

const tap = <T = Begun>({ key }: { key: string }, visitor: Pick<Buyer, 'post'>, expectedTotal = 14.98) =>
  visitor.post<T>('/api/offer/', { key, expectedTotal, languageLocale: 'de-DE' });

async function pay(
  offered: Offered,
  visitor: Pick<Buyer, 'post'> = newVisitor(own.server.url),
  total?: number,
): Promise<Settled> {
  const begun = await tap(offered, visitor, total);
  await own.paypal.approve(begun.body.paypalOrderId);
  return (await visitor.post<Settled>(`/api/checkout/${begun.body.checkoutId}/capture/`)).body;
}

const refusal = async (offered: { key: string }, total?: number) =>
  (await tap<ErrorAnswer>(offered, newVisitor(own.server.url), total)).body.code;

describe('an order by phone', () => {
  it('is ordered and paid only by the buyer, from the mailed link, at the offered prices', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const offered = await offer();
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    const mail = await lastMailTo(own.ctx, offered.email);
    expect(mail.subject).toBe('Ihre Bestellung ist vorbereitet');
    expect(mail.text).toContain(`/de/order/offer?key=${offered.key}`);
    expect(mail.text).toContain('14,98');
    // The database has only a hash of the key.
    const row = await own.ctx.db.read.selectFrom('offers').selectAll().where('checkout_id', '=', offered.id).execute();
    expect(JSON.stringify(row)).not.toContain(offered.key);
    expect(await checkoutRow(own.ctx, offered.id)).toMatchObject({
      state: 'open',
      hold: 'held',
      paypal_order_id: null,
    });

    const page = await pageOf(offered);
    expect(page.status).toBe(200);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    for (const text of ['Zahlungspflichtig bestellen', 'Rosenweg 7a', '14,98', 'Widerrufsrecht', 'legal-guarantee'])
      expect(page.html.includes(text), text).toBe(true);

    await setProduct(own.ctx, 'AGUA', { price_cents: 599, real_price_cents: 599 });
    expect(await refusal(offered, 16.98)).toBe('price_changed');
    const placed = await pay(offered);
    expect(placed.status).toBe('success');
    expect(await checkoutRow(own.ctx, offered.id)).toMatchObject({ state: 'ordered', hold: 'sold', total_cents: 1498 });
    expect((await checkoutRow(own.ctx, offered.id)).evidence).toContain('withdrawal');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    expect((await pageOf(offered)).html).toContain(placed.orderNumber);
    expect(await refusal(offered)).toBe('checkout_closed');
    expect((await mailsTo(own.ctx, offered.email)).map(({ kind }) => kind)).toEqual(['offer', 'order_confirmation']);
    await setProduct(own.ctx, 'AGUA', { price_cents: 499, real_price_cents: 499 });
  });

  it('is created once when its form arrives twice, also after a restart', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const email = newEmail();
    const form = filled(email, { [FORM_ID]: randomUUID() });
    const first = await desk.post('/desk/offers/new', form);
    const again = await desk.post('/desk/offers/new', form);
    expect(again.location).toBe(first.location);
    // The server died between the offer and the answer.
    await own.ctx.db.read.deleteFrom('sent_forms').execute();
    const third = await desk.post('/desk/offers/new', form);
    expect(third.location).toBe(first.location.replace('?shown=yes', ''));
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    expect(await mailsTo(own.ctx, email)).toHaveLength(1);
  });

  it('outlives a cancelled payment: the next tap gets another PayPal order', async () => {
    const offered = await offer();
    const visitor = newVisitor(own.server.url);
    const begun = (await tap(offered, visitor)).body;
    expect((await tap(offered, visitor)).body.paypalOrderId).toBe(begun.paypalOrderId);
    expect((await visitor.post(`/api/checkout/${begun.checkoutId}/cancel/`)).status).toBe(200);
    expect(await checkoutRow(own.ctx, offered.id)).toMatchObject({
      state: 'open',
      hold: 'held',
      paypal_order_id: null,
    });
    const second = (await tap(offered, visitor)).body;
    expect(second.paypalOrderId).not.toBe(begun.paypalOrderId);
    // The first payment is approved after all: nobody captures it.
    await own.paypal.approve(begun.paypalOrderId);
    await own.webhook(begun.paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect((await checkoutRow(own.ctx, offered.id)).state).toBe('open');
    expect((await pay(offered, visitor)).status).toBe('success');
  });

  it('an offer stays open beside the other checkouts of its buyer', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const offered = await offer({}, ana.email);
    const begun = await ana.begin([own.line('MATE', 1)]);
    await own.paypal.approve(begun.paypalOrderId);
    await ana.capture(begun.checkoutId);
    expect((await checkoutRow(own.ctx, offered.id)).state).toBe('open');
  });

  it('belongs to the account of its address only when it is ordered there, as anybody may register with an address', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const other = await newBuyer(own.ctx, own.server.url);
    const [ofGuest, ofAna, ofOther] = [
      await offer({}, ana.email),
      await offer({}, ana.email.toUpperCase()),
      await offer({}, ana.email),
    ];
    const numbers = [await pay(ofGuest), await pay(ofAna, ana), await pay(ofOther, other)].map((it) => it.orderNumber);
    const ordersOf = async ({ get, clientId }: Buyer) => {
      const purchases = JSON.stringify((await get(`/api/previous-purchases/${clientId}/`)).body);
      return numbers.filter((number) => purchases.includes(number));
    };
    expect(await ordersOf(ana)).toEqual([numbers[1]]);
    expect(await ordersOf(other)).toEqual([]);
    expect((await checkoutRow(own.ctx, ofGuest.id)).client_name).toBe(ADDRESS.name);
  });

  it('opens no more by its link, nor an order by its key, once the account has another address', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const begun = await ana.begin([own.line('MATE', 1)]);
    await own.paypal.approve(begun.paypalOrderId);
    const path = `/desk/offers/new?with=${(await ana.capture(begun.checkoutId)).orderNumber}`;
    const [ordered, open] = [await offer({}, newEmail(), path), await offer({}, newEmail(), path)];
    await pay(ordered, newVisitor(own.server.url), 9.98);
    const [, keyed = ''] = /localhost:\d+(\/\S*\?key=[\w-]+)/.exec((await lastMailTo(own.ctx, ana.email)).text!)!;
    const statuses = async () => [(await pageAt(keyed)).status, (await pageOf(open)).status];
    expect(await statuses()).toEqual([200, 200]);
    const next = newEmail();
    expect((await changeEmail(own.ctx, emailKey(ana.email), next, readdressOrders)).ok).toBe(true);
    expect(await statuses()).toEqual([404, 404]);
    await desk.post(`/desk/offers/${open.id}`, { act: 'renew', [FORM_ID]: randomUUID() });
    const [, again = ''] = /localhost:\d+(\/\S*\?key=[\w-]+)/.exec((await lastMailTo(own.ctx, next)).text!)!;
    expect((await pageAt(again)).html).toContain(next);
  });

  it('keeps its units until the owner’s day, then ends and gives them back', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const offered = await offer({ days: '7' });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    const over = minutesAgo(own.ctx, 1);
    await changeCheckout(own.ctx, offered.id, { offered_until: over, hold_expires_at: over });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await checkoutRow(own.ctx, offered.id)).toMatchObject({ state: 'expired', hold: 'released' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    expect((await pageOf(offered)).status).toBe(410);
    expect(await refusal(offered)).toBe('checkout_closed');
  });

  it('can be ended and renewed at the desk with all its wishes; only the new link works', async () => {
    const before = await stockOf(own.ctx, 'AGUA');
    const billing = Object.entries(BILLING).map(([name, value]) => [`billing.${name}`, value]);
    const wishes = { 'billing.reference': WISHES.reference, note: WISHES.note, 'gift.message': WISHES.gift.message };
    const offered = await offer({ ...Object.fromEntries(billing), ...wishes });
    const renewed = await desk.post(`/desk/offers/${offered.id}`, { act: 'renew', [FORM_ID]: randomUUID() });
    const key = /key=([\w-]+)/.exec((await desk.get(renewed.location)).html)![1]!;
    expect((await pageOf(offered)).status).toBe(410);
    const shown = await pageOf({ key });
    expect(shown.status).toBe(200);
    const id = /offers\/([\w-]+)/.exec(renewed.location)![1]!;
    const stored = await checkoutRow(own.ctx, id);
    expect({ ...stored, billing: JSON.parse(stored.billing!) as object }).toMatchObject({
      client_name: 'Rui Costa',
      billing: STORED.billing,
      reference: STORED.reference,
      note: STORED.note,
      gift_message: STORED.gift.message,
    });
    const atDesk = (await desk.get(`/desk/offers/${id}`)).html;
    for (const text of ['Café Zürich GmbH', 'DE136695976', WISHES.reference, 'Bitte beim Nachbarn', 'Dein Rui'])
      expect([text, shown.html.includes(text), atDesk.includes(text)]).toEqual([text, true, true]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
    expect((await desk.post(`/desk/offers/${id}`, { act: 'end' })).location).toContain('done=offerEnded');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    expect((await pageOf({ key })).status).toBe(410);
    expect((await desk.get('/desk/offers')).text).toContain('Ended');
  });

  it('refuses what must not be sold, when it is made and at the tap', async () => {
    const adults = await desk.post('/desk/offers/new', filled(newEmail(), { 'product-0': 'CACHACA', 'units-0': '1' }));
    expect(adults.html).toMatch(/id="field-product-0-mistake">\s*An age check[^<]* is needed for: Cacha/);
    const offered = await offer();
    await setProduct(own.ctx, 'AGUA', { sale_locked: 1 });
    expect(await refusal(offered)).toBe('sale_locked');
    expect((await desk.post('/desk/offers/new', filled(newEmail()))).text).toContain('Not allowed to be sold');
    await setProduct(own.ctx, 'AGUA', { sale_locked: 0 });
    expect((await pay(offered)).status).toBe('success');
  });

  it('names each mistake of its form, and finds products by name', async () => {
    const refused = async (more: Record<string, string>) =>
      (await desk.post('/desk/offers/new', filled(newEmail(), more))).text;
    expect(await refused({ 'product-0': '' })).toContain('at least one product');
    expect(await refused({ 'product-0': 'Feijoada' })).toContain('No product matches “Feijoada”');
    expect(await refused({ 'product-0': 'a' })).toContain('Several products match “a”');
    expect(await refused({ 'units-0': '11' })).toContain('whole units from 1 to 10');
    const { html } = await desk.post('/desk/offers/new', filled(newEmail(), { 'product-2': 'Feijoada' }));
    expect(html).toMatch(/by="field-product-1-mistake" aria-invalid[^]* id="field-product-1-mistake">\s*No product/);
    expect(await refused({ days: '8' })).toContain('1 to 7 days');
    expect(await refused({ email: 'ana' })).toContain('email');
    expect(await refused({ postal_code: '27498' })).toContain('postal code');
    const wrong = await refused({ 'billing.company': 'Café Süß', 'billing.vat_id': 'DE123', note: 'x'.repeat(301) });
    for (const field of ['Invoice address: VAT ID', 'Invoice address: City', 'Buyer’s note'])
      expect(wrong).toContain(field);
    const asked = filled(newEmail(), { act: 'check', 'product-0': 'agua de coco' });
    const checked = await desk.post('/desk/offers/new', asked);
    expect([checked.status, checked.text]).toEqual([200, expect.stringContaining('14,98')]);
    expect((await pageOf({ key: 'wrong' })).status).toBe(404);
    expect(await refusal({ key: 'wrong' })).toBe('not_found');
  });
});

describe('an order that travels with another', () => {
  it('costs no shipping, and both name each other', async () => {
    const first = await pay(await offer());
    const second = await offer({}, newEmail(), `/desk/offers/new?with=${first.orderNumber}`);
    for (const page of ['orders', 'packing'])
      expect((await desk.get(`/desk/${page}/${first.orderNumber}`)).text).toMatch(
        /may still order .* 2 × Água de Coco/,
      );
    const waits = (await desk.get('/desk/packing')).text;
    expect(waits.slice(waits.indexOf(first.orderNumber))).toMatch(/^.{0,120}may still order .* 2 × Água de Coco/);
    const row = await checkoutRow(own.ctx, second.id);
    expect(row).toMatchObject({ shipping_cents: 0, total_cents: 998 });
    // The buyer is the first order's.
    expect((await mailsTo(own.ctx, row.email)).at(-1)).toMatchObject({ kind: 'offer' });
    const visitor = newVisitor(own.server.url);
    const extra = await pay(second, visitor, 9.98);
    expect((await desk.get(`/desk/packing/${first.orderNumber}`)).text).not.toContain('may still order');
    const page = await pageAt(`/de/order/${extra.orderNumber}`, visitor);
    expect(page.html).toContain(first.orderNumber);
    expect((await desk.get(`/desk/packing/${first.orderNumber}`)).text).toContain(
      `In the same parcel: ${extra.orderNumber}`,
    );
    const list = (await desk.get('/desk/packing')).text;
    expect(list.slice(list.indexOf(first.orderNumber))).toMatch(
      new RegExp(`^${first.orderNumber}[^]{0,400}?In the same parcel: ${extra.orderNumber}`),
    );
    for (const number of [first.orderNumber, extra.orderNumber])
      await own.ctx.db.read
        .updateTable('orders')
        .set({ delivery_status: 'with_carrier' })
        .where('order_number', '=', number)
        .execute();
    expect((await desk.get(`/desk/offers/new?with=${first.orderNumber}`)).status).toBe(404);
  });
});

it('all that travels in one parcel goes to its new address, and nothing can be added once it has left', async () => {
  const first = await pay(await offer());
  const path = `/desk/offers/new?with=${first.orderNumber}`;
  const second = await offer({}, newEmail(), path);
  const extra = await pay(second, newVisitor(own.server.url), 9.98);
  const before = await stockOf(own.ctx, 'AGUA');
  const open = await offer({}, newEmail(), path);
  const moved = { act: 'address', ...PLACE, number: '99' };
  expect((await desk.post(`/desk/orders/${first.orderNumber}/change`, moved)).status).toBe(303);
  for (const { id } of [second, open])
    expect(JSON.parse((await checkoutRow(own.ctx, id)).shipping_address)).toMatchObject({ number: '99' });
  const parcel = ['--carrier', 'dhl', '--tracking', '00340434161094015902', '--sure'];
  for (const number of [first.orderNumber, extra.orderNumber])
    expect((await shopHere(['orders', 'hand-over', number, ...parcel], own.env)).stderr).toBe('');
  expect(await refusal(open, 9.98)).toBe('checkout_closed');
  expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
});

describe('npm run shop -- orders create', () => {
  const lastOffer = () =>
    own.ctx.db.read.selectFrom('offers').selectAll().orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  const address = Object.entries(PLACE).flatMap(([field, value]) => (value ? ['--address', `${field}=${value}`] : []));

  it('prepares the same order as the desk', async () => {
    const email = newEmail();
    const made = await shopHere(
      [
        ...['orders', 'create', '--line', 'AGUA=2', '--email', email, ...address, '--days', '3'],
        ...['--billing', 'reference=K-4711', '--note', 'Bitte klingeln.', '--gift'],
      ],
      own.env,
    );
    // In the shop's language, which is not the one of the command line.
    expect(await checkoutRow(own.ctx, (await lastOffer()).checkout_id)).toMatchObject({
      locale: 'de-DE',
      billing: null,
      reference: 'K-4711',
      note: 'Bitte klingeln.',
      gift_message: '',
    });
    expect(made.stderr).toBe('');
    const key = /key=([\w-]+)/.exec(made.stdout)![1]!;
    const placed = await pay({ id: '', key, email });
    const extra = await shopHere(['orders', 'create', '--line', 'AGUA=1', '--ships-with', placed.orderNumber], own.env);
    expect(extra.stdout).toContain('/order/offer?key=');
    const refused = await shopHere(['orders', 'create', '--line', 'CACHACA=1', '--email', email, ...address], own.env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('age check')]);
  });
});
