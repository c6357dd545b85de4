import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shownEmail } from '#src/server/auth/email.ts';
import { hashToken } from '#src/server/http/session.ts';
import { saveMaintenance } from '#src/server/maintenance/maintenance.repository.ts';
import { newEmail } from '../../support/people/accounts.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent, mailsTo } from '../../support/outside/mails.ts';
import { idsOf, setProduct } from '../../support/people/order-rows.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const ROWS: Cells[] = [
  { cod_catalog: 'PALMITO', product_name: 'Palmito em Conserva', quantity_available: 0 },
  { cod_catalog: 'MATE', product_name: 'Mate Tostado', quantity_available: 0 },
  { cod_catalog: 'AGUA', product_name: 'Água de Coco', quantity_available: 3 },
  { cod_catalog: 'CERVEJA', product_name: 'Cerveja', quantity_available: 0, age_limit: 16, alcohol_percent: 4.8 },
];
const DAY_MS = 24 * 3600_000;

let own: StockedShop;
let smtp: MailServer;
let server: RunningShop;
let ids: Record<string, number>;

beforeAll(async () => {
  smtp = await startMailServer();
  own = await stockedShop(ROWS);
  // Two servers look for products that are back.
  [server] = (await Promise.all([0, 1].map(() => own.serve({ TRUST_PROXY: '1', SMTP_URL: smtp.url })))) as [
    RunningShop,
    RunningShop,
  ];
  ids = await idsOf(own.ctx);
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});
beforeEach(async () => {
  await setProduct(own.ctx, 'PALMITO', { quantity_available: 0 });
});

const wish = (values: object = {}) => ({
  productId: ids.PALMITO,
  email: newEmail(),
  languageLocale: 'de-DE',
  ...values,
});
const send = <T = { detail: string }>(body: object, headers: Record<string, string> = {}) =>
  newVisitor(server.url, headers).post<T>('/api/restock/', body);
const rowsOf = (email: string) =>
  own.ctx.db.read.selectFrom('restock_notices').selectAll().where('email', '=', email).execute();
const received = (email: string) => smtp.mails.filter(({ recipients }) => recipients.includes(email));

/** The path of the link in the latest mail that an address received. */
async function linkTo(email: string): Promise<string> {
  await allSent(own.ctx);
  return /http:\/\/localhost:4321(\/\S*restock\/[\w-]{43})\n/.exec(received(email).at(-1)?.text ?? '')?.[1] ?? '';
}

const open = (path: string, method = 'GET') => fetch(server.url + path, { method });
const press = (path: string, choice: string) =>
  fetch(server.url + path, { method: 'POST', body: new URLSearchParams({ choice }) });

/** A confirmed notice for a new address. */
async function confirmed(values: object = {}): Promise<{ email: string; link: string }> {
  const body = wish(values);
  expect((await send(body)).status).toBe(200);
  const link = await linkTo(body.email);
  expect((await press(link, 'confirm')).status).toBe(200);
  return { email: body.email, link };
}

