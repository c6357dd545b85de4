import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { emulatorControl, newOrder, startEmulator, type EmulatorControl } from '../../support/outside/emulator.ts';
import { PAYPAL_ACCOUNT } from '../../support/people/paypal-account.ts';
import { publicSite } from '../../support/shops/public-site.ts';
import { errorOf, valueOf } from '../../support/people/paypal-steps.ts';
import { request } from '../../support/outside/raw-http.ts';
import { logged, type RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
let server: RunningShop;
let control: EmulatorControl;

/** A shop on any free port; the context of this process asks PayPal where that shop does. */
async function serve(): Promise<void> {
  server = await own.serve({ LOG_LEVEL: 'info' });
  control = emulatorControl(server.url + EMULATOR_PATH);
  own.ctx.config.port = Number(new URL(server.url).port);
}

beforeAll(async () => {
  own = await stockedShop();
  await serve();
});
afterAll(() => own?.dispose());

describe('a shop without a PayPal account', () => {
  it('runs its own emulator, whose data survive a restart', async () => {
    const order = valueOf(await own.ctx.paypal.createOrder(newOrder()));
    expect(order.approveUrl).toBe(`${server.url}${EMULATOR_PATH}/checkoutnow?token=${order.id}`);
    await control.approve(order.id);
    await server.stop();
    const { port } = new URL(server.url);
    server = await own.serve({ PORT: port, LOG_LEVEL: 'info' });
    expect(valueOf(await own.ctx.paypal.captureOrder(order.id, 'capture-1')).captures).toHaveLength(1);
  });

  it('sends events to its own webhook', async () => {
    const { id } = valueOf(await own.ctx.paypal.createOrder(newOrder()));
    const { statuses } = await control.deliver({ order: id, event: 'CHECKOUT.ORDER.APPROVED', times: 2 });
    expect(statuses).toHaveLength(2);
    expect(statuses).not.toContain(0);
    await logged(server, '/api/paypal/webhook/');
  });

  it.each(['', '/', '/web-sdk/v6/core', '/window.css', '/window.js'])(
    'serves %s of the emulator with the headers of all responses',
    async (path) => {
      const { status, headers } = await request(server.url, EMULATOR_PATH + path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      });
    },
  );

  it('serves no other address of the emulator', async () => {
    expect((await request(server.url, `${EMULATOR_PATH}/v2/nada`)).status).toBe(404);
    expect((await request(server.url, `${EMULATOR_PATH}-not`)).headers['content-type']).toContain('text/html');
    expect((await request(server.url, `${EMULATOR_PATH}-not`, { method: 'POST' })).status).toBe(405);
  });

  it.each([
    ['another name, as after DNS rebinding', { host: 'shop.example' }],
    ['an address of the network', { host: '192.168.0.7:4321' }],
    ['a front server', { 'x-forwarded-for': '203.0.113.7' }],
    ['a front server that names its caller otherwise', { forwarded: 'for=203.0.113.7' }],
  ])('hides the emulator from requests that come by %s', async (_way, headers) => {
    for (const path of ['', '/', '/web-sdk/v6/core', '/emulator/orders'])
      expect((await request(server.url, EMULATOR_PATH + path, { headers })).status, path).toBe(404);
    const sent = { method: 'POST', headers, body: '{"call":"create","fault":"500"}' };
    expect((await request(server.url, `${EMULATOR_PATH}/emulator/next`, sent)).status).toBe(405);
    expect((await request(server.url, EMULATOR_PATH, { headers: { host: 'localhost' } })).status).toBe(200);
  });

  it('hides the emulator while it listens beyond this machine', async () => {
    const shop = await own.serve({ HOST: '0.0.0.0' });
    for (const path of ['', '/emulator/orders'])
      expect((await request(shop.url, EMULATOR_PATH + path)).status, path).toBe(404);
    await shop.stop();
  });

  it('refuses an endless body', async () => {
    const { status } = await request(server.url, `${EMULATOR_PATH}/v2/checkout/orders`, {
      method: 'POST',
      body: 'a'.repeat(1_000_001),
    });
    expect(status).toBe(413);
  });
});

describe('a shop with configured PayPal', () => {
  it.each([
    ['an account', PAYPAL_ACCOUNT],
    ['a public address', undefined],
    ['an emulator elsewhere', { PAYPAL_API_BASE: 'http://127.0.0.1:1' }],
  ])('serves no emulator: %s', async (_what, env) => {
    const site = env ? undefined : publicSite();
    const shop = await own.serve(env ?? site?.env);
    for (const path of ['', '/', '/web-sdk/v6/core', '/emulator/orders'])
      expect((await request(shop.url, EMULATOR_PATH + path)).status, path).toBe(404);
    expect((await request(shop.url, `${EMULATOR_PATH}/emulator/next`, { method: 'POST', body: '{}' })).status).toBe(
      405,
    );
    await shop.stop();
    site?.dispose();
  });

  it('uses the configured emulator', async () => {
    const emulator = await startEmulator();
    const other = await stockedShop();
    other.ctx.config.paypal.apiBase = emulator.url;
    const { id } = valueOf(await other.ctx.paypal.createOrder(newOrder()));
    expect((await emulator.orders()).map((order) => order.id)).toEqual([id]);
    expect(errorOf(await own.ctx.paypal.getOrder(id)).kind).toBe('not_found');
    await other.dispose();
    await emulator.stop();
  });
});
