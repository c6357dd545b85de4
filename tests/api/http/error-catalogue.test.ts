import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_ADDRESSES } from '#src/features/account/client-address.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import type { ErrorKind } from '#src/server/http/errors.ts';
import { saveMaintenance } from '#src/server/maintenance/maintenance.repository.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { newCustomer, PASSWORD, person, type Customer } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Buyer, type Line } from '../../support/people/buyer.ts';
import type { Answer, ErrorAnswer } from '../../support/people/call.ts';
import { fillDisk } from '../../support/outside/full-disk.ts';
import { newGuest } from '../../support/people/guest.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { idsOf, setProduct } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import type { Code } from '../../support/shops/paying-shop.ts';
import { transferShop } from '../../support/shops/transfer-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { until } from '../../support/until.ts';
import { newVisitor, type Visitor } from '../../support/people/visitor.ts';
import { asFilledText } from '../../support/texts/filled-text.ts';
import { BILLING } from '../../support/people/wishes.ts';

type Refusal = Promise<Answer<ErrorAnswer>>;

const own = forFile(() => transferShop({ TRUST_PROXY: '0' }));
let strict: RunningShop;
let ids: Record<string, number>;
let ana: Buyer;
let eva: Customer;

beforeAll(async () => {
  strict = await own.serve({ RATE_LIMIT_PER_MINUTE: '1' });
  ids = await idsOf(own.ctx);
  await setProduct(own.ctx, 'MATE', { quantity_available: 0 });
  ana = await newBuyer(own.ctx, own.server.url);
  eva = await newCustomer(own.server.url, { email: 'eva@kunde.example' });
});

const line = (code: Code = 'AGUA', quantity = 1): Line => ({ productId: ids[code] ?? 0, quantity });
const visitor = (locale: Locale, base = own.server.url): Visitor => newVisitor(base, { 'accept-language': locale });
const register = (locale: Locale, values: object): Refusal =>
  visitor(locale).post('/api/register/', { ...person(values), languageLocale: locale });
const checkout = (locale: Locale, lines: Line[], more = {}): Refusal =>
  ana.tryBegin<ErrorAnswer>(lines, { languageLocale: locale, ...more });
const capture = (locale: Locale, checkoutId: string): Refusal =>
  ana.post(`/api/checkout/${checkoutId}/capture/`, {}, { 'accept-language': locale });

const withdraw = (locale: Locale, values: object): Refusal =>
  visitor(locale).post('/api/withdrawal/', {
    ...{ name: 'Ana', email: 'ana@kunde.example', orderNumber: '1234', part: '', languageLocale: locale },
    ...values,
  });

/** Sends withdrawals for one e-mail address without an order until one is refused. */
async function withdrawUntil(locale: Locale, code: ErrorKind): Refusal {
  for (;;) {
    const answer = await withdraw(locale, {});
    if (answer.body.code === code) return answer;
  }
}

async function approved(instrument?: 'declined'): Promise<string> {
  const { checkoutId, paypalOrderId } = await ana.begin([line()]);
  await own.paypal.approve(paypalOrderId, instrument);
  return checkoutId;
}

