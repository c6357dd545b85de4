import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { invoicePath } from '#src/shared/paths.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Begun, type Refused, type Settled } from '../../support/people/buyer.ts';
import { checkoutRow } from '../../support/people/order-rows.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { collectionShop } from '../../support/shops/collection-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const own = forFile(() => collectionShop());

const COLLECTED = { deliveryMethod: 'collection', shipping: undefined };
const PLACE = { address: 'Marktplatz', number: '3', additional_address: '', postal_code: '04109', city: 'Leipzig' };
const { country: _, ...HOME } = ADDRESS;

const guestOrder = (more: object = {}) => ({
  requestId: randomUUID(),
  lines: [own.line('AGUA')],
  email: newEmail(),
  deliveryMethod: 'collection',
  billing: ADDRESS,
  expectedTotal: 4.99,
  languageLocale: 'de-DE',
  ...more,
});

describe('an order that its buyer collects', () => {
  it('costs no shipping, goes to no address, and is invoiced to the account’s', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const lines = [own.line('AGUA', 2)];
    const cart = await ana.post<{ shipping: number; total: number; vat: object[] }>('/api/cart/', {
      lines,
      deliveryMethod: 'collection',
    });
    expect(cart.body).toMatchObject({ shipping: 0, total: 9.98 });
    const begun = await ana.begin(lines, { ...COLLECTED, expectedTotal: 9.98 });
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({
      delivery_method: 'collection',
      shipping_cents: 0,
      total_cents: 998,
      express: null,
    });
    const { cents, shipping } = await own.paypal.approve(begun.paypalOrderId);
    expect(cents).toBe(998);
    // PayPal shows the shop as a place of collection.
    expect(shipping).toMatchObject({
      type: 'PICKUP_IN_STORE',
      name: { full_name: 'S2S Vitrine' },
      address: { address_line_1: 'Marktplatz 3', postal_code: '04109', admin_area_2: 'Leipzig' },
    });
    const { orderNumber } = await ana.capture(begun.checkoutId);
    const page = await ana.text(`/de/order/${orderNumber}`);
    expect(page).toContain('Abholung');
    expect(page).not.toContain('Lieferadresse');
    // The place has the shop's name: under the buyer's, it looks like the buyer's home.
    expect(page.replace(/\s*<br>\s*/g, ', ')).toContain('Vitrine, Marktplatz 3, 04109 Leipzig');
    expect(page, 'a number is not broken at a hyphen').toContain('<span class="whole-number">RE-2026-00001</span>');
    const mail = (await lastMailTo(own.ctx, ana.email)).text ?? '';
    expect(mail).toContain('Bereit zur Abholung in 2 bis 4 Werktagen.');
    expect(mail).toContain('Mo–Fr 10–18 Uhr');
    expect(mail).toContain('Vitrine\nMarktplatz 3\n04109 Leipzig');
    const { bytes } = await ana.file(invoicePath(orderNumber, 'RE-2026-00001'));
    const invoice = (await readPdf(bytes)).text;
    expect(invoice).toContain('Rosenweg 7a');
    expect(invoice).toContain('Abholort');
    expect(invoice.split(ADDRESS.name)).toHaveLength(2);
  });

  it('asks a guest for the invoice’s address only, and names the place to the guest', async () => {
    const guest = newVisitor(own.server.url);
    const { billing: _billing, ...bare } = guestOrder();
    const refused = await guest.post<Refused>('/api/checkout/', bare);
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, expect.arrayContaining(['billing'])]);
    const order = guestOrder();
    const begun = await guest.post<Begun>('/api/checkout/', order);
    expect(begun.status).toBe(201);
    const row = await checkoutRow(own.ctx, begun.body.checkoutId);
    expect(JSON.parse(row.shipping_address)).toEqual({ name: ADDRESS.name, ...PLACE, country: 'DE' });
    expect(JSON.parse(row.billing!)).toMatchObject(HOME);
    // A lost response: the same request finds the same checkout, and one to be sent does not.
    expect((await guest.post<Begun>('/api/checkout/', order)).body).toEqual(begun.body);
    const sent = { ...order, deliveryMethod: 'standard', shipping: ADDRESS };
    expect((await guest.post<Refused>('/api/checkout/', sent)).body.code).toBe('request_reused');
  });

  it('may be paid by bank transfer', async () => {
    const guest = newVisitor(own.server.url);
    const placed = await guest.post<Settled>('/api/checkout/transfer/', guestOrder());
    expect(placed).toMatchObject({ status: 201, body: { status: 'pending' } });
  });

  it('owes an address when it is sent, also where no method is named', async () => {
    const guest = newVisitor(own.server.url);
    for (const deliveryMethod of [undefined, 'standard']) {
      const { status, body } = await guest.post<Refused>('/api/checkout/', guestOrder({ deliveryMethod }));
      expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(['shipping'])]);
    }
  });
});

it('a method other than standard delivery is refused where the shop does not offer it', async () => {
  const shop = await payingShop();
  try {
    const ana = await newBuyer(shop.ctx, shop.server.url);
    const lines = [shop.line('AGUA')];
    for (const method of [COLLECTED, { deliveryMethod: 'fast' }]) {
      const begun = await ana.tryBegin(lines, method);
      expect([begun.status, Object.keys(begun.body)]).toEqual([400, expect.arrayContaining(['deliveryMethod'])]);
      expect((await ana.post('/api/cart/', { lines, ...method, shipping: undefined })).status).toBe(400);
    }
  } finally {
    await shop.dispose();
  }
});
