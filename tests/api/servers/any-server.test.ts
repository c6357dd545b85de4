import { once } from 'node:events';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeMaintenance } from '#src/server/maintenance/maintenance.service.ts';
import { newCustomer, PASSWORD } from '../../support/people/accounts.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { idsOf, ordersOfCheckout, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { newVisitor } from '../../support/people/visitor.ts';

let own: PayingShop;
let servers: RunningShop[];
let front: Server;
/** Sends each request to another server than the one before. */
let base: string;

const onBoth = <T>(ask: (url: string) => Promise<T>) => Promise.all(servers.map(({ url }) => ask(url)));

// On SQLite a shop has one server.
describe.runIf(process.env.TEST_ENGINE === 'postgres')('a proxy that alternates between servers', () => {
  beforeAll(async () => {
    own = await payingShop();
    servers = [own.server, await own.serve()];
    let turn = 0;
    front = http.createServer((req, res) => {
      const { url } = servers[turn++ % servers.length]!;
      const onward = http.request(url + req.url, { method: req.method!, headers: req.headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      });
      onward.on('error', () => res.destroy());
      req.pipe(onward);
    });
    await once(front.listen(0, '127.0.0.1'), 'listening');
    base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    front?.closeAllConnections();
    front?.close();
    await own?.dispose();
  });

  it('keeps a customer signed in, and signed out', async () => {
    const { visitor } = await newCustomer(base);
    const isSignedIn = async () => (await visitor.get<{ client: object | null }>('/api/session/')).body.client !== null;
    expect([await isSignedIn(), await isSignedIn(), await isSignedIn()]).toEqual([true, true, true]);
    expect((await visitor.post('/api/logout/')).status).toBeLessThan(300);
    expect([await isSignedIn(), await isSignedIn()]).toEqual([false, false]);
  });

  it('counts wrong passwords of all servers together', async () => {
    const { email } = await newCustomer(base);
    const stranger = newVisitor(base);
    const statuses: number[] = [];
    for (let guess = 0; guess < 11; guess++)
      statuses.push((await stranger.post('/api/login_verify/', { email, password: `${PASSWORD}${guess}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('captures a checkout of one server on the other, once', async () => {
    const ids = await idsOf(own.ctx);
    await setProduct(own.ctx, 'AGUA', { quantity_available: 10 });
    const [first, second] = servers as [RunningShop, RunningShop];
    const ana = await newBuyer(own.ctx, first.url);
    const { checkoutId, paypalOrderId } = await ana.begin([{ productId: ids.AGUA!, quantity: 2 }]);
    await own.paypal.approve(paypalOrderId);
    const [one, other] = await Promise.all([ana.at(second.url).capture(checkoutId), ana.capture(checkoutId)]);
    expect(one).toEqual(other);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(8);
    expect((await own.paypal.order(paypalOrderId)).captures).toHaveLength(1);
  });

  it('keeps a desk user signed in, who can act on either server', async () => {
    const owner = await newStaff(own.ctx, base, 'owner@laden.example', 'owner');
    for (const page of ['/desk', '/desk/orders', '/desk/orders', '/desk/stock'])
      expect((await owner.get(page)).status).toBe(200);
    expect((await owner.post('/desk/sign-out')).status).toBe(303);
    expect((await owner.get('/desk/orders')).status).toBe(303);
    expect((await owner.get('/desk/orders')).status).toBe(303);
  });

  it('shows a changed price on both servers at once, and finds a new product on both', async () => {
    const ids = await idsOf(own.ctx);
    const price = async (url: string) => {
      const { body } = await postCart(url, { lines: [{ productId: ids.AGUA!, quantity: 1 }] });
      return body.lines[0]?.price;
    };
    const found = async (url: string) =>
      (await request(url, '/api/search/tapioca/')).body.toString().includes('Tapioca');
    expect(await onBoth(price)).toEqual([4.99, 4.99]);
    expect(await onBoth(found)).toEqual([false, false]);
    await own.stock(
      [
        { cod_catalog: 'AGUA', real_price: '5.49' },
        { cod_catalog: 'TAP', product_name: 'Tapioca' },
      ],
      {},
      { partial: true },
    );
    expect(await onBoth(price)).toEqual([5.49, 5.49]);
    await expect.poll(() => onBoth(found)).toEqual([true, true]);
  });

  it('closes and opens both servers with the maintenance mode', async () => {
    const isClosed = async (url: string) => (await request(url, '/api/stock/')).status === 503;
    await changeMaintenance(own.ctx, true);
    await expect.poll(() => onBoth(isClosed)).toEqual([true, true]);
    await changeMaintenance(own.ctx, false);
    await expect.poll(() => onBoth(isClosed)).toEqual([false, false]);
  });
});
