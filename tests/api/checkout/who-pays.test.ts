import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import { ADDRESS, newBuyer, type Begun, type Refused } from '../../support/people/buyer.ts';
import { newExpressBuyer } from '../../support/people/express.ts';
import { newGuest } from '../../support/people/guest.ts';
import { checkoutRow } from '../../support/people/order-rows.ts';
import { BILLING, STORED, WISHES } from '../../support/people/wishes.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const own = forFile(() => payingShop());

const guest = () => newGuest(own.server.url);
const wishesOf = async (orderNumber: string) => {
  const { billing, reference, note, gift, clientName } = (await findOrderByNumber(own.ctx.db.read, orderNumber))!;
  return { billing, reference, note, gift, clientName };
};

describe('who pays and what the buyer wants', () => {
  it('is stored with the order of an account, whose name stays the buyer’s', async () => {
    const buyer = await newBuyer(own.ctx, own.server.url);
    const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA')], WISHES);
    await own.paypal.approve(paypalOrderId);
    const { orderNumber } = await buyer.capture(checkoutId);
    expect(await wishesOf(orderNumber)).toEqual({ ...STORED, clientName: 'Ana Müller' });
  });

  it('is stored with the order of a guest, who is the one that pays', async () => {
    const buyer = guest();
    const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA')], WISHES);
    await own.paypal.approve(paypalOrderId);
    const { orderNumber } = await buyer.capture(checkoutId);
    expect(await wishesOf(orderNumber)).toEqual({ ...STORED, clientName: 'Rui Costa' });
    const [asked] = await own.paypal.orders();
    expect(JSON.stringify(asked), 'PayPal hears of the delivery address only').toContain('Rosenweg 7a');
    expect(JSON.stringify(asked)).not.toMatch(/Rui|Flores|Zürich|4711|Nachbarn/);
  });

  it('is stored with the confirmation of an express checkout, and a later confirmation replaces it', async () => {
    const buyer = newExpressBuyer(own.server.url);
    const begun = await buyer.begin([own.line('AGUA')]);
    await own.paypal.approve(begun.paypalOrderId);
    await own.paypal.next({ call: 'capture', fault: 'INSTRUMENT_DECLINED' });
    expect((await buyer.tryConfirm(begun, { ...WISHES, note: 'Erster Versuch' })).status).toBe(422);
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({ note: 'Erster Versuch' });
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber } = await buyer.confirm(begun, WISHES);
    expect(await wishesOf(orderNumber)).toEqual({ ...STORED, clientName: 'Rui Costa' });
  });

  it('is nothing in a plain purchase, and empty fields count as none', async () => {
    for (const more of [{}, { billing: null, reference: ' ', note: '\n', gift: null }]) {
      const { checkoutId } = await guest().begin([own.line('AGUA')], more);
      const { billing, reference, note, gift_message, client_name } = await checkoutRow(own.ctx, checkoutId);
      expect({ billing, reference, note, gift_message, client_name }).toEqual({
        ...{ billing: null, reference: null, note: null, gift_message: null, client_name: ADDRESS.name },
      });
    }
  });

  it('may be a present without a greeting', async () => {
    const { checkoutId } = await guest().begin([own.line('AGUA')], { gift: {} });
    expect((await checkoutRow(own.ctx, checkoutId)).gift_message).toBe('');
  });

  it('is plain text without control characters, direction marks and long gaps', async () => {
    const note = 'a\u202eb\u0007c\td\r\n\n\n\ne <b>&';
    const { checkoutId } = await guest().begin([own.line('AGUA')], { note, gift: { message: note } });
    const clean = 'abc d\n\ne <b>&';
    expect(await checkoutRow(own.ctx, checkoutId)).toMatchObject({ note: clean, gift_message: clean });
  });

  it.each([
    ['billing', { billing: { ...BILLING, city: 'Porto' } }],
    ['VAT id', { billing: { ...BILLING, vat_id: '' } }],
    ['reference', { reference: 'other' }],
    ['note', { note: undefined }],
    ['greeting', { gift: { message: '' } }],
    ['present', { gift: undefined }],
  ])('identifies a guest’s first call: another %s with the same requestId is refused', async (_, other) => {
    const requestId = randomUUID();
    const first = guest();
    const again = (more: object) =>
      first.tryBegin<Begun & Refused>([own.line('AGUA')], { ...WISHES, requestId, ...more });
    const { status, body } = await again({});
    expect(status).toBe(201);
    first.visitor.cookies.delete('guest');
    expect((await again(other)).body.code).toBe('request_reused');
    expect((await again({})).body.checkoutId).toBe(body.checkoutId);
  });
});