describe('a restock request', () => {
  it.each([
    ['pt-BR', 'Falta confirmar o seu e-mail.', 'Confirme: avise-me quando chegar', ''],
    [
      'de-DE',
      'Bitte bestätigen Sie noch Ihre E‑Mail-Adresse.',
      'Bitte bestätigen: E-Mail, wenn wieder verfügbar',
      '/de',
    ],
    ['en-US', 'Please confirm your email address.', 'Please confirm: notify me when it’s back in stock', '/en'],
  ])(
    'in %s is stored unconfirmed, and its link is mailed in that language',
    async (languageLocale, detail, subject, prefix) => {
      const body = wish({ languageLocale });
      const { status, body: answer, headers } = await send(body);
      expect([status, answer]).toEqual([200, { detail }]);
      expect(headers.get('cache-control')).toBe('no-store');
      const link = await linkTo(body.email);
      expect(link.startsWith(`${prefix}/restock/`)).toBe(true);
      expect(received(body.email)).toMatchObject([{ subject, text: expect.stringContaining('Palmito em Conserva') }]);
      expect(await rowsOf(body.email)).toMatchObject([
        {
          product_id: ids.PALMITO,
          locale: languageLocale,
          confirmed_at: null,
          token_hash: hashToken(link.split('/').at(-1)!),
        },
      ]);
    },
  );

  it('stores its token in no table and no log', async () => {
    const body = wish();
    await send(body);
    const link = await linkTo(body.email);
    await open(link);
    expect(await mailsTo(own.ctx, body.email)).toMatchObject([{ kind: 'restock_confirmation', text: '', html: '' }]);
    expect(server.log()).not.toContain(link.split('/').at(-1));
  });

  it('gets the same answer and another mail when it is repeated', async () => {
    const { email } = await confirmed();
    const [known, unknown] = [await send(wish({ email: email.toUpperCase() })), await send(wish())];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await rowsOf(shownEmail(email.toUpperCase()))).toHaveLength(1);
  });

  it('is refused for a product that is in stock, unknown or not sold online', async () => {
    const email = newEmail();
    await setProduct(own.ctx, 'MATE', { withdrawn_at: own.ctx.now().toISOString() });
    for (const [productId, status, code] of [
      [ids.AGUA, 409, 'in_stock'],
      [2 ** 31 - 1, 404, 'not_found'],
      [ids.CERVEJA, 404, 'not_found'],
      [ids.MATE, 404, 'not_found'],
      [2 ** 31, 400, 'invalid_input'],
    ] as const) {
      const answer = await send<ErrorAnswer>(wish({ productId, email }));
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    await setProduct(own.ctx, 'MATE', { withdrawn_at: null });
    const wrong = await send<ErrorAnswer>(wish({ email: 'ana' }));
    expect(wrong).toMatchObject({ status: 400, body: { email: ['Geben Sie eine vollständige E‑Mail-Adresse an.'] } });
    expect([await rowsOf(email), await mailsTo(own.ctx, email)]).toEqual([[], []]);
  });
});

describe('the mailed restock link', () => {
  it('changes nothing when it is only opened, as mail scanners do', async () => {
    const body = wish();
    await send(body);
    const link = await linkTo(body.email);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await open(link, method);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect(await (await open(link)).text()).toContain('Ja, E‑Mail schicken');
    expect((await press(link, 'other')).status).toBe(200);
    expect(await rowsOf(body.email)).toMatchObject([{ confirmed_at: null }]);
  });

  it('confirms the request, and can still delete the address afterwards', async () => {
    const { email, link } = await confirmed();
    const [{ confirmed_at: first } = {}] = await rowsOf(email);
    expect(first).toMatch(/Z$/);
    expect(await (await press(link, 'confirm')).text()).toContain('Wir schreiben Ihnen');
    expect(await rowsOf(email)).toMatchObject([{ confirmed_at: first }]);
    const page = await (await open(link)).text();
    expect(page).not.toContain('Ja, E‑Mail schicken');
    expect(page).toContain('Benachrichtigung abbestellen');
    expect(await (await press(link, 'delete')).text()).toContain('Ihre Adresse ist gelöscht');
    expect(await rowsOf(email)).toEqual([]);
    for (const choice of ['confirm', 'delete'])
      expect(await (await press(link, choice)).text()).toContain('Dieser Link ist unvollständig oder gilt nicht mehr');
    expect(await rowsOf(email)).toEqual([]);
  });

  it('deletes all requests of the address for the product, and nothing else', async () => {
    const { email, link } = await confirmed();
    await send(wish({ email }));
    await send(wish({ email, productId: ids.MATE }));
    await press(link, 'delete');
    expect(await rowsOf(email)).toMatchObject([{ product_id: ids.MATE }]);
  });

  it('works while the shop is closed', async () => {
    const { email, link } = await confirmed();
    await own.ctx.db.write((tx) => saveMaintenance(tx, true));
    await until('the shop to close', async () => (await open('/de/cart')).status === 503);
    expect((await press(link, 'delete')).status).toBe(200);
    await own.ctx.db.write((tx) => saveMaintenance(tx, false));
    await until('the shop to open', async () => (await open('/de/cart')).status === 200);
    expect(await rowsOf(email)).toEqual([]);
  });
});

describe('the page of the restock form', () => {
  it('exists for a product that can return, and says when it is in stock', async () => {
    const { read } = own.ctx.db;
    const slugs = Object.fromEntries(
      (await read.selectFrom('products').select(['cod_catalog', 'slug']).execute()).map(({ cod_catalog, slug }) => [
        cod_catalog,
        slug,
      ]),
    );
    const page = async (slug = '') => {
      const response = await open(`/de/notify/${slug}`);
      return [response.status, await response.text()] as const;
    };
    expect(await page(slugs.PALMITO)).toEqual([200, expect.stringContaining('Zurzeit ausverkauft.')]);
    expect(await page(slugs.AGUA)).toEqual([200, expect.stringContaining('Das Produkt ist vorrätig.')]);
    for (const slug of [slugs.CERVEJA, 'nada']) expect((await page(slug))[0]).toBe(404);
    expect((await press(`/de/notify/${slugs.PALMITO}`, 'confirm')).status).toBe(405);
  });
});

