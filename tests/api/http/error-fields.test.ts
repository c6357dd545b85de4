import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { resources } from '#src/i18n/translate.ts';
import { person } from '../../support/people/accounts.ts';
import { newBuyer, type Buyer, type Line } from '../../support/people/buyer.ts';
import type { Answer, ErrorAnswer } from '../../support/people/call.ts';
import { newVisitor, type Visitor } from '../../support/people/visitor.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { asFilledText } from '../../support/texts/filled-text.ts';

type Refusal = Promise<Answer<ErrorAnswer>>;

const own = forFile(() => payingShop({ TRUST_PROXY: '0' }));
let ana: Buyer;

beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
});

const visitor = (locale: Locale): Visitor => newVisitor(own.server.url, { 'accept-language': locale });
const register = (locale: Locale, values: object): Refusal =>
  visitor(locale).post('/api/register/', { ...person(values), languageLocale: locale });
const checkout = (locale: Locale, lines: Line[], more = {}): Refusal =>
  ana.tryBegin<ErrorAnswer>(lines, { languageLocale: locale, ...more });
const withdraw = (locale: Locale, values: object): Refusal =>
  visitor(locale).post('/api/withdrawal/', {
    ...{ name: 'Ana', email: 'ana@kunde.example', orderNumber: '1234', part: '', languageLocale: locale },
    ...values,
  });
const contact = (locale: Locale, values: object): Refusal =>
  visitor(locale).post('/api/contact/', {
    ...{ name: 'Ana', email: 'ana@kunde.example', subject: 'elogio', message: 'Saudades', languageLocale: locale },
    ...values,
  });

describe('the message of a refused field', () => {
  const FIELDS = ['name', 'lastname', 'email', 'address', 'number', 'postal_code', 'city', 'country', 'phone'] as const;

  it.each(FIELDS)('names in each language what to enter for %s', async (field) => {
    for (const locale of LOCALE_CODES) {
      const { status, body } = await visitor(locale).post<ErrorAnswer>('/api/register/', {
        ...person({ [field]: 7 }),
        languageLocale: locale,
      });
      expect(status).toBe(400);
      expect(body[field]).toEqual([resources[locale].errors.field[field]]);
    }
  });

  it.each<
    [
      what: string,
      key: keyof (typeof resources)['en-US']['errors']['field'],
      field: string,
      provoke: (locale: Locale) => Refusal,
    ]
  >([
    [
      'an additional address that is too long',
      'additional_address',
      'additional_address',
      (l) => register(l, { additional_address: 'x'.repeat(121) }),
    ],
    [
      'a choice that is none',
      'choice',
      'choice',
      (l) => visitor(l).post('/api/consent/', { choice: 'perhaps', languageLocale: l }),
    ],
    ['a number out of range', 'integer_range', 'limit', (l) => visitor(l).get('/api/?limit=0')],
    ['a list that is none', 'integer_list', 'ids', (l) => visitor(l).get('/api/availability/?ids=x')],
    ['lines of a cart', 'cart_lines', 'lines', (l) => visitor(l).post('/api/cart/', { lines: 'x', languageLocale: l })],
    [
      'a text that is missing',
      'text',
      'password',
      (l) => visitor(l).post('/api/login_verify/', { email: 'ana@kunde.example', languageLocale: l }),
    ],
    ['a delivery address', 'shipping', 'shipping', (l) => checkout(l, [own.line('AGUA')], { shipping: {} })],
    [
      'a payment source',
      'paymentSource',
      'paymentSource',
      (l) => checkout(l, [own.line('AGUA')], { paymentSource: 'card' }),
    ],
    [
      'a delivery method',
      'deliveryMethod',
      'deliveryMethod',
      (l) => checkout(l, [own.line('AGUA')], { deliveryMethod: 'collection' }),
    ],
    ['a checkout', 'checkout', 'lines', (l) => checkout(l, [{ productId: 0, quantity: 1 }])],
    ['the name of who writes', 'full_name', 'name', (l) => contact(l, { name: '' })],
    ['an order number', 'order_number', 'orderNumber', (l) => withdraw(l, { orderNumber: '' })],
    ['a part that is too long', 'part', 'part', (l) => withdraw(l, { part: 'x'.repeat(1001) })],
    ['a subject', 'subject', 'subject', (l) => contact(l, { subject: 'x' })],
  ])('names in each language what to send for %s', async (_what, key, field, provoke) => {
    for (const locale of LOCALE_CODES) {
      const { status, body } = await provoke(locale);
      expect(status).toBe(400);
      expect(body[field]).toEqual([expect.stringMatching(asFilledText(resources[locale].errors.field[key]))]);
    }
  });

  it('has a text in each language when the message is missing', async () => {
    for (const locale of LOCALE_CODES)
      expect((await contact(locale, { message: '' })).body.detail).toBe(resources[locale].errors.field.message);
  });
});
