import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { requireOwnDatabase } from '#src/server/db/rehearsal-mark.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { freshShop } from '../../support/shops/fresh-shop.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { mailFiles } from '../../support/outside/mails.ts';
import { ownSite, type OwnSite } from '../../support/shops/own-site.ts';
import { request } from '../../support/outside/raw-http.ts';
import { PUBLIC_SHOP } from '../../support/people/paypal-account.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';

const MATE = { cod_catalog: 'BEB-001', product_name: 'Mate Tostado', quantity_available: '9' };
/** As a front server passes a visitor's request on. */
const VISITOR = { host: 'shop.example', 'x-forwarded-for': '203.0.113.7' };

let mailServer: MailServer;
let site: OwnSite;
let shop: RunningShop;

beforeAll(async () => {
  mailServer = await startMailServer();
  const settings = {
    REHEARSAL: 'on',
    REHEARSAL_MAIL_TO: '@takes-part.example',
    SMTP_URL: mailServer.url,
    SHOP_EMAIL: 'Owner@takes-part.example',
  };
  site = await ownSite([MATE], {}, { settings });
  shop = await site.open();
});
afterAll(async () => {
  await site?.dispose();
  await mailServer?.stop();
});

it('a rehearsal shop says on every page that nothing is sold, and asks search engines not to index it', async () => {
  for (const [path, line] of [
    ['/', 'Loja em teste'],
    ['/de/product/mate-tostado', 'Probebetrieb'],
    ['/en/search/mate', 'Rehearsal'],
    ['/de/none', 'Probebetrieb'],
    ['/fr/none', 'Loja em teste'],
    ['/desk/sign-in', 'Probebetrieb'],
  ] as const) {
    const { body, headers } = await request(shop.url, path, { headers: { 'accept-language': 'de' } });
    expect(body.toString(), path).toContain(`<p class="rehearsal">${line}`);
    expect(body.toString(), path).toContain('<meta name="robots" content="noindex">');
    expect(headers['x-robots-tag'], path).toBe('noindex');
  }
  // The skip link waits above its container, so the line must be inside it: before it, the link would cover the line.
  expect((await request(shop.url, '/')).body.toString()).toMatch(/<a class="skip"[^]{0,300}<p class="rehearsal">/);
  expect((await request(shop.url, '/rehearsal.css')).status).toBe(200);
  expect((await request(shop.url, '/feed.xml')).headers['x-robots-tag']).toBe('noindex');
});

it('a rehearsal shop lets a visitor pay at the emulator through a front server, which exposes nothing else of it', async () => {
  for (const path of ['/web-sdk/v6/core', '/window.js', '/window.css'])
    expect((await request(shop.url, EMULATOR_PATH + path, { headers: VISITOR })).status, path).toBe(200);
  for (const path of [
    '',
    '/',
    '/v1/oauth2/token',
    '/v2/checkout/orders/1',
    '/emulator/orders',
    '/checkoutnow/../emulator/orders',
  ])
    expect((await request(shop.url, EMULATOR_PATH + path, { headers: VISITOR })).status, path).toBe(404);

  const buyer = await newBuyer(site.ctx, shop.url);
  const productId = (await site.ctx.db.read.selectFrom('products').select('id').executeTakeFirstOrThrow()).id;
  const { checkoutId, paypalOrderId } = await buyer.begin([{ productId, quantity: 1 }]);
  const approved = await fetch(`${shop.url}${EMULATOR_PATH}/checkoutnow`, {
    method: 'POST',
    body: new URLSearchParams({ token: paypalOrderId, decision: 'approve' }),
    headers: { 'x-forwarded-for': VISITOR['x-forwarded-for'] },
    redirect: 'manual',
  });
  expect(approved.status).toBe(303);
  await buyer.capture(checkoutId);

  const { content } = await site.ctx.db.read.selectFrom('invoices').select('content').executeTakeFirstOrThrow();
  expect(JSON.parse(content)).toMatchObject({
    title: expect.stringMatching(/^TEST: /),
    notes: expect.arrayContaining([expect.stringContaining('Probebetrieb')]),
  });

  await mailServer.received(1);
  await until('the buyer’s mail is a file', () => mailFiles(site.ctx).length > 0);
  expect(mailServer.mails.map(({ recipients }) => recipients)).toEqual([['Owner@takes-part.example']]);
  expect(mailServer.mails[0]!.subject).toMatch(/^\[Test\] /);
});

it('a rehearsal shop and a real shop never share a database', async () => {
  const start = (db: typeof site.ctx.db, isRehearsal: boolean) =>
    requireOwnDatabase({ config: { isRehearsal, isLocal: false }, db });
  await expect(start(site.ctx.db, false)).rejects.toThrow('this database belongs to a rehearsal');
  await start(site.ctx.db, true);
  // As if its orders had been paid.
  await site.ctx.db.read.deleteFrom('settings').where('name', '=', 'rehearsal').execute();
  await expect(start(site.ctx.db, true)).rejects.toThrow('this database has orders already');
  const fresh = await freshShop();
  await start(fresh.ctx.db, false);
  await start(fresh.ctx.db, true);
  // A build would publish the pages of the other kind, and `mail retry` would send its mails.
  expect(await shopHere(['mail', 'list'], { ...fresh.env, ...PUBLIC_SHOP })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('belongs to a rehearsal'),
  });
  await expect(start(fresh.ctx.db, false)).rejects.toThrow('belongs to a rehearsal');
  await fresh.dispose();
});
