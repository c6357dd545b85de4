import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digitsOf } from '#src/shared/person-search.ts';
import { berlinMidnight, berlinTime } from '#src/shared/german-day.ts';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

let own: PayingShop;
let ana: Buyer;
let first: string;
let second: string;
let pending: string;

const orders = (...args: string[]) => shopHere(['orders', ...args], own.env);
/** The numbers in the lines of an answer. */
const numbersIn = ({ stdout }: { stdout: string }) =>
  [...stdout.matchAll(/^\S+ \S+ {2}(\S{9}) {2}/gm)].map(([, number]) => number);

async function buy(shipping: object = {}, fault?: string) {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }], {
    shipping: { ...ADDRESS, ...shipping },
  });
  await own.paypal.approve(begun.paypalOrderId);
  if (fault) await own.paypal.next({ call: 'capture', fault });
  return { ...begun, ...(await ana.capture(begun.checkoutId)) };
}

beforeAll(async () => {
  own = await payingShop();
  ana = await newBuyer(own.ctx, own.server.url);
  const { db } = own.ctx;
  await db.read
    .updateTable('clients')
    .set({ phone: '+49 341 555 0199', phone_digits: digitsOf('+49 341 555 0199') })
    .where('id', '=', ana.clientId)
    .execute();
  const placed = await buy({ name: 'José Weiß', address: 'Büsinger Straße', city: 'Köln', postal_code: '50667' });
  first = placed.orderNumber;
  // 23:30 UTC is the next day in Germany.
  await db.read
    .updateTable('orders')
    .set({ ordered_at: '2026-10-31T23:30:00.000Z' })
    .where('order_number', '=', first)
    .execute();
  second = (await buy({ name: "Ana O'Neill-Groß", city: 'Groß Oesingen', postal_code: '29393' })).orderNumber;
  pending = (await buy({}, 'PENDING')).orderNumber;
});
afterAll(() => own?.dispose());

describe('an order search', () => {
  it.each(['jose', 'WEISS', 'koln', 'Köln José'])(
    'finds an order by "%s" in any spelling of name and city',
    async (text) => {
      expect(numbersIn(await orders('find', text))).toEqual([first]);
    },
  );

  const SPELLINGS = [
    [['Koeln', 'köln', 'weis', 'WEISS', 'Buesinger Strasse', 'businger straße', '50667'], () => first],
    [
      ['O’Neill', 'o`neill', 'oneill', 'Neill', 'ONEILLGROSS', 'O´Neill-Gross', 'ösingen', 'gross Ösingen'],
      () => second,
    ],
  ] as const;

  it('finds orders by names and streets as people write them, like the product search', async () => {
    for (const [texts, number] of SPELLINGS)
      for (const text of texts) expect(numbersIn(await orders('find', text)), text).toEqual([number()]);
    // An order's number may contain SS, but no O.
    expect(numbersIn(await orders('find', 'oss'))).toEqual(numbersIn(await orders('find', 'oß')));
  });

  it('finds an order by email, phone and a part of its number', async () => {
    expect(numbersIn(await orders('find', ana.email.toUpperCase()))).toHaveLength(3);
    for (const phone of ['0341 5550199', '+49 341 555', '0049341555'])
      expect(numbersIn(await orders('find', phone))).toHaveLength(3);
    expect(numbersIn(await orders('find', first.slice(5).toLowerCase()))).toContain(first);
    expect(numbersIn(await orders('find', ...first.toLowerCase().split('-')))).toEqual([first]);
  });

  it('finds an order by its product and by the numbers of parcel, invoice and PayPal', async () => {
    for (const product of ['agua de coco', 'Coco', 'AGUA'])
      expect(numbersIn(await orders('find', product)), product).toHaveLength(3);
    expect(numbersIn(await orders('find', 'gua'))).toEqual([]);
    const db = own.ctx.db.read;
    const { id: order_id } = await db
      .selectFrom('orders')
      .select('id')
      .where('order_number', '=', first)
      .executeTakeFirstOrThrow();
    const parcel = { order_id, carrier: 'dhl', tracking_number: '00340434161094015902', packed_at: '2026-11-01' };
    await db
      .insertInto('shipments')
      .values({ ...parcel, handed_over_at: null, delivered_at: null })
      .execute();
    const { number, capture_id, paypal_order_id } = await db
      .selectFrom('orders as o')
      .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
      .innerJoin('payments as p', 'p.checkout_id', 'c.id')
      .innerJoin('invoices as i', 'i.order_id', 'o.id')
      .select(['i.number', 'p.capture_id', 'c.paypal_order_id'])
      .where('o.order_number', '=', first)
      .executeTakeFirstOrThrow();
    for (const typed of [
      '0034 0434 1610 9401 5902',
      '161094015902',
      number,
      number.toLowerCase(),
      capture_id,
      paypal_order_id!,
    ])
      expect(numbersIn(await orders('find', typed)), typed).toEqual([first]);
    await db.deleteFrom('shipments').execute();
  });

  it('reports a nonexistent order', async () => {
    expect(await orders('find', 'Niemand')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'No order has Niemand in its name, email, address, products or numbers.\n',
    });
  });

  it('opens an order by its number in any spelling', async () => {
    for (const spelled of [
      [first.toLowerCase()],
      [first.replace('-', '')],
      first.toLowerCase().split('-'),
      [first.replace('-', '–')],
    ])
      expect((await orders('show', ...spelled)).stdout).toContain(first);
    expect(await orders('show', 'hello')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('hello is not an order number.'),
    });
    expect((await orders('show', first, second)).stderr).toBe('This command takes one order. Nothing was done.\n');
  });

  it('shows the complete order: buyer, phone, local time, parcel, refund, withdrawal and mails', async () => {
    await orders('pack', second, '--lot', 'AGUA=L1');
    await orders('refund', second, '--amount', '1.00', '--yes');
    await ana.post('/api/withdrawal/', {
      name: 'Ana Müller',
      email: ana.email,
      orderNumber: second.toLowerCase().replace('-', ' '),
      part: '',
      languageLocale: 'de-DE',
    });
    const { stdout } = await orders('show', second);
    for (const text of [
      'Ana Müller',
      '+49 341 555 0199',
      'parcel packed 20',
      'lots AGUA L1',
      /refund 20\S+ \S+ {2}1,00\s€ {2}completed \(owner\)/,
      /Withdrawal .* {2}verified {2}Ana Müller {2}\S+ {2}all of it/,
      /mail 20\S+ \S+ {2}order_confirmation {2}to /,
      /mail 20\S+ \S+ {2}order_news {2}to /,
      /mail 20\S+ \S+ {2}withdrawal_receipt {2}to /,
      'RE-',
    ])
      expect(stdout).toMatch(text);
    expect((await orders('show', first)).stdout).toContain(`${first}  2026-11-01 00:30  in_separation`);
  });
});

