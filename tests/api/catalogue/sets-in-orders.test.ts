import { beforeAll, describe, expect, it } from 'vitest';
import { findUnexplained } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { idsOf, stockOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { formsIn } from '../../support/texts/html-forms.ts';

const own = forFile(() =>
  payingShop({}, [
    { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.00', quantity_available: 50 },
    { cod_catalog: 'GUARANA', product_name: 'Guaraná', real_price: '2.00', vat_rate: 19, quantity_available: 50 },
    {
      ...{ cod_catalog: 'SET', product_name: 'Conjunto Praia', real_price: '6.99', parts: 'AGUA, GUARANA 2' },
      ...{ net_quantity: 1, net_unit: 'piece' },
    },
  ]),
);
let ana: Buyer;
let owner: DeskVisitor;

beforeAll(async () => {
  ana = await newBuyer(own.ctx, own.server.url);
  owner = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner');
});

async function buySets(quantity: number): Promise<string> {
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).SET!, quantity }]);
  await own.paypal.approve(begun.paypalOrderId);
  return (await ana.capture(begun.checkoutId)).orderNumber;
}

/** The chosen units of the parts of sets. */
const chosenIn = (html: string) =>
  [...html.matchAll(/name="(units-SET[^"]+)" value="(\d+)" checked/g)].map(([, name, value]) => [name, value] as const);

const stock = async () => Promise.all(['AGUA', 'GUARANA', 'SET'].map((code) => stockOf(own.ctx, code)));
const withdraw = async (orderNumber: string, part: string) =>
  (
    await ana.post('/api/withdrawal/', {
      name: 'Ana Müller',
      email: ana.email,
      languageLocale: 'de-DE',
      orderNumber,
      part,
    })
  ).status;

describe('an order of sets', () => {
  it('contains the lines of its cart for the older calls, a product also beside a set of it', async () => {
    const ids = await idsOf(own.ctx);
    const begun = await ana.begin([
      { productId: ids.SET!, quantity: 3 },
      { productId: ids.AGUA!, quantity: 2 },
    ]);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderId: order } = await ana.capture(begun.checkoutId);
    const confirm = async (code: string, quantity: number, price: number) =>
      (await ana.post('/api/orderitem/', { order, product_name: ids[code], quantity, price })).status;
    expect([await confirm('AGUA', 2, 4), await confirm('SET', 3, 6.99)]).toEqual([201, 201]);
    expect([await confirm('AGUA', 3, 2.8), await confirm('SET', 2, 6.99), await confirm('SET', 3, 7)]).toEqual([
      409, 409, 409,
    ]);
  });

  it('is packed by its parts, each with the set that it belongs to', async () => {
    const page = await owner.get(`/desk/packing/${await buySets(2)}`);
    expect(page.text).toContain('2 × Água de Coco');
    expect(page.text).toMatch(/2 × Guaraná.*2 × Guaraná|4 × Guaraná/);
    expect(page.text).toContain('Conjunto Praia');
    expect(page.text).not.toContain('2 × Conjunto Praia');
  });

  it('is refunded in whole sets, one after the other, to the cent and the unit', async () => {
    const number = await buySets(3);
    const before = await stock();
    const path = `/desk/orders/${number}/refund`;
    const ids = await idsOf(own.ctx);
    const field = `units-set-${ids.SET}`;
    const { text, html } = await owner.get(path);
    expect(text).toContain('Sets “Conjunto Praia” (3 left)');
    const units = [...html.matchAll(/name="(units-SET[^"]+)"/g)].map(([, name]) => [name!, '0'] as const);
    const wish = (sets: string, more = {}) => ({
      ...{ what: 'lines', restock: 'yes', ...Object.fromEntries(units), [field]: sets, ...more },
    });
    const refused = await owner.post(path, wish('4'));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Conjunto Praia')]);
    const shown = await owner.post(path, wish('1'));
    expect(shown.text).toMatch(/Amount 6,99\s€/);
    // The preview carries the number on.
    expect(formsIn(shown.html).find(({ fields }) => field in fields)?.fields[field]).toBe('1');
    expect((await owner.post(path, wish('1', { confirmed: '699' }))).location).toContain('done=refund');
    expect(await stock()).toEqual([before[0]! + 1, before[1]! + 2, before[2]! + 1]);
    expect((await owner.get(path)).text).toContain('Sets “Conjunto Praia” (2 left)');
    // A single part beside a set.
    const part = wish('1', { 'units-SET/AGUA': '1' });
    expect((await owner.post(path, part)).text).toMatch(/Amount 10,49\s€/);
    expect((await owner.post(path, { ...part, confirmed: '1049' })).location).toContain('done=refund');
    const rest = await owner.get(path);
    expect(rest.text).not.toContain('Sets “Conjunto Praia”');
    const all = { ...wish('0'), [`set-${ids.SET}`]: 'yes' };
    expect((await owner.post(path, all)).text).toMatch(/Amount 3,49\s€/);
    expect((await owner.post(path, { ...all, confirmed: '349' })).location).toContain('done=refund');
    expect(await stock()).toEqual([before[0]! + 3, before[1]! + 6, before[2]! + 3]);
    expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
  });

  it('of one set that its buyer withdraws from by its name has all its parts filled in for the refund', async () => {
    const number = await buySets(1);
    expect(await withdraw(number, 'das Conjunto Praia')).toBe(201);
    const { html } = await owner.get(`/desk/orders/${number}/refund`);
    const units = chosenIn(html);
    expect(units.length).toBeGreaterThanOrEqual(2);
    for (const [name, value] of units) expect(value, name).toBe('1');
  });

  it('of several sets whose buyer withdraws from one leaves the number to the person who refunds', async () => {
    const number = await buySets(2);
    expect(await withdraw(number, 'ein Conjunto Praia')).toBe(201);
    const { text, html } = await owner.get(`/desk/orders/${number}/refund`);
    expect(text).toContain('Sets “Conjunto Praia” (2 left)');
    expect(new Set(chosenIn(html).map(([, value]) => value))).toEqual(new Set(['0']));
  });
});
