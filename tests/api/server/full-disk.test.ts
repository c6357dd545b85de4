import { closeSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer } from '../../support/people/buyer.ts';
import { call, type ErrorAnswer } from '../../support/people/call.ts';
import { fillDisk, limitFiles } from '../../support/outside/full-disk.ts';
import { checkoutRow, idsOf, mailKindsTo, ordersOfCheckout, stockOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { post } from '../../support/people/post.ts';
import { request } from '../../support/outside/raw-http.ts';
import { logged, startShop } from '../../support/shops/server.ts';
import { until } from '../../support/until.ts';

let own: PayingShop;
let makeRoom: (() => Promise<void>) | undefined;

beforeAll(async () => {
  own = await payingShop({ PAYPAL_TIMEOUT_MS: '5000', LOG_LEVEL: 'error' });
});
afterAll(() => own?.dispose());
afterEach(() => empty());

const fill = async (room?: Parameters<typeof fillDisk>[2]) =>
  void (makeRoom = await fillDisk(own.ctx, own.server, room));
const walSize = () => statSync(path.join(own.env.DATA_DIR!, 'shop.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
async function empty(): Promise<void> {
  await makeRoom?.();
  makeRoom = undefined;
}
const readiness = async () => {
  const { status, body } = await call<{ status: string; checks: { database: string } }>(own.server.url, '/api/ready/');
  return [status, body.status, body.checks.database];
};
const consent = () => post<ErrorAnswer>(own.server.url, '/api/consent/', { choice: 'all', version: '1' });

describe('a full disk', { retry: 0 }, () => {
  it('makes the server not ready within five seconds with the reason, reads still work, and it recovers once there is room', async () => {
    expect(await readiness()).toEqual([200, 'ready', 'ok']);
    await fill();
    await until('it is not ready', async () => (await readiness())[0] === 503, 5);
    expect(await readiness()).toEqual([503, 'not_ready', 'not_writable']);
    for (const address of ['/api/health/', '/', '/de/cart', '/api/stock/', '/search/coco'])
      expect((await request(own.server.url, address)).status, address).toBe(200);
    await empty();
    await until('it is ready', async () => (await readiness())[0] === 200, 5);
    expect((await consent()).status).toBe(201);
  });

  it.each<[what: string, path: string, body: object]>([
    ['a choice about cookies', '/api/consent/', { choice: 'all', version: '1' }],
    ['a login', '/api/login_verify/', { email: 'ana@kunde.example', password: 'Guaraná-1' }],
    ['a message', '/api/contact/', { name: 'Ana', email: 'ana@kunde.example', subject: 'elogio', message: 'Saudades' }],
  ])('answers %s with 503 and Retry-After, and logs it', async (_what, address, body) => {
    await fill();
    const answer = await post<ErrorAnswer>(own.server.url, address, body, { 'accept-language': 'en' });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body).toMatchObject({
      code: 'service_unavailable',
      detail: expect.stringContaining('temporarily unavailable'),
    });
    await logged(own.server, own.ctx.db.engine === 'sqlite' ? 'SQLITE_' : 'No space left on device');
  });

  it('answers a form without scripts with 503, Retry-After and an explanation', async () => {
    await fill();
    const { status, headers, body } = await request(own.server.url, '/de/withdrawal', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        name: 'Ana',
        email: 'ana@kunde.example',
        orderNumber: '1',
        part: '',
        step: 'confirm',
      }).toString(),
    });
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body.toString()).toContain('<html lang="de-DE"');
  });

  it('leaves no part of an order, and the same order succeeds once there is room', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }];
    const before = await stockOf(own.ctx, 'AGUA');
    // There is room for the first page of the transaction, or for the stock, which is taken before the checkout is
    // written.
    await fill({ bytes: walSize() + 5000, tables: ['rate_limits', 'products'] });
    const refused = await ana.tryBegin(lines, { requestId: 'full-disk-request-1' });
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before);
    expect(
      await own.ctx.db.read.selectFrom('checkouts').select('id').where('client_id', '=', ana.clientId).execute(),
    ).toEqual([]);
    await empty();
    await ana.begin(lines, { requestId: 'full-disk-request-1' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(before - 2);
  });

  it('loses log lines when it affects the log too, but the server keeps running and can still be stopped', async () => {
    const file = openSync(path.join(own.env.DATA_DIR!, 'shop.log'), 'a');
    const logging = await startShop({ ...own.env, LOG_LEVEL: 'info' }, undefined, undefined, file);
    limitFiles(logging);
    for (let n = 0; n < 20; n++)
      for (const address of ['/', '/api/stock/']) expect((await request(logging.url, address)).status).toBe(200);
    expect(logging.process.exitCode).toBeNull();
    await logging.stop();
    expect(logging.process.exitCode).toBe(0);
    closeSync(file);
  });

  it('gives 503 after PayPal’s capture, and a repeated request creates one order', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const { checkoutId, paypalOrderId } = await ana.begin([
      { productId: (await idsOf(own.ctx)).GUARANA ?? 0, quantity: 1 },
    ]);
    await own.paypal.approve(paypalOrderId);
    await own.paypal.next({ call: 'capture', fault: 'slow', ms: 2000 });
    const before = (await own.paypal.calls()).capture ?? 0;
    const captured = ana.tryCapture(checkoutId);
    await until('PayPal is asked to capture', async () => ((await own.paypal.calls()).capture ?? 0) > before);
    await fill();
    const refused = await captured;
    expect([refused.status, refused.body.code]).toEqual([503, 'service_unavailable']);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toEqual([]);
    await empty();
    // The server gives its claim back once it can write. Without that the claim would last 45 s.
    await until(
      'the claim of the capture that failed ends',
      async () => (await checkoutRow(own.ctx, checkoutId)).settling_by === null,
      20,
    );
    expect((await ana.capture(checkoutId)).status).toBe('success');
    expect((await own.paypal.order(paypalOrderId)).captures).toHaveLength(1);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
    expect(await mailKindsTo(own.ctx, ana.email)).toEqual(['order_confirmation']);
  });
});