// A new error kind of the API must be added here, otherwise the types do not compile.
const PROVOKE: Record<ErrorKind, (locale: Locale) => Refusal> = {
  invalid_input: (locale) => visitor(locale).get('/api/?limit=0'),
  password_min_length: (locale) => register(locale, { password: 'Aa!' }),
  password_symbol: (locale) => register(locale, { password: 'Guarana12' }),
  password_uppercase: (locale) => register(locale, { password: 'guarana-12' }),
  password_lowercase: (locale) => register(locale, { password: 'GUARANA-12' }),
  password_mismatch: (locale) => register(locale, { confirmPassword: 'Jabuticaba-1' }),
  password_max_length: (locale) => register(locale, { password: `Aa!${'x'.repeat(130)}` }),
  password_common: (locale) => register(locale, { password: 'Password1!' }),
  email_taken: (locale) => register(locale, { email: eva.email }),
  current_password_incorrect: (locale) =>
    eva.visitor.post(
      '/api/password_change/',
      { currentPassword: 'Wrong-123', newPassword: 'Jabuticaba-1' },
      { 'accept-language': locale },
    ),
  reset_token_invalid: (locale) => visitor(locale).post('/api/reset_password/spent/', { password: 'Jabuticaba-1' }),
  bad_signature: (locale) => visitor(locale).post('/api/paypal/webhook/', { id: 'x', event_type: 'x' }),
  invalid_credentials: (locale) =>
    visitor(locale).post('/api/login_verify/', { email: person().email, password: 'Wrong-123' }),
  not_signed_in: (locale) => visitor(locale).get(`/api/update_client/${ana.clientId}/`),
  csrf_failed: (locale) => visitor(locale).post('/api/logout/', {}, { 'x-csrftoken': 'other' }),
  forbidden: (locale) => ana.get(`/api/update_client/${eva.client.clientId}/`, { 'accept-language': locale }),
  not_found: (locale) => visitor(locale).get('/api/nada'),
  method_not_allowed: (locale) => visitor(locale).post('/api/stock/'),
  sold_out: (locale) => checkout(locale, [line('MATE')]),
  async code_used_up(locale) {
    const code = `LAST-${LOCALE_CODES.indexOf(locale)}`;
    await shopHere(['codes', 'add', code, '--amount', '1', '--uses', '1'], own.env);
    await setProduct(own.ctx, 'MATE', { quantity_available: 50 });
    const large = [line('AGUA', 10), line('GUARANA', 10), line('MATE', 10)];
    const { checkoutId, paypalOrderId } = await ana.begin(large, { code });
    await newGuest(own.server.url).begin([line()], { code });
    await setProduct(own.ctx, 'MATE', { quantity_available: 50 });
    await own.paypal.approve(paypalOrderId);
    const answers = [await capture(locale, checkoutId), await capture(locale, checkoutId)];
    await setProduct(own.ctx, 'MATE', { quantity_available: 0 });
    return answers[1]!;
  },
  sale_locked: async (locale) => {
    await setProduct(own.ctx, 'GUARANA', { sale_locked: 1 });
    const answer = await checkout(locale, [line('GUARANA')], { expectedTotal: 1 });
    await setProduct(own.ctx, 'GUARANA', { sale_locked: 0 });
    return answer;
  },
  in_stock: (locale) =>
    visitor(locale).post('/api/restock/', { productId: ids.AGUA, email: 'ana@kunde.example', languageLocale: locale }),
  price_changed: (locale) => checkout(locale, [line()], { expectedTotal: 1 }),
  age_restricted: (locale) => checkout(locale, [line('CACHACA')]),
  order_not_paid: (locale) =>
    ana.post(
      '/api/order/',
      {
        client: ana.clientId,
        shipping: 5,
        order_date: '2026-11-21',
        order_closed: false,
        order_delivered: false,
        checkoutId: 'nothing',
      },
      { 'accept-language': locale },
    ),
  order_mismatch: (locale) =>
    ana.post(
      '/api/orderitem/',
      { order: 'nothing', product_name: ids.AGUA, quantity: 1, price: 4.99 },
      { 'accept-language': locale },
    ),
  async too_many_addresses(locale) {
    const add = () => ana.post<ErrorAnswer>('/api/addresses/', BILLING, { 'accept-language': locale });
    for (let added = 0; added < MAX_ADDRESSES; added++) await add();
    return add();
  },
  async account_exists(locale) {
    const guest = newGuest(own.server.url, { email: eva.email });
    const { checkoutId, paypalOrderId } = await guest.begin([line()]);
    await own.paypal.approve(paypalOrderId);
    const { orderNumber } = await guest.capture(checkoutId);
    const key = /key=([\w-]+)/.exec((await lastMailTo(own.ctx, eva.email)).text ?? '')?.[1];
    const body = { key, password: PASSWORD, confirmPassword: PASSWORD, languageLocale: locale };
    return newVisitor(own.server.url).post(`/api/order/${orderNumber}/account/`, body);
  },
  async too_late(locale) {
    const { checkoutId, paypalOrderId } = await ana.begin([line()]);
    await own.paypal.approve(paypalOrderId);
    const { orderNumber } = await ana.capture(checkoutId);
    await shopHere(['orders', 'pack', orderNumber], own.env);
    const body = { shipping: ADDRESS, languageLocale: locale };
    return ana.post(`/api/order/${orderNumber}/address-change/`, body);
  },
  async order_not_confirmed(locale) {
    const input = { requestId: crypto.randomUUID(), lines: [line()], expectedTotal: 9.99 };
    const { body } = await ana.post<{ checkoutId: string }>('/api/checkout/express/', input);
    return capture(locale, body.checkoutId);
  },
  payment_not_approved: async (locale) => capture(locale, (await ana.begin([line()])).checkoutId),
  async payment_in_progress(locale) {
    const checkoutId = await approved();
    await own.paypal.next({ call: 'capture', fault: 'reset-after', times: 3 });
    await capture(locale, checkoutId);
    const refused = await checkout(locale, [line()]);
    await ana.capture(checkoutId);
    return refused;
  },
  async payment_mismatch(locale) {
    const { checkoutId, paypalOrderId } = await ana.begin([line()]);
    await own.paypal.change(paypalOrderId, { amount: '0.01' });
    await own.paypal.approve(paypalOrderId);
    return capture(locale, checkoutId);
  },
  async transfer_limit(locale) {
    const lines = [line('AGUA', 10)];
    // A third of it, which one network may hold, is more than one buyer may.
    await setProduct(own.ctx, 'AGUA', { quantity_available: 100 });
    for (;;) {
      const answer = await ana.post<ErrorAnswer>('/api/checkout/transfer/', {
        ...{ requestId: crypto.randomUUID(), lines, shipping: ADDRESS, expectedTotal: 54.9, languageLocale: locale },
      });
      if (answer.status !== 201) return answer;
    }
  },
  async request_reused(locale) {
    const requestId = crypto.randomUUID();
    await ana.begin([line()], { requestId });
    return checkout(locale, [line('AGUA', 2)], { requestId });
  },
  async checkout_closed(locale) {
    const { checkoutId } = await ana.begin([line()]);
    await ana.cancel(checkoutId);
    return capture(locale, checkoutId);
  },
  payload_too_large: (locale) => visitor(locale).post('/api/cart/', { text: 'x'.repeat(65 * 1024) }),
  unsupported_media_type: (locale) => visitor(locale).post('/api/cart/', 'lines', { 'content-type': 'text/plain' }),
  async address_refused(locale) {
    const checkoutId = await approved();
    await own.paypal.next({ call: 'capture', fault: 'SHIPPING_ADDRESS_INVALID' });
    return capture(locale, checkoutId);
  },
  payment_declined: async (locale) => capture(locale, await approved('declined')),
  async too_many_requests(locale) {
    await visitor(locale, strict.url).get('/api/stock/');
    return visitor(locale, strict.url).get('/api/stock/');
  },
  withdrawal_unacknowledged: (locale) => withdrawUntil(locale, 'withdrawal_unacknowledged'),
  too_many_withdrawals: (locale) => withdrawUntil(locale, 'too_many_withdrawals'),
  async too_many_unpaid(locale) {
    await setProduct(own.ctx, 'GUARANA', { quantity_available: 12 });
    // Only in one language, because its holds stay.
    await (await newBuyer(own.ctx, own.server.url)).tryBegin([line('GUARANA', 10)]);
    return (await newBuyer(own.ctx, own.server.url)).tryBegin<ErrorAnswer>([line('GUARANA')], {
      languageLocale: locale,
    });
  },
  async server_error(locale) {
    const { schema } = own.ctx.db.read;
    await schema.alterTable('products').renameTo('lost').execute();
    const refused = await visitor(locale).get<ErrorAnswer>('/api/stock/');
    await schema.alterTable('lost').renameTo('products').execute();
    return refused;
  },
  async service_unavailable(locale) {
    const makeRoom = await fillDisk(own.ctx, own.server);
    const refused = await visitor(locale).post<ErrorAnswer>('/api/consent/', {
      choice: 'all',
      version: '1',
      languageLocale: locale,
    });
    await makeRoom();
    return refused;
  },
  async paypal_err(locale) {
    await own.paypal.next({ call: 'create', fault: '500', times: 3 });
    return checkout(locale, [line()]);
  },
  async maintenance(locale) {
    const turn = async (isOn: boolean) => {
      await own.ctx.db.write((tx) => saveMaintenance(tx, isOn));
      await until(
        `maintenance ${isOn}`,
        async () => ((await visitor(locale).get('/api/stock/')).status === 503) === isOn,
      );
    };
    await turn(true);
    const refused = await visitor(locale).get<ErrorAnswer>('/api/stock/');
    await turn(false);
    return refused;
  },
};

/** `npm test` takes one language of each kind, each language as often. `locale-files.test.ts` finds missing texts. */
const languagesOf = (kind: string) =>
  isWholeMatrix ? LOCALE_CODES : [LOCALE_CODES[Object.keys(PROVOKE).indexOf(kind) % LOCALE_CODES.length]!];

describe.each(Object.entries(PROVOKE))('%s', (kind, provoke) => {
  it('has a message in each language, written for shoppers', async () => {
    for (const locale of languagesOf(kind)) {
      const { status, headers, body } = await provoke(locale);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.code).toBe(kind);
      expect(body.detail).toMatch(asFilledText(resources[locale].errors[kind as ErrorKind]));
      expect(body.message).toBe(body.detail);
      expect(body.detail).not.toMatch(/\{\{|undefined|Error:|sql|node_modules/i);
      expect(headers.get('content-language')).toBe(locale);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