const LONG = 'x'.repeat(301);
/** By field of the request: wrong values, and the text at the field. */
const WRONG: [field: string, more: object, text: RegExp][] = [
  ['billing', { billing: 'Rui' }, /^Prüfen Sie die Rechnungsadresse/],
  ...(['name', 'address', 'number', 'postal_code', 'city', 'country'] as const).map((name): (typeof WRONG)[number] => [
    `billing.${name}`,
    { billing: { ...BILLING, [name]: ' ' } },
    {
      name: /Namen für die Rechnung/,
      address: /Straße/,
      number: /Hausnummer/,
      postal_code: /Postleitzahl an/,
      city: /Ort/,
      country: /Land/,
    }[name],
  ]),
  ['billing.name', { billing: { ...BILLING, name: 'www.spam.example' } }, /Namen für die Rechnung/],
  ['billing.company', { billing: { ...BILLING, company: 'x'.repeat(121) } }, /Höchstens 120 Zeichen/],
  ['billing.company', { billing: { ...BILLING, company: 'A\u202eB' } }, /Höchstens 120 Zeichen/],
  ['billing.additional_address', { billing: { ...BILLING, additional_address: 'a\nb' } }, /Höchstens 120 Zeichen/],
  ['billing.vat_id', { billing: { ...BILLING, vat_id: 'DE136695977' } }, /USt-IdNr\. ist nicht richtig/],
  ['billing.vat_id', { billing: { ...BILLING, vat_id: '136695976' } }, /USt-IdNr\. ist nicht richtig/],
  ['billing.vat_id', { billing: { ...BILLING, vat_id: '1'.repeat(60_000) } }, /USt-IdNr\. ist nicht richtig/],
  ['billing.country', { billing: { ...BILLING, country: 'DD' } }, /Land/],
  ['billing.postal_code', { billing: { ...BILLING, country: 'DE' } }, /Postleitzahl an/],
  ['reference', { reference: 'x'.repeat(61) }, /Höchstens 60 Zeichen/],
  ['reference', { reference: 'a\nb' }, /Höchstens 60 Zeichen/],
  ['note', { note: LONG }, /Höchstens 300 Zeichen/],
  ['note', { note: 5 }, /Höchstens 300 Zeichen/],
  ['gift.message', { gift: { message: LONG } }, /Höchstens 300 Zeichen/],
  ['gift', { gift: true }, /Höchstens 300 Zeichen/],
];

describe('a wrong wish', () => {
  it.each(WRONG)('is refused by its path: %s %#', async (field, more, text) => {
    const { status, body } = await guest().tryBegin([own.line('AGUA')], { ...WISHES, ...more, expectedTotal: 9.99 });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    const lists = body as unknown as Record<string, string[]>;
    expect(lists[field]).toEqual([expect.stringMatching(text)]);
    const [top] = field.split('.');
    const others = Object.keys(lists).filter((name) => ![top, field, 'code', 'detail', 'message'].includes(name));
    expect(others).toEqual([]);
  });

  it('is refused in a confirmation too, with all fields at once and in the language of the request', async () => {
    const buyer = newExpressBuyer(own.server.url);
    const begun = await buyer.begin([own.line('AGUA')]);
    await own.paypal.approve(begun.paypalOrderId);
    const more = { billing: { ...BILLING, vat_id: 'X', city: '' }, note: LONG, languageLocale: DEFAULT_LOCALE };
    const { status, body } = await buyer.tryConfirm(begun, more);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      'billing.vat_id': ['Este número de IVA não está escrito corretamente. Confira ou deixe o campo vazio.'],
      'billing.city': [expect.any(String)],
      note: ['Até 300 caracteres.'],
    });
    expect(await checkoutRow(own.ctx, begun.checkoutId)).toMatchObject({ billing: null, express: 'unconfirmed' });
  });
});
