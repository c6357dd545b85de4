import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { LEGAL_PAGES, localised, pages } from '#src/shared/paths.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { call, type ErrorAnswer } from '../../support/people/call.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { answerChecker, readDocument, type OpenApiDocument } from '../../support/texts/openapi.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { request } from '../../support/outside/raw-http.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const own = forFile(() => payingShop());
let second: RunningShop;

beforeAll(async () => {
  second = await own.serve({ LOG_LEVEL: 'warn' });
});

const maintenance = (verb: string) => shopHere(['maintenance', verb], own.env);
const statusOf = async (base: string) => (await request(base, '/')).status;

/** Through the command line; waits until both servers have taken it up. */
async function turn(verb: 'on' | 'off'): Promise<void> {
  const { code, stderr } = await maintenance(verb);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const wanted = verb === 'on' ? 503 : 200;
  await until(
    `maintenance ${verb}`,
    async () => (await statusOf(own.server.url)) === wanted && (await statusOf(second.url)) === wanted,
  );
}

describe('the maintenance command', () => {
  it('closes and opens all servers, and reports the state', async () => {
    expect((await maintenance('status')).stdout).toBe('open\n');
    await turn('on');
    expect((await maintenance('status')).stdout).toBe('closed for maintenance\n');
    expect((await call<object>(second.url, '/api/maintenance_mode/')).body).toEqual({ maintenance_mode: 'True' });
    await turn('off');
    expect((await maintenance('status')).stdout).toBe('open\n');
  });

  it('explains its usage for any other word, and changes nothing', async () => {
    expect((await maintenance('perhaps')).code).not.toBe(0);
    expect((await maintenance('status')).stdout).toBe('open\n');
  });
});

describe('a page of a closed shop', () => {
  beforeAll(() => turn('on'));
  afterAll(() => turn('off'));

  it.each([
    ['/', 'pt-BR'],
    ['/product/agua-de-coco', 'pt-BR'],
    ['/nao-existe', 'pt-BR'],
    ['/404', 'pt-BR'],
    ['/fr', 'pt-BR'],
    ['/de', 'de-DE'],
    ['/de/cart/', 'de-DE'],
    ['/de/contact.html', 'de-DE'],
    ['/de/search/coco', 'de-DE'],
    ['/en/login', 'en-US'],
    ['/en/order/1', 'en-US'],
  ] as const)('%s answers 503 with the message in %s, without caching', async (address, locale) => {
    const { status, headers, body } = await request(own.server.url, address, { headers: { 'if-none-match': '*' } });
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toMatch(/^text\/html; ?charset=utf-8$/);
    expect(headers['content-security-policy']).toMatch(/style-src[^;]* 'sha256-/);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const html = body.toString();
    expect(html).toContain(`<html lang="${locale}"`);
    expect(html).toContain(translator(locale)('errors:maintenance'));
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it('is small and needs no script and no picture', async () => {
    const { body } = await request(own.server.url, '/');
    expect(body.toString()).not.toMatch(/<script|<img|<link rel="stylesheet/);
    expect(body.length).toBeLessThan(7 * 1024);
  });

  it('answers HEAD without a body', async () => {
    const { status, body } = await request(own.server.url, '/de', { method: 'HEAD' });
    expect(status).toBe(503);
    expect(body).toHaveLength(0);
  });

  it('still loads its assets when it was opened before', async () => {
    const [, font] = /url\((\/_astro\/[^)]+\.woff2)\)/.exec((await request(own.server.url, '/')).body.toString()) ?? [];
    for (const file of [font!, '/favicon.svg', '/sw.js', '/media/products/no-image.png'])
      expect((await request(own.server.url, file)).status, file).toBe(200);
  });
});

describe('a call to a closed shop', () => {
  let document: OpenApiDocument;
  beforeAll(async () => {
    document = await readDocument(own.server.url);
    await turn('on');
  });
  afterAll(() => turn('off'));

  it.each([
    ['GET', '/api/', 'pt-BR'],
    ['GET', '/api/session/', 'de-DE'],
    ['GET', '/api/nada', 'en-US'],
    ['POST', '/api/login_verify/', 'de-DE'],
    ['POST', '/api/checkout/', 'en-US'],
    ['POST', '/api/order/', 'pt-BR'],
  ] as const)('%s %s is refused as `maintenance` in the caller’s language, %s', async (method, address, locale) => {
    const { status, headers, body } = await request(own.server.url, address, {
      method,
      headers: { 'accept-language': locale },
    });
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['cache-control']).toBe('no-store');
    const text = translator(locale)('errors:maintenance');
    expect(JSON.parse(body.toString())).toEqual({
      code: 'maintenance',
      detail: text,
      message: text,
    } satisfies ErrorAnswer);
  });

  it('is refused as the API contract describes', async () => {
    const { body } = await call<ErrorAnswer>(own.server.url, '/api/stock/');
    expect(answerChecker(document, '/api/stock/', 503).safeParse(body).success).toBe(true);
    expect(() => answerChecker(document, '/api/csrf_token/', 503)).toThrow();
  });

  it.each(['/api/health/', '/api/health', '/api/ready/', '/api/csrf_token/', '/api/maintenance_mode/'])(
    'is allowed for %s',
    async (address) => {
      expect((await request(own.server.url, address)).status).toBe(200);
    },
  );
});

describe('a service that the law requires at any time', () => {
  beforeAll(() => turn('on'));
  afterAll(() => turn('off'));
  const withdrawal = () => ({ name: 'Ana Müller', email: newEmail(), orderNumber: 'K7QF-3MXA', part: '' });
  const kept = (email: string) =>
    own.ctx.db.read.selectFrom('withdrawals').select('order_number').where('email', '=', email).executeTakeFirst();

  it.each(LOCALE_CODES)('is linked from the closed page and works in %s', async (locale) => {
    const closed = (await request(own.server.url, localised(locale, pages.cart()))).body.toString();
    for (const page of [...LEGAL_PAGES.map(pages.legal), pages.cookiesConsent()]) {
      const address = localised(locale, page);
      expect(closed).toContain(`href="${address}"`);
      const { status, body } = await request(own.server.url, address);
      expect(status, address).toBe(200);
      expect(body.toString()).toContain(`<html lang="${locale}"`);
    }
    expect(closed).not.toContain(`href="${localised(locale, pages.contact())}"`);
  });

  it('includes withdrawals through the API, acknowledged at once by mail', async () => {
    const body = withdrawal();
    expect((await newVisitor(own.server.url).post('/api/withdrawal/', body)).status).toBe(201);
    expect(await kept(body.email)).toEqual({ order_number: body.orderNumber });
    expect(await mailsTo(own.ctx, body.email)).toHaveLength(1);
  });

  it('includes withdrawals through the page without scripts', async () => {
    const body = withdrawal();
    const { status } = await request(own.server.url, '/de/withdrawal', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...body, step: 'confirm' }).toString(),
    });
    expect(status).toBe(200);
    expect(await kept(body.email)).toEqual({ order_number: body.orderNumber });
  });

  it('includes a changed cookie choice, which is recorded', async () => {
    const choice = { choice: 'essential', version: '2026-11-21', languageLocale: 'de-DE' };
    expect((await newVisitor(own.server.url).post('/api/consent/', choice)).status).toBe(201);
  });
});

