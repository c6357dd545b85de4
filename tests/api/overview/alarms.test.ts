import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkAlarms } from '#src/features/overview/server/alarms.service.ts';
import type { Context } from '#src/server/context.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent } from '../../support/outside/mails.ts';
import { minutesAgo } from '../../support/people/order-rows.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3600_000;
const LOGIN = 'PayPal refuses the login of the shop';
const PAYMENTS = 'The latest attempts to pay failed at PayPal';
const AWAY = 'PayPal has not answered the shop for ten minutes';
const BACKUP = 'no good backup for more than 26 hours';

let own: PayingShop;
let smtp: MailServer;
let owner: DeskVisitor;

beforeAll(async () => {
  smtp = await startMailServer();
  own = await payingShop({
    SHOP_EMAIL: 'inbox@shop.example',
    SHOP_LOCALE: 'en-US',
    SMTP_URL: smtp.url,
    PAYPAL_TIMEOUT_MS: '1000',
  });
  owner = await newStaff(own.ctx, own.server.url, 'owner@example.org', 'owner');
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});
beforeEach(async () => {
  await own.paypal.reset();
  await own.ctx.db.read
    .updateTable('checkouts')
    .set({ created_at: minutesAgo(own.ctx, 400) })
    .execute();
});

const shopAt = ({ hours = 0, isPublic = false }): Context =>
  Object.create(own.ctx, {
    now: { value: () => new Date(Date.now() + hours * HOUR_MS) },
    config: { value: { ...own.ctx.config, isLocal: !isPublic } },
  }) as Context;
const mailed = async () => {
  await allSent(own.ctx);
  return smtp.mails.filter(({ messageId }) => messageId?.startsWith('<alarm-')).map(({ subject }) => subject);
};
const today = async () => (await owner.get('/desk')).text;
/** Again if needed: once a minute the shop's own server, with its clock and files, ends what it finds no reason for. */
const untilTold = (words: string | RegExp, check: () => Promise<void>, read = today) =>
  until(`${String(words)} under Today`, async () => {
    await check();
    return (await read()).search(words) >= 0;
  });
const tryToPay = async () => (await (await newBuyer(own.ctx, own.server.url)).tryBegin([own.line('AGUA')])).status;

it('a server whose PayPal login is refused serves pages, mails the owner at its start and says so under Today', async () => {
  const account = { PAYPAL_CLIENT_ID: 'another', PAYPAL_CLIENT_SECRET: 'wrong', PAYPAL_WEBHOOK_ID: 'ABC' };
  const server = await own.serve({ ...account, LOG_LEVEL: 'error' });
  await until('the alarm is on', async () => (await today()).includes(LOGIN));
  expect((await fetch(`${server.url}/de/login`)).status).toBe(200);
  expect(server.log()).toContain(LOGIN);
  await server.stop();
  expect(await mailed()).toEqual(['Nobody can pay: PayPal refuses the shop’s login']);
  await checkAlarms(own.ctx); // of a server with the right login
  expect(await today()).not.toContain(LOGIN);
});

it('the owner is mailed once that nobody can pay, and Today says so until a payment works', async () => {
  await own.paypal.next({ call: 'create', fault: 'PAYEE_ACCOUNT_RESTRICTED', times: 3 });
  expect([await tryToPay(), await tryToPay()]).toEqual([503, 503]);
  await checkAlarms(own.ctx);
  expect(await today(), 'two failures may be chance').not.toContain(PAYMENTS);
  expect(await tryToPay()).toBe(503);
  await Promise.all([checkAlarms(own.ctx), checkAlarms(own.ctx)]);
  await checkAlarms(own.ctx);
  expect(await today()).toContain(PAYMENTS);
  const sent = await mailed();
  expect(sent.filter((subject) => subject === 'Nobody can pay: PayPal accepts no payments')).toHaveLength(1);

  expect(await tryToPay()).toBe(201);
  await checkAlarms(own.ctx);
  expect(await today()).not.toContain(PAYMENTS);
});

