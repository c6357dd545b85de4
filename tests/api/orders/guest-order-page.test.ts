import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translator } from '#src/i18n/translate.ts';
import { hashToken } from '#src/server/http/session.ts';
import { ADDRESS, newBuyer, type Settled } from '../../support/people/buyer.ts';
import { newGuest, type GuestBuyer } from '../../support/people/guest.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { allSent, lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { newAddress } from '../../support/people/visitor.ts';

let own: PayingShop;
let buyer: GuestBuyer;
let placed: Settled;
let link: URL;

const t = translator('de-DE');

beforeAll(async () => {
  own = await payingShop();
  const ids = await idsOf(own.ctx);
  buyer = newGuest(own.server.url);
  const { checkoutId, paypalOrderId } = await buyer.begin([{ productId: ids.AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(paypalOrderId);
  placed = await buyer.capture(checkoutId);
  link = await linkInLastMail();
});
afterAll(() => own?.dispose());

async function linkInLastMail(): Promise<URL> {
  const { text = '' } = await lastMailTo(own.ctx, buyer.email);
  return new URL(/https?:\S+\/order\/\S+/.exec(text)![0]);
}

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(own.server.url + path, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': newAddress(), ...headers },
  });
  return { status: response.status, headers: response.headers, html: decodeEntities(await response.text()) };
}

const cookie = () => `guest=${buyer.visitor.cookies.get('guest')}`;

describe('the link in the mails to a guest', () => {
  it('opens the order with state, lines, address and a prefilled withdrawal', async () => {
    expect(link.pathname).toBe(`/de/order/${placed.orderNumber}`);
    const { status, headers, html } = await open(link.pathname + link.search);
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ]);
    for (const text of [t('checkout:status.in_separation'), 'Água de Coco', ADDRESS.name, ADDRESS.city])
      expect(html).toContain(text);
    expect(html).not.toContain(t('checkout:order.back'));
    const withdrawal = /href="([^"]*\/withdrawal\?[^"]*key[^"]*)"/.exec(html)![1]!;
    const form = await open(withdrawal);
    expect([form.status, form.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    for (const value of [buyer.email, ADDRESS.name, placed.orderNumber])
      expect(form.html).toContain(`value="${value}"`);
  });

  it('keeps the key when the language changes', async () => {
    const { html } = await open(link.pathname + link.search);
    expect(html).toContain(`href="/en/order/${placed.orderNumber}${link.search}"`);
  });

  it('has a key that the database stores only as a hash, even in the stored mail', async () => {
    await allSent(own.ctx);
    const key = link.searchParams.get('key')!;
    expect(key).toMatch(/^[\w-]{43}$/);
    const rows = JSON.stringify(await dumpRows(own.ctx));
    expect(rows).toContain(hashToken(key));
    expect(rows).not.toContain(key);
    expect((await mailsTo(own.ctx, buyer.email))[0]?.text).toContain(placed.orderNumber);
  });

  it('has a different key in each mail, and all of them open the order', async () => {
    expect((await shopHere(['orders', 'refund', placed.orderNumber, '--amount', '1', '--yes'], own.env)).code).toBe(0);
    const second = await linkInLastMail();
    expect(second.search).not.toBe(link.search);
    for (const { pathname, search } of [link, second]) expect((await open(pathname + search)).status).toBe(200);
  });
});

describe('the order of a guest', () => {
  it('opens without a key in the browser that bought it', async () => {
    const { status, html } = await open(`/de/order/${placed.orderNumber}?placed`, { cookie: cookie() });
    expect(status).toBe(200);
    // A long address may break after its sign.
    expect(html.replaceAll('<wbr>', '')).toContain(t('checkout:order.placedText', { email: buyer.email }));
    const form = await open(`/de/withdrawal?order=${placed.orderNumber}`, { cookie: cookie() });
    expect(form.html).toContain(`value="${buyer.email}"`);
  });

  it('does not open by its number alone, which leads to the login like an unknown number', async () => {
    for (const number of [placed.orderNumber, 'UNKNOWN-1']) {
      const { status, headers } = await open(`/de/order/${number}`);
      expect([status, headers.get('location')]).toEqual([302, `/de/login?next=%2Fde%2Forder%2F${number}`]);
      expect((await open(headers.get('location')!)).html).toContain(t('account:guestOrder.text'));
      const { html } = await open(`/de/withdrawal?order=${number}`);
      expect(html).not.toContain(buyer.email);
    }
  });

  it('does not open with another key, browser or account, all of which look like an unknown number', async () => {
    const wrong = `?key=${'k'.repeat(43)}`;
    const other = newGuest(own.server.url);
    const ids = await idsOf(own.ctx);
    await other.begin([{ productId: ids.MATE ?? 0, quantity: 1 }]);
    const customer = await newBuyer(own.ctx, own.server.url);
    const asOther = { cookie: `guest=${other.visitor.cookies.get('guest')}` };
    const [unknown, guessed] = [
      await open(`/de/order/UNKNOWN-1${wrong}`),
      await open(`/de/order/${placed.orderNumber}${wrong}`, asOther),
    ];
    expect([unknown.status, guessed.status]).toEqual([404, 404]);
    expect(guessed.headers.get('x-robots-tag')).toBe('noindex');
    // Cut before its end, a link leads to the same page, which says what to do.
    for (const [prefix, title] of [
      ['/de', 'Dieser Link ist unvollständig oder gilt nicht mehr'],
      ['/en', 'This link is incomplete or no longer valid'],
      ['', 'Este link está incompleto ou não é mais válido'],
    ] as const) {
      for (const path of [`/order/${placed.orderNumber}?key=`, '/order/offer?ke', '/order/', '/order', '/review/']) {
        const cut = await open(prefix + path);
        expect([cut.status, cut.html.includes(title)], prefix + path).toEqual([404, true]);
      }
    }
    expect(guessed.html).toContain('/de/contact');
    expect(guessed.html.replaceAll(placed.orderNumber, 'UNKNOWN-1')).toBe(unknown.html);
    expect((await open(`/de/order/${placed.orderNumber}`, asOther)).status).toBe(302);
    const html = await customer.text(`/de/order/${placed.orderNumber}`);
    expect(html).not.toContain('Água de Coco');
    expect((await open(`/de/withdrawal${wrong}&order=${placed.orderNumber}`)).html).not.toContain(buyer.email);
  });

  it('opens only with its own key', async () => {
    const ids = await idsOf(own.ctx);
    const other = newGuest(own.server.url);
    const { checkoutId, paypalOrderId } = await other.begin([{ productId: ids.MATE ?? 0, quantity: 1 }]);
    await own.paypal.approve(paypalOrderId);
    const { orderNumber } = await other.capture(checkoutId);
    expect((await open(`/de/order/${orderNumber}${link.search}`)).status).toBe(404);
  });

  it('allows sixty key guesses an hour from one network address', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    for (let time = 0; time < 60; time++) await open(`/de/order/${placed.orderNumber}?key=${time}`, from);
    expect((await open(link.pathname + link.search, from)).status).toBe(404);
    expect((await open(link.pathname + link.search)).status).toBe(200);
  });
});