describe('a restocked product', () => {
  it('is announced once to each confirmed address in its language, and the addresses are deleted', async () => {
    const [ana, eva, rui] = [await confirmed(), await confirmed({ languageLocale: 'en-US' }), wish()];
    await send(rui);
    // Confirmed twice: still one mail.
    await send(wish({ email: ana.email }));
    await press(await linkTo(ana.email), 'confirm');
    await setProduct(own.ctx, 'PALMITO', { quantity_available: 1 });
    const news = (email: string) =>
      received(email).filter(({ text }) => text?.includes('/product/palmito-em-conserva'));
    await until('both mails', () => news(ana.email).length > 0 && news(eva.email).length > 0);
    expect(news(ana.email)).toMatchObject([{ subject: 'Wieder da: Palmito em Conserva' }]);
    expect(news(ana.email)[0]?.text).toContain('http://localhost:4321/de/product/palmito-em-conserva\n');
    expect(news(eva.email)).toMatchObject([{ subject: 'Back in stock: Palmito em Conserva' }]);
    expect(await rowsOf(rui.email)).toHaveLength(1);
    expect(news(rui.email)).toEqual([]);
    for (const { email } of [ana, eva]) expect(await rowsOf(email)).toEqual([]);
    // Sold out and back again.
    await setProduct(own.ctx, 'PALMITO', { quantity_available: 0 });
    const ben = await confirmed();
    await setProduct(own.ctx, 'PALMITO', { quantity_available: 5 });
    await until('the mail to the new address', () => news(ben.email).length > 0);
    expect([ana, eva, ben].map(({ email }) => news(email).length)).toEqual([1, 1, 1]);
  });

  it('is announced to many addresses by two servers, once to each', async () => {
    const now = own.ctx.now().toISOString();
    const emails = Array.from({ length: 30 }, () => newEmail());
    await own.ctx.db.read
      .insertInto('restock_notices')
      .values(
        emails.map((email) => ({
          ...{ id: email, product_id: ids.PALMITO!, email, email_key: email, locale: 'pt-BR', token_hash: email },
          ...{ created_at: now, confirmed_at: now },
        })),
      )
      .execute();
    await setProduct(own.ctx, 'PALMITO', { quantity_available: 1 });
    await until('all mails', () => emails.every((email) => received(email).length > 0));
    await allSent(own.ctx);
    expect(emails.map((email) => received(email).length)).toEqual(emails.map(() => 1));
    expect((await Promise.all(emails.map(rowsOf))).flat()).toEqual([]);
  });
});

it('the server start deletes requests unconfirmed for a week or unanswered for a year, and copies of the mails', async () => {
  const daysAgo = (days: number) => new Date(own.ctx.now().getTime() - days * DAY_MS).toISOString();
  const { read } = own.ctx.db;
  const row = (id: string, created: number, confirmedAt: string | null = null) => ({
    ...{
      id,
      product_id: ids.MATE!,
      email: 'old@kunde.example',
      email_key: 'old@kunde.example',
      locale: 'pt-BR',
      token_hash: id,
    },
    ...{ created_at: daysAgo(created), confirmed_at: confirmedAt },
  });
  const rows = [row('u8', 8), row('u6', 6), row('c366', 380, daysAgo(366)), row('c364', 380, daysAgo(364))];
  await read.insertInto('restock_notices').values(rows).execute();
  const body = wish();
  await send(body);
  await allSent(own.ctx);
  const [mail] = await mailsTo(own.ctx, body.email);
  await read
    .insertInto('outbox')
    .values(
      [8, 6].map((days) => ({
        ...mail!,
        id: `copy-${days}`,
        recipient: 'old@kunde.example',
        kind: 'restock',
        sent_at: daysAgo(days),
      })),
    )
    .execute();
  await own.serve({ TRUST_PROXY: '1', SMTP_URL: smtp.url });
  await until('the old mail to go', async () => (await mailsTo(own.ctx, 'old@kunde.example')).length === 1);
  expect((await rowsOf('old@kunde.example')).map(({ id }) => id).sort()).toEqual(['c364', 'u6']);
  expect(await mailsTo(own.ctx, 'old@kunde.example')).toMatchObject([{ id: 'copy-6' }]);
});