it('the owner is mailed when PayPal has not answered for ten minutes, even if nobody tries to pay', async () => {
  let hours = 0;
  const now = () => Date.now() + hours * HOUR_MS;
  // The process that watches has logged in before, so its access token is valid for hours.
  const paypal = own.paypal.gateway({ timeoutMs: 1000, now });
  const watching = () => Object.create(shopAt({ hours }), { paypal: { value: paypal } }) as Context;
  await checkAlarms(watching());
  await own.paypal.next({ call: 'token', fault: '500', times: 100 });
  hours = 0.2;
  await checkAlarms(watching());
  expect(await today(), 'a short outage ends by itself').not.toContain(AWAY);
  await untilTold(AWAY, () => {
    hours += 0.2;
    return checkAlarms(watching());
  });
  expect(await mailed()).toContain('Nobody can pay: PayPal does not answer');
  await own.paypal.reset();
  hours += 0.1;
  await checkAlarms(watching());
  expect(await today()).not.toContain(AWAY);
});

it('the owner is not told that PayPal is away while it asks the shop for fewer calls', async () => {
  let hours = 0;
  const paypal = own.paypal.gateway({ timeoutMs: 1000, now: () => Date.now() + hours * HOUR_MS });
  const watching = () => Object.create(shopAt({ hours }), { paypal: { value: paypal } }) as Context;
  await own.paypal.next({ call: 'token', fault: '429', times: 100 });
  for (hours of [0, 0.2, 0.4]) await checkAlarms(watching());
  expect(await today()).not.toContain(AWAY);
});

it('one buyer whose address PayPal refuses repeatedly raises no alarm', async () => {
  await own.paypal.next({ call: 'create', fault: 'SHIPPING_ADDRESS_INVALID', times: 4 });
  const buyer = await newBuyer(own.ctx, own.server.url);
  for (let turn = 0; turn < 4; turn++) expect((await buyer.tryBegin([own.line('AGUA')])).status).toBe(422);
  await checkAlarms(own.ctx);
  expect(await today()).not.toContain(PAYMENTS);
});

it('failures older than six hours raise no alarm', async () => {
  await own.paypal.next({ call: 'create', fault: 'PAYEE_ACCOUNT_RESTRICTED', times: 3 });
  for (let failure = 0; failure < 3; failure++) await tryToPay();
  await checkAlarms(shopAt({ hours: 6 }));
  expect(await today()).not.toContain(PAYMENTS);
});

it('a public shop is warned after 26 hours without a good backup, and a backup ends the alarm', async () => {
  await checkAlarms(shopAt({ isPublic: true }));
  await checkAlarms(shopAt({ isPublic: true, hours: 25 }));
  expect(await today()).not.toContain(BACKUP);
  await checkAlarms(shopAt({ isPublic: false, hours: 27 }));
  expect(await today(), 'a shop on a loopback address is a trial').not.toContain(BACKUP);
  await untilTold(BACKUP, () => checkAlarms(shopAt({ isPublic: true, hours: 27 })));
  expect(await mailed()).toContain('No backup for more than 26 hours');

  expect(await shopHere(['backup', '--verify'], own.env)).toMatchObject({ code: 0 });
  await checkAlarms(shopAt({ isPublic: true, hours: 25 }));
  expect(await today()).not.toContain(BACKUP);
});

it('the owner is warned about an expired legal text, and a valid one ends the alarm', async () => {
  const contentDir = path.join(own.env.DATA_DIR!, 'content');
  writeContent(contentDir, {});
  const place = path.join(contentDir, 'legal/impressum.de-DE.md');
  const text = readFileSync(place, 'utf8');
  const server = await own.serve({ CONTENT_DIR: contentDir });
  const inDesk = async () =>
    (await (await newStaff(own.ctx, server.url, `${randomUUID()}@example.org`, 'owner')).get('/desk')).text;
  const elsewhere = Object.create(own.ctx, { config: { value: { ...own.ctx.config, contentDir } } }) as Context;
  await checkAlarms(elsewhere);
  expect(await mailed()).not.toContain('A legal text is no longer valid');
  writeFileSync(place, text.replace('draft:', 'valid_to: 2026-01-31\ndraft:'));
  await untilTold(
    /not valid today or can’t be read: \S+impressum\.de-DE\.md: was valid until 2026-01-31/,
    () => checkAlarms(elsewhere),
    inDesk,
  );
  expect(await mailed()).toContain('A legal text is no longer valid');
  writeFileSync(place, text);
  await checkAlarms(elsewhere);
  expect(await inDesk()).not.toContain('not valid today');
  await server.stop();
});