describe('a started payment in a closed shop', () => {
  const anyProduct = async () => (await call(own.server.url, '/api/')).body.products[0]!.id;
  afterEach(() => turn('off'));

  it('becomes an order, also through the page to which PayPal returns', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { checkoutId, paypalOrderId } = await ana.begin([{ productId: await anyProduct(), quantity: 1 }]);
    await turn('on');
    await own.paypal.approve(paypalOrderId);
    expect((await request(own.server.url, `/de/checkout/return?checkout=${checkoutId}`)).status).toBe(200);
    expect(await ana.capture(checkoutId)).toMatchObject({ status: 'success' });
  });

  it('can be cancelled', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { checkoutId } = await ana.begin([{ productId: await anyProduct(), quantity: 1 }]);
    await turn('on');
    expect((await ana.cancel(checkoutId)).status).toBe(200);
  });

  it('is completed by PayPal’s webhook when the buyer has left', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { checkoutId, paypalOrderId } = await ana.begin([{ productId: await anyProduct(), quantity: 1 }]);
    await turn('on');
    await own.paypal.approve(paypalOrderId);
    const { statuses } = await own.webhook(paypalOrderId, 'CHECKOUT.ORDER.APPROVED');
    expect(statuses).toEqual([200]);
    const order = await own.ctx.db.read
      .selectFrom('orders')
      .select('payment_status')
      .where('checkout_id', '=', checkoutId)
      .execute();
    expect(order).toEqual([{ payment_status: 'paid' }]);
  });
});

describe('a server with maintenance mode', () => {
  afterEach(() => turn('off'));

  it('is closed from its first response when it starts in a closed shop', async () => {
    await turn('on');
    const third = await own.serve();
    expect(await statusOf(third.url)).toBe(503);
    await third.stop();
  });

  it('logs when the shop closed and opened', async () => {
    await turn('on');
    await turn('off');
    await logged(second, 'the shop is closed for maintenance');
    await logged(second, 'the shop is open again');
  });
});
