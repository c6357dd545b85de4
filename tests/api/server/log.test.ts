import { describe, expect, it } from 'vitest';
import { ADDRESS, newBuyer } from '../../support/people/buyer.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { post } from '../../support/people/post.ts';
import { until } from '../../support/until.ts';
import { logged } from '../../support/shops/server.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const REQUEST_ID = /^[0-9a-f]{12}$/;

interface Line {
  level: number;
  msg: string;
  req?: { id: string; method?: string; url?: string };
  job?: string;
  mail?: string;
  call?: string;
  res?: { statusCode: number };
  responseTime?: number;
}

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ LOG_LEVEL: 'info' }));

/** The id of a request whose answer was read on a connection that stays: one cut short is logged as aborted. */
async function ask(path: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(server.url + path, init);
  await response.arrayBuffer();
  return response.headers.get('x-request-id') ?? '';
}

const lines = (of = server): Line[] =>
  of
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('the log', () => {
  it.each([
    ['GET', '/api/?limit=1', 200],
    ['GET', '/search/coco', 200],
    ['HEAD', '/de/search/coco', 200],
    ['GET', '/nao-existe', 404],
    ['DELETE', '/api/', 405],
    ['GET', '/api/slug/%E0', 400],
  ])('has a JSON line with the request id of the response: %s %s', async (method, url, statusCode) => {
    const id = await ask(url, { method });
    expect(id).toMatch(REQUEST_ID);
    const find = () => lines().find((entry) => entry.req?.id === id && entry.msg === 'request completed');
    await until('the request is logged', () => find() !== undefined);
    expect(find()).toMatchObject({ level: 30, req: { id, method }, res: { statusCode } });
    expect(find()?.responseTime).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['GET', '/?from=log', 200],
    ['HEAD', '/de?from=log', 200],
    ['GET', '/favicon.svg?from=log', 200],
  ])('has a line for every served file, without a request id: %s %s', async (method, url, statusCode) => {
    expect(await ask(url, { method })).toBe('');
    await logged(server, url);
    expect(lines().find((entry) => entry.req?.url === url)).toMatchObject({
      level: 30,
      msg: 'request completed',
      req: { id: expect.stringMatching(REQUEST_ID) as string, method },
      res: { statusCode },
    });
  });

  it('contains the address as it was requested', async () => {
    await logged(server, await ask('/de/nichts?a=b'));
    expect(lines().some((line) => line.req?.url === '/de/nichts?a=b')).toBe(true);
  });

  it('contains no health checks, because proxies send them every second', async () => {
    await ask('/api/ready/');
    await ask('/api/health/');
    await logged(server, await ask('/api/maintenance_mode/'));
    expect(server.log()).not.toMatch(/api\/(?:ready|health)/);
  });

  it('gives every request its own id, whatever the client sends', async () => {
    const [first, second] = await Promise.all(
      [0, 1].map(() => ask('/api/', { headers: { 'x-request-id': 'forged' } })),
    );
    expect(first).toMatch(REQUEST_ID);
    expect(second).toMatch(REQUEST_ID);
    expect(first).not.toBe(second);
  });

  it('contains no token of a password reset link', async () => {
    for (const prefix of ['/reset_password/', '/de/reset_password/', '/api/reset_password/']) {
      await logged(server, await ask(`${prefix}geheimnis?a=b`));
      await logged(server, await ask(`${prefix}geheimnis/`));
    }
    expect(server.log()).not.toContain('geheimnis');
    expect(server.log()).toContain('/de/reset_password/…?a=b');
  });

  it('contains no cookie, token, network address or browser name', async () => {
    const secrets = {
      cookie: 'session=geheim',
      authorization: 'Bearer geheim',
      'x-csrftoken': 'geheim',
      'user-agent': 'Browser/geheim',
    };
    await logged(server, await ask('/api/', { headers: secrets }));
    expect(server.log()).not.toMatch(/geheim|127\.0\.0\.1.*request completed/);
  });
});

describe('a purchase in the log', () => {
  it('can be followed by its request id from the PayPal call to the mail, without personal data', async () => {
    const shop = await payingShop({ LOG_LEVEL: 'debug' });
    const ana = await newBuyer(shop.ctx, shop.server.url);
    const { checkoutId, paypalOrderId } = await ana.begin([
      { productId: (await idsOf(shop.ctx)).AGUA ?? 0, quantity: 1 },
    ]);
    await shop.paypal.approve(paypalOrderId);
    await ana.capture(checkoutId);
    const message = { name: 'Ana Maria Süß', email: ana.email, subject: 'elogio', message: 'Saudades do Recife' };
    await post(shop.server.url, '/api/contact/', message, { 'accept-language': 'pt-BR' });
    await until('the mails are sent', () => lines(shop.server).filter(({ msg }) => msg === 'mail sent').length >= 3);
    const log = lines(shop.server);
    const captured = log.find(({ req }) => req?.url?.endsWith(`${checkoutId}/capture/`));
    const ofRequest = log.filter(({ req }) => req?.id === captured?.req?.id);
    expect(ofRequest.map(({ call }) => call)).toContain(`POST /v2/checkout/orders/${paypalOrderId}/capture`);
    expect(ofRequest.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['PayPal answered', 'order placed', 'mail written']),
    );
    const { mail } = ofRequest.find(({ msg }) => msg === 'mail written')!;
    expect(log.filter((line) => line.mail === mail && line.msg === 'mail sent')).toMatchObject([{ job: 'mail' }]);
    for (const value of [
      message.name,
      message.email,
      message.message,
      ana.clientId,
      ADDRESS.name,
      ADDRESS.address,
      ADDRESS.city,
    ])
      expect(shop.server.log()).not.toContain(value);
    await shop.dispose();
  });
});
