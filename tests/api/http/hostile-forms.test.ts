import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertProof } from '#src/features/account/server/address-proof.repository.ts';
import { insertNotice } from '#src/features/restock/server/restock.repository.ts';
import { FORM_ID, FORM_TOKEN } from '#src/desk/form-token.ts';
import { hashToken } from '#src/server/http/session.ts';
import { isFormPage } from '#src/shared/paths.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { camt } from '../../support/data/statements.ts';
import { busyDesk, DELIVERY, RECALL, type BusyDesk } from '../../support/shops/busy-desk.ts';
import { REVIEW_TOKEN } from '../../support/shops/review-shop.ts';
import { mistypedForms, refusedFields, sendMistyped } from '../../support/texts/refused-forms.ts';
import { newDeskVisitor, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { inTurn, measure, ownTexts, SHORT_TEXTS, WORST } from '../../support/texts/hostile-walk.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { fieldsInSources, routeOf, routesOf } from '../../support/texts/page-sources.ts';
import { formsIn, type HtmlForm } from '../../support/texts/html-forms.ts';
import type { WarmShop } from '../../support/shops/server.ts';

/** A form and the address of the page that shows it. */
type Shown = [page: string, form: HtmlForm];
/** The walks use up what the shop offers, such as a mailed key: a second try would meet other forms. */
const ONCE = { retry: 0, timeout: 300_000 };

type Send = (url: string, form: FormData | undefined) => Promise<unknown>;

let own: BusyDesk;
let deskForms: Shown[] = [];
const slow: string[] = [];

beforeAll(async () => {
  own = await busyDesk();
});
afterAll(() => own?.dispose());

/**
 * Sends a form with hostile text in one field at a time, and in its address; `skipped` fields are the same in all
 * forms.
 */
async function walk([page, form]: Shown, send: Send, skipped: readonly string[] = []): Promise<void> {
  const url = new URL(form.action, new URL(page, own.server.url));
  const at = `${form.isPost ? 'POST' : 'GET'} ${url.pathname} ${JSON.stringify(form.fields).slice(0, 80)}`;
  const fields = { ...form.fields, ...('current' in form.fields && { current: STAFF_PASSWORD }) };
  // Lists repeat the fields of a product or an order: `quantity-AGUA`.
  const kindOf = (name: string) => name.replace(/-[A-Z0-9-]+$/, '');
  const names = Object.keys(fields).filter((name) => !skipped.includes(name));
  // The forms of one address have the same reader: those of each product, each kind of product and each button.
  const route = isWholeMatrix ? undefined : routeOf(url.pathname, DESK_ROUTES);
  const readerOf = (name: string) => (route ? `${form.isPost} ${route} ${name === 'act' && form.fields.act}` : at);
  const fresh = names.filter((name) => isFirst(`${readerOf(name)} ${kindOf(name)}`));
  const places = fresh.length > 0 ? fresh : names.slice(0, 1);
  const ask = async (more: Record<string, string>, query = url.searchParams) => {
    // Wrong passwords must not lock out the next request.
    await endWindows(own.ctx);
    const data = new FormData();
    // A form that is sent again with the same id is not read again.
    for (const [name, value] of Object.entries({
      ...fields,
      ...(FORM_ID in fields && { [FORM_ID]: randomUUID() }),
      ...more,
    }))
      data.set(name, value);
    return send(
      `${url.pathname}?${form.isPost ? query : new URLSearchParams([...data] as [string, string][])}`,
      form.isPost ? data : undefined,
    );
  };
  const { server } = own;
  for (const [field, name, text] of inTurn(places, ownTexts(form.isPost ? WORST : SHORT_TEXTS)))
    await measure(server as WarmShop, slow, `${at} ${field}, ${name}`, text, (value) => ask({ [field]: value }));
  for (const [parameter, name, text] of inTurn(form.isPost ? [...url.searchParams.keys()] : [], SHORT_TEXTS))
    await measure(server as WarmShop, slow, `${at} ?${parameter}, ${name}`, text, (value) => {
      const query = new URLSearchParams(url.searchParams);
      query.set(parameter, value);
      return ask({}, query);
    });
}

const walked = new Set<string>();
const isFirst = (place: string) => walked.size < walked.add(place).size;

const DESK_ROUTES = routesOf('desk');

/** Of an app for one-time codes. */
const SECRET = 'JBSWY3DPEHPK3PXP';
/** Pages of one route have nearly the same forms. */
const MOST_PAGES = isWholeMatrix ? 10 : 2;

it('every shop form handles hostile text in little processor time', ONCE, async () => {
  const key = await mailedKey();
  const pages: Record<string, string> = {
    // It offers a label to the buyer who has withdrawn.
    '/order/[orderNumber]': `/de/order/${own.orders.sent}`,
    '/order/takeover': `/de/order/takeover?key=${key}`,
    '/previous-purchases': '/de/previous-purchases',
    '/report-review/[id]': `/de/report-review/${own.review}`,
    '/restock/[token]': `/de/restock/${key}`,
    '/review/[token]': `/de/review/${REVIEW_TOKEN}`,
    '/withdrawal': `/de/withdrawal?order=${own.orders.paid}&key=x`,
  };
  const routes = routesOf('[[]...locale]').map((route) => route.replace('/[...locale]', ''));
  expect(routes.filter((route) => isFormPage(route))).toEqual(Object.keys(pages));
  const review = new FormData();
  for (const [name, value] of Object.entries({
    name: 'Ana',
    email: own.buyer.email,
    orderNumber: own.orders.paid,
    step: 'review',
  }))
    review.set(name, value);
  for (const [route, page] of Object.entries(pages)) {
    const html = [
      await own.buyer.text(page),
      ...(route === '/withdrawal' ? [await own.buyer.sendForm(page, review)] : []),
    ];
    const forms = html.flatMap(formsIn).filter(({ isPost }) => isPost);
    expect(forms.length, route).toBeGreaterThan(0);
    for (const form of forms) await walk([page, form], (url, data) => own.buyer.sendForm(url, data!));
  }
  expect(slow.splice(0)).toEqual([]);
});

/** The secret of two links that were mailed to the buyer. */
async function mailedKey(): Promise<string> {
  const { ctx, buyer } = own;
  const key = randomUUID();
  const at = ctx.now().toISOString();
  const expiresAt = new Date(ctx.now().getTime() + 86_400_000).toISOString();
  const notice = {
    id: randomUUID(),
    product_id: own.line('MATE').productId,
    email: buyer.email,
    email_key: buyer.email,
  };
  await ctx.db.write(async (tx) => {
    await insertNotice(tx, {
      ...notice,
      locale: 'de-DE',
      token_hash: hashToken(key),
      created_at: at,
      confirmed_at: null,
    });
    await insertProof(tx, { tokenHash: hashToken(key), clientId: buyer.clientId, expiresAt });
  });
  return key;
}

// Before the other forms of the desk, one of which makes a new invitation.
it('sign-in forms of the desk handle hostile text in little processor time', ONCE, async () => {
  const { url } = own.server;
  await setFactor(SECRET);
  const entering = newDeskVisitor(url);
  await entering.post('/desk/sign-in', { email: 'ana@example.org', password: STAFF_PASSWORD });
  const doors: [string, () => DeskVisitor][] = [
    ['/desk/sign-in', () => newDeskVisitor(url)],
    ['/desk/sign-in', () => entering],
    [`/desk/welcome/${own.invitation}`, () => newDeskVisitor(url)],
  ];
  for (const [page, visitor] of doors) {
    const forms = formsIn((await visitor().get(page)).html).filter(({ action }) => action !== '/desk/sign-out');
    expect(forms.length, page).toBeGreaterThan(0);
    for (const form of forms) await walk([page, form], (to, data) => visitor().post(to, data!), [FORM_TOKEN]);
  }
  expect(slow.splice(0)).toEqual([]);
});

it(
  'a refused form of the desk marks the field that is wrong, with the reason beside it and the focus in it',
  ONCE,
  async () => {
    await setFactor(null);
    for (const mistyped of await mistypedForms(own)) {
      const [page, , [first, ...others]] = mistyped;
      const { html, status } = await sendMistyped(own, mistyped);
      expect.soft(status, page).toBe(400);
      expect.soft(Object.keys(refusedFields(html)), page).toEqual([`*${first}`, ...others]);
      expect.soft(Object.values(refusedFields(html)), page).not.toContain('');
    }
  },
);

it('every page of the desk is found by links and forms, and every field that its sources name', ONCE, async () => {
  const { owner, orders } = own;
  await setFactor(null);
  const seen: Record<string, Set<string>> = {};
  const waiting = [
    '/desk',
    ...Object.values(orders).flatMap((number) => [`/desk/orders/${number}`, `/desk/packing/${number}`]),
    '/desk/texts/own?q=a',
    // Only these have dated units.
    ...['GUARANA', 'GUARANA-900131'].map((code) => `/desk/stock/${code}`),
    // Not only as a link from an order, whose buyer is known.
    '/desk/offers/new',
  ];
  // Each of these orders has forms of its own.
  const named = new Set(waiting);
  // A button leads there, by a redirect.
  waiting.push(`/desk/orders/carrier-file?orders=${own.orders.packed}`);
  const forms = new Map<string, Shown>();
  const broken: string[] = [];
  const add = (page: string, html: string) => {
    for (const form of formsIn(html)) {
      const address = form.action.replace(/#.*/, '') || page;
      if (!form.isPost) waiting.push(`${address.replace(/\?.*/, '')}?${new URLSearchParams(form.fields)}`);
      const { act } = form.fields;
      const like = [routeOf(address, DESK_ROUTES), form.isPost, act, Object.keys(form.fields)];
      forms.set(JSON.stringify(like), [page, form]);
    }
  };
  for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
    const route = routeOf(page, [...DESK_ROUTES, ...routesOf('desk', 'ts')]);
    if (!route || !DESK_ROUTES.includes(route) || route === '/desk/sign-out') continue;
    const pages = (seen[route] ??= new Set());
    if (pages.has(page) || (pages.size >= MOST_PAGES && !named.has(page))) continue;
    pages.add(page);
    const { html, status } = await owner.get(page);
    if (status >= 400) broken.push(`${status} ${page}`);
    add(page, html);
    waiting.push(...[...html.matchAll(/(?:href|action)="(\/desk[^"]*)"/g)].map(([, to = '']) => decodeEntities(to)));
  }
  expect(broken).toEqual([]);
  await setFactor(SECRET);
  add('/desk/account/second-factor', (await owner.get('/desk/account/second-factor')).html);
  for (const [page, fields] of secondSteps())
    add(page, (await owner.get(`${page}?${new URLSearchParams(fields)}`)).html);
  add('/desk/products/recalls/new', (await owner.post('/desk/products/recalls/new', RECALL)).html);
  const statement = new FormData();
  const line = { day: '2026-11-25', amount: '9.99', name: 'Ana', text: own.unpaid };
  statement.append('statement', new File([camt([line])], 'a.xml'));
  const statements = '/desk/money/transfers/statement';
  add(statements, (await owner.post(statements, statement)).html);
  const list = '/desk/orders/tracking-list';
  const lines = `${own.orders.packed} 00340434161094000014`;
  add(list, (await owner.post(list, { lines, carrier: 'dhl' })).html);
  const deliveries = '/desk/stock/deliveries/new';
  add(deliveries, (await owner.post(deliveries, { ...DELIVERY, note: '2' })).html);
  const lists = '/desk/products/price-list';
  const columns = { column_ean: 'EAN', column_code: 'Code', column_cost: 'EK', rule: 'follow', euros: 'yes' };
  for (const act of ['read', 'show']) {
    const list = new FormData();
    list.append('file', new File(['EAN;Code;EK\n;GUARANA;1,50\n'], 'a.csv'));
    for (const [name, value] of Object.entries({ ...columns, supplier: DELIVERY.supplier, act }))
      list.append(name, value);
    add(lists, (await owner.post(lists, list)).html);
  }
  const conversion = new FormData();
  conversion.append(
    'file',
    new File([readFileSync('tests/support/data/exports/shopify-products_export.csv')], 'a.csv'),
  );
  for (const [name, value] of Object.entries({ system: 'shopify', language: 'de-DE' })) conversion.append(name, value);
  const converting = '/desk/products/convert';
  add(converting, (await owner.post(converting, conversion)).html);
  const shown = [...forms.values()];
  const posted = shown.map(([page, { action }]) => routeOf(action || page, DESK_ROUTES));
  expect(DESK_ROUTES.filter((route) => !seen[route] && !posted.includes(route))).toEqual([
    // Nothing leads to an address that does not exist.
    '/desk/[...unknown]',
    '/desk/failed',
    '/desk/refused',
    '/desk/sign-in',
    '/desk/welcome/[token]',
  ]);
  const met = new Set(
    shown.flatMap(([, { fields }]) => Object.entries(fields).flatMap(([name, value]) => [name, `${name}=${value}`])),
  );
  expect(fieldsInSources().filter((name) => !met.has(name))).toEqual([]);
  deskForms = shown;
});

/** A walk through all of them takes minutes on a busy machine. */
const PARTS = 10;
/** `npm test` walks through a sixth of them, each run through another one; `HOSTILE_SHARE` repeats a run's. */
const SHARES = 6;
const SHARE = Number(process.env.HOSTILE_SHARE ?? Math.floor(Math.random() * SHARES));

it.each(Array.from({ length: PARTS }, (_, index) => index + 1))(
  `every desk form handles hostile text in little processor time (part %i of ${PARTS})`,
  ONCE,
  async (part) => {
    const { owner } = own;
    // Forms of one room stand together and take about as long.
    const forms = deskForms.filter((_, at) => at % PARTS === part - 1);
    expect(forms.length).toBeGreaterThan(5);
    for (const form of forms.filter((_, at) => isWholeMatrix || at % SHARES === SHARE))
      await walk(form, (url, data) => (data ? owner.post(url, data) : owner.get(url)), [FORM_TOKEN, FORM_ID]);
    expect(slow.splice(0), `HOSTILE_SHARE=${SHARE} repeats it`).toEqual([]);
  },
);

/** Sets or removes the owner's second factor. */
const setFactor = (totp_secret: string | null) =>
  own.ctx.db.read.updateTable('staff').set({ totp_secret }).where('email', '=', 'ana@example.org').execute();

/** Forms whose answer has another form. */
const secondSteps = (): [page: string, fields: Record<string, string>][] => [
  ['/desk/orders/bulk', { act: 'pack', order: own.orders.paid }],
  ['/desk/orders/bulk', { act: 'handOver', order: own.orders.packed }],
  ['/desk/orders/bulk', { act: 'deliver', order: own.orders.sent }],
  [`/desk/orders/${own.orders.paid}/refund`, { what: 'all' }],
  ['/desk/products/prices', { percent: '5' }],
];
