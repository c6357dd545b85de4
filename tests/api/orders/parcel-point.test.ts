import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';

let own: PayingShop;
let ana: Buyer;
let lines: { productId: number; quantity: number }[];

const { name, postal_code, city, country } = ADDRESS;
const PACKSTATION = { kind: 'packstation', name, station: '123', post_number: '12345678', postal_code, city, country };

beforeAll(async () => {
  own = await payingShop();
  ana = await newBuyer(own.ctx, own.server.url);
  lines = [{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }];
});
afterAll(() => own?.dispose());

describe('an order to a Packstation', () => {
  it('has the address in DHL’s format at PayPal, in the mail and on the order page', async () => {
    const guest = newGuest(own.server.url);
    const { checkoutId, paypalOrderId } = await guest.begin(lines, { shipping: PACKSTATION });
    const atPaypal = (await own.paypal.orders()).find(({ id }) => id === paypalOrderId);
    expect(JSON.stringify(atPaypal)).toContain('"address_line_1":"Packstation 123","address_line_2":"12345678"');
    await own.paypal.approve(paypalOrderId);
    await guest.capture(checkoutId);
    const { text = '' } = await lastMailTo(own.ctx, guest.email);
    expect(text).toContain(`${name}\nPostnummer 12345678\nPackstation 123\n${postal_code} ${city}\nDeutschland`);
    const link = /https?:(\S+\/order\/\S+)/.exec(text)![0];
    const html = decodeEntities(
      await (await fetch(own.server.url + new URL(link).pathname + new URL(link).search)).text(),
    );
    expect(html.replace(/<[^>]+>|\s+/g, ' ').replace(/ +/g, ' ')).toContain(
      `${name} Postnummer 12345678 Packstation 123 ${postal_code} ${city}`,
    );
  });

  it.each<[what: string, shipping: object, field: string]>([
    ['no Postnummer', { ...PACKSTATION, post_number: '' }, 'post_number'],
    ['a Postnummer of five digits', { ...PACKSTATION, post_number: '12345' }, 'post_number'],
    ['a Postnummer of eleven digits', { ...PACKSTATION, post_number: '12345678901' }, 'post_number'],
    ['a number of two digits', { ...PACKSTATION, station: '12' }, 'station'],
    ['a country besides Germany', { ...PACKSTATION, country: 'AT' }, 'country'],
    ['its name in the street and no Postnummer', { ...ADDRESS, address: 'Packstation 123', number: '-' }, 'address'],
    [
      'another spelling of it and no Postnummer',
      { ...ADDRESS, address: 'DHL-Packstation Nr. 123', number: '-' },
      'address',
    ],
    [
      'something that has no place on its parcel',
      { ...ADDRESS, address: 'Packstation 123', number: '12345678 Hof' },
      'address',
    ],
    ['a PO box in its place', { ...ADDRESS, address: 'Postfach 10 12 34', number: '-' }, 'address'],
  ])('is refused with %s', async (_what, shipping, field) => {
    const { status, body } = await ana.tryBegin(lines, { shipping });
    expect([status, Object.keys(body)]).toEqual([
      400,
      expect.arrayContaining(['shipping', `shipping.${field}`]) as string[],
    ]);
  });

  it.each<[what: string, shipping: object, stored: object]>([
    [
      'needs no Postnummer at a post office',
      { ...PACKSTATION, kind: 'postfiliale', station: '456', post_number: undefined },
      { address: 'Postfiliale', number: '456', additional_address: '' },
    ],
    [
      'is recognized when it was typed into the street fields',
      { ...ADDRESS, address: 'packstation 123', number: '-', additional_address: 'Postnummer: 12345678' },
      { address: 'Packstation', number: '123', additional_address: '12345678' },
    ],
    [
      'keeps its Postnummer when that was typed into the house number field',
      { ...ADDRESS, address: 'Postfiliale 512', number: '12345678' },
      { address: 'Postfiliale', number: '512', additional_address: '12345678' },
    ],
    [
      'may have numbers with spaces and their German names',
      { ...PACKSTATION, station: ' 123 ', post_number: 'Post-Nr.: 123 456 78' },
      { address: 'Packstation', number: '123', additional_address: '12345678' },
    ],
  ])('%s', async (_what, shipping, stored) => {
    const { checkoutId } = await ana.begin(lines, { shipping });
    const row = await own.ctx.db.read
      .selectFrom('checkouts')
      .select('shipping_address')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.shipping_address)).toEqual({ name, postal_code, city, country, ...stored });
  });
});