describe('the list of orders', () => {
  it('filters by status, day and open work, in local time', async () => {
    expect(numbersIn(await orders('list'))).toHaveLength(3);
    expect(numbersIn(await orders('list', '--status', 'payment_pending'))).toEqual([pending]);
    expect(numbersIn(await orders('list', '--since', '2026-11-01'))).toContain(first);
    expect(numbersIn(await orders('list', '--since', '2026-11-02'))).not.toContain(first);
    await orders('hand-over', first);
    await orders('deliver', first);
    expect(numbersIn(await orders('list', '--open'))).not.toContain(first);
    expect((await orders('list', '--status', 'delivered')).stdout).toMatch(/^2026-11-01 00:30 /);
    expect((await orders('list', '--status', 'cancelled')).stdout).toBe('No such orders.\n');
  });

  it('shows how many more orders there are', async () => {
    const { stdout, stderr } = await orders('list', '--limit', '1');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toBe('2 more. Show them with --limit 3, or fewer with --open, --status or --since.\n');
  });

  it.each([
    [['--since', 'yesterday'], 'Example: --since 2026-11-01'],
    [['--since', '2026-02-30'], 'Example: --since 2026-11-01'],
    [['--status', 'lost'], 'Allowed choices are payment_pending, in_separation'],
  ])('refuses %j and explains what to write', async (args, text) => {
    const refused = await orders('list', ...args);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(text)]);
  });
});

it('a day begins at midnight in Germany, in winter, in summer and when the clocks change', () => {
  expect(berlinMidnight('2026-11-01')).toBe('2026-10-31T23:00:00.000Z');
  expect(berlinMidnight('2026-07-01')).toBe('2026-06-30T22:00:00.000Z');
  expect(berlinMidnight('2026-10-25')).toBe('2026-10-24T22:00:00.000Z');
  expect(berlinTime('2026-03-29T01:00:00.000Z')).toBe('2026-03-29 03:00');
});
