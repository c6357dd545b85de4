import { beforeEach, describe, expect, it } from 'vitest';
import { findConcerned } from '#src/features/recall/server/recall.service.ts';
import { findUnexplained } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { newBuyer, type Begun, type Buyer } from '../../support/people/buyer.ts';
import { call } from '../../support/people/call.ts';
import { checkoutRow, idsOf, ordersOfCheckout, refundsOfCheckout, stockOf } from '../../support/people/order-rows.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { productByCode } from '../../support/people/rows.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { postCart } from '../../support/people/cart-call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';

const ROWS: Cells[] = [
  { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.00', quantity_available: 20 },
  {
    cod_catalog: 'GUARANA',
    product_name: 'Guaraná',
    real_price: '2.00',
    deposit: '0.25',
    vat_rate: 19,
    quantity_available: 20,
  },
  { cod_catalog: 'MATE', product_name: 'Mate', real_price: '3.00', quantity_available: 20 },
];
const SET: Cells = {
  cod_catalog: 'SET',
  product_name: 'Conjunto Praia',
  real_price: '6.99',
  net_quantity: 1,
  net_unit: 'piece',
  parts: 'AGUA, GUARANA 2',
  quantity_available: 99,
};

const own = forFile(() => payingShop({}, [...ROWS, SET]));
let ids: Record<string, number>;
let ana: Buyer;

beforeEach(async () => {
  await own.stock([...ROWS, SET]);
  ids = await idsOf(own.ctx);
  ana = await newBuyer(own.ctx, own.server.url);
  for (const code of ['AGUA', 'GUARANA', 'MATE'])
    expect((await shopHere(['stock', 'set', code, '20'], own.env)).code).toBe(0);
});

const line = (code: string, quantity = 1) => ({ productId: ids[code]!, quantity });
const linesOf = async (checkoutId: string) =>
  (
    await own.ctx.db.read
      .selectFrom('checkout_lines')
      .selectAll()
      .where('checkout_id', '=', checkoutId)
      .orderBy('position')
      .execute()
  ).map((row) => [row.cod_catalog, row.quantity, row.price_cents, row.vat_rate]);
const stock = async () => Promise.all(['AGUA', 'GUARANA', 'SET'].map((code) => stockOf(own.ctx, code)));

describe('sets', () => {
  it('the stock of a set is what its scarcest part allows, its deposit is that of its parts, and the API lists them', async () => {
    expect(await stock()).toEqual([20, 20, 10]);
    const [row] = await own.ctx.db.read
      .selectFrom('products')
      .select('slug')
      .where('cod_catalog', '=', 'SET')
      .execute();
    const { body } = await call<{ product: object }>(own.server.url, `/api/slug/${row!.slug}`);
    expect(body.product).toMatchObject({
      quantity_available: 10,
      deposit: 0.5,
      parts: [
        { cod_catalog: 'AGUA', product_name: 'Água de Coco', quantity: 1 },
        { cod_catalog: 'GUARANA', product_name: 'Guaraná', quantity: 2 },
      ],
    });
    await shopHere(['stock', 'set', 'AGUA', '3'], own.env);
    expect(await stock()).toEqual([3, 20, 3]);
    expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
    const owner = await newStaff(own.ctx, own.server.url, 'stock@example.org', 'owner');
    const history = await owner.get('/desk/stock/SET');
    expect(history.text).toMatch(/A set has no stock of its own.*1 × Água de Coco \(AGUA\) 2 × Guaraná \(GUARANA\)/);
    expect(history.html).toContain('href="/desk/stock/GUARANA"');
    expect(history.html).not.toContain('value="note"');
  });

  it('an order of sets has a line for each part with its share in price and tax, and a cancelled one returns the parts', async () => {
    const { checkoutId, total } = await ana.begin([line('SET', 3), line('GUARANA')], { expectedTotal: 29.72 });
    // 3 × 6.99 + 2.00 + 7 × 0.25 + 5.00
    expect(total).toBe(29.72);
    expect(await linesOf(checkoutId)).toEqual([
      ['SET/AGUA', 3, 350, 7],
      ['SET/GUARANA', 3, 174, 19],
      ['SET/GUARANA/2', 3, 175, 19],
      ['GUARANA', 1, 200, 19],
    ]);
    expect(await stock()).toEqual([17, 13, 6]);
    const row = await checkoutRow(own.ctx, checkoutId);
    expect(row).toMatchObject({ subtotal_cents: 2297, deposit_cents: 175, hold: 'held' });
    await ana.cancel(checkoutId);
    expect(await stock()).toEqual([20, 20, 10]);
  });

  it('a repeated request makes one order, which names the set and is found by a recall of a part', async () => {
    const body = { lines: [line('SET', 2)], requestId: crypto.randomUUID() };
    const first = await ana.begin(body.lines, { requestId: body.requestId });
    expect((await ana.begin(body.lines, { requestId: body.requestId })).checkoutId).toBe(first.checkoutId);
    await own.paypal.approve(first.paypalOrderId);
    await ana.capture(first.checkoutId);
    const [order, ...others] = await ordersOfCheckout(own.ctx, first.checkoutId);
    expect(others).toEqual([]);
    for (const text of ['conjunto pra', 'SET'])
      expect((await shopHere(['orders', 'find', text], own.env)).stdout, text).toContain(order!.order_number);
    const wordsOf = async (path: string) => decodeEntities(await ana.text(path)).replace(/<[^>]+>|\s/g, '');
    expect(await wordsOf(`/de/order/${order!.order_number}`)).toMatch(/2×ConjuntoPraia13,98€.*2×ÁguadeCoco/);
    expect(await wordsOf('/de/previous-purchases')).not.toContain('ÁguadeCoco');
    const traits = await own.ctx.db.read
      .selectFrom('checkout_lines')
      .select(['traits', 'set_name', 'set_quantity'])
      .where('checkout_id', '=', first.checkoutId)
      .execute();
    expect(traits[0]).toMatchObject({
      traits: expect.stringContaining('Teil des Sets „Conjunto Praia“'),
      set_name: 'Conjunto Praia',
      set_quantity: 2,
    });
    expect(await stock()).toEqual([18, 16, 8]);
    const recalled = await findConcerned(own.ctx.db.read, { code: 'GUARANA' });
    expect(recalled.map(({ order, units }) => [order.checkoutId, units])).toContainEqual([first.checkoutId, 4]);
    expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
  });

  it('a refund of one part returns that part to the stock', async () => {
    const begun = await ana.begin([line('SET', 2)]);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber } = await ana.capture(begun.checkoutId);
    const refund = ['orders', 'refund', orderNumber, '--line', 'SET/GUARANA=1', '--restock', '--yes'];
    const { code, stdout, stderr } = await shopHere(refund, own.env);
    expect(code, stdout + stderr).toBe(0);
    expect((await refundsOfCheckout(own.ctx, begun.checkoutId)).map(({ amount_cents: cents }) => cents)).toEqual([199]);
    expect(await stock()).toEqual([18, 17, 8]);

    // One box at the desk refunds the rest of the set, whatever else is chosen of its parts.
    const owner = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner', 'en-US');
    const form = await owner.get(`/desk/orders/${orderNumber}/refund`);
    expect(form.text).toContain('Everything that is left of “Conjunto Praia”');
    const units = [...form.html.matchAll(/name="(units-SET[^"]+)"/g)].map(([, name]) => [name, '0']);
    const wish = { what: 'lines', ...Object.fromEntries(units), [`set-${ids.SET}`]: 'yes', restock: 'yes' };
    const preview = await owner.get(`/desk/orders/${orderNumber}/refund?${new URLSearchParams(wish)}`);
    expect(preview.text).toMatch(/Amount 12,99\s€/);
    expect(preview.html).toContain(`name="set-${ids.SET}" value="yes"`);
    await owner.post(`/desk/orders/${orderNumber}/refund`, { ...wish, confirmed: '1299' });
    expect(await stock()).toEqual([20, 20, 10]);
    // Its own stock cannot be changed, which the list says.
    expect((await owner.get('/desk/stock')).text).toContain('Sets are not in this list');
  });

  it('the buyer whose own checkout holds the last set can order it again', async () => {
    await shopHere(['stock', 'set', 'AGUA', '1'], own.env);
    await ana.begin([line('SET')]);
    expect(await stock()).toEqual([0, 18, 0]);
    const again = await ana.tryBegin<Begun>([line('SET')]);
    expect(again.status).toBe(201);
    expect(await stock()).toEqual([0, 18, 0]);
  });

  it('a cart marks the later line when a set and its part need more units than there are, and says what the others leave', async () => {
    await shopHere(['stock', 'set', 'GUARANA', '3'], own.env);
    const cart = async (lines: object[]) => {
      const { body } = await postCart(own.server.url, { lines });
      const leftOf = (id?: number) => body.lines.find(({ productId }) => productId === id)?.product.quantity_available;
      return body.problems.map(({ productId, code }) => [productId, code, leftOf(productId)]);
    };
    expect(await cart([line('SET'), line('GUARANA')])).toEqual([]);
    expect(await cart([line('SET'), line('GUARANA', 2)])).toEqual([[ids.GUARANA, 'sold_out', 1]]);
    expect(await cart([line('GUARANA', 2), line('SET')])).toEqual([[ids.SET, 'sold_out', 0]]);
  });

  it('the shop refuses an order of a set and its part when the stock has too few units for both', async () => {
    await shopHere(['stock', 'set', 'GUARANA', '3'], own.env);
    const refused = await ana.tryBegin<{ products: number[] }>([line('SET'), line('GUARANA', 2)]);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'sold_out' }]);
    expect(await stock()).toEqual([20, 3, 1]);
  });

  it('twenty buyers who come at once get only as many sets as the parts allow', async () => {
    await shopHere(['stock', 'set', 'AGUA', '5'], own.env);
    const buyers = await Promise.all(Array.from({ length: 20 }, () => newBuyer(own.ctx, own.server.url)));
    const answers = await Promise.all(
      buyers.map((buyer, index) => buyer.tryBegin<Begun>([index % 2 ? line('SET') : line('AGUA')])),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await stock())[0]).toBe(0);
    expect((await stock())[2]).toBe(0);
    expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
  });

  it('a set is sold out while the shop does not sell one of its parts', async () => {
    await own.stock([ROWS[0]!, ROWS[2]!, SET], {}, { partial: false });
    expect(await stockOf(own.ctx, 'SET')).toBe(0);
  });

  it('the import refuses unknown parts, a set in a set, and a price below a cent for each unit', async () => {
    const wrong = async (parts: string, real_price = '6.99') =>
      (await own.import([...ROWS, SET, { ...SET, cod_catalog: 'SET-2', product_name: 'Outro', parts, real_price }]))
        .stderr;
    expect(await wrong('AGUA 1, NADA 2')).toContain('the shop has no product NADA');
    expect(await wrong('SET 2')).toContain('SET is a set itself');
    const inSet = await own.import([ROWS[0]!, { ...ROWS[1]!, parts: 'MATE 2' }, ROWS[2]!, SET]);
    expect(inSet.stderr).toMatch(/GUARANA is a set itself|the set SET contains it/);
    expect(await wrong('AGUA 0')).toContain('not the parts of a set');
    expect(await wrong('AGUA 24, MATE 24', '0.10')).toContain('less than a cent for each of its units');
    expect(await wrong('AGUA, AGUA 2')).toContain('not the parts of a set');
  });

  it('a product with units in stock does not become a set, so that none of them is lost', async () => {
    const refused = await own.import([...ROWS.slice(0, 2), { ...ROWS[2]!, parts: 'AGUA 2' }, SET]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('MATE has units in stock, and a set has none of its own.');
    expect(await stockOf(own.ctx, 'MATE')).toBe(20);
    await shopHere(['stock', 'set', 'MATE', '0'], own.env);
    expect((await own.import([...ROWS.slice(0, 2), { ...ROWS[2]!, parts: 'AGUA 2' }, SET])).code).toBe(0);
    expect(await stockOf(own.ctx, 'MATE')).toBe(10);
  });

  it('a set of several units of one product has the content of them all and its base price, which follows the product', async () => {
    const can = { ...ROWS[1]!, net_quantity: 350, net_unit: 'ml' };
    const six: Cells = { ...SET, cod_catalog: 'SIX', product_name: 'Guaraná, 6 latas', parts: 'GUARANA 6' };
    const shown = async (code: string) => {
      const { slug } = await productByCode(own.ctx, code);
      return (await call<{ product: { base_price?: object } }>(own.server.url, `/api/slug/${slug}`)).body.product;
    };
    await own.stock([ROWS[0]!, can, ROWS[2]!, SET, six]);
    expect(await shown('SIX')).toMatchObject({
      net_quantity: { value: 2100, unit: 'ml' },
      base_price: { amount: 3.33, per: 'l' },
    });
    // Sets of different goods have none.
    expect(await shown('SET')).not.toHaveProperty('base_price');
    const larger = [ROWS[0]!, { ...can, net_quantity: 0.5, net_unit: 'l' }, ROWS[2]!, SET, six];
    await own.stock(larger);
    expect(await shown('SIX')).toMatchObject({ net_quantity: { value: 3, unit: 'l' }, base_price: { amount: 2.33 } });
    expect((await own.import(larger)).stdout).toContain('changed 0');
  });

  it('a set is found by a diet only while each of its parts fits it', async () => {
    const food = ROWS.map((row) => ({ ...row, vegan: 'yes', allergens: 'none' }));
    const set = { ...SET, vegan: 'yes', allergens: 'none' };
    const listedOf = async () =>
      (await own.ctx.db.read
        .selectFrom('products')
        .select('listed')
        .where('cod_catalog', '=', 'SET')
        .executeTakeFirst())!.listed.split(' ');
    await own.stock([...food, set]);
    expect(await listedOf()).toEqual(expect.arrayContaining(['vegan', 'withoutMilk', 'withoutSoy']));
    await own.stock([{ ...food[0]!, vegan: '', allergens: 'milk' }, food[1]!, food[2]!, set]);
    expect(await listedOf()).not.toContain('vegan');
    expect(await listedOf()).not.toContain('withoutMilk');
    expect(await listedOf()).toContain('withoutSoy');
  });
});
