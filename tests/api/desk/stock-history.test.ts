import { beforeAll, expect, it } from 'vitest';
import { findUnexplained } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { setProduct, stockOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(payingShop);
let owner: DeskVisitor;
let buyer: Buyer;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
  buyer = await newBuyer(own.ctx, own.server.url);
});

const history = async (code: string) =>
  own.ctx.db.read
    .selectFrom('stock_movements as m')
    .innerJoin('products as p', 'p.id', 'm.product_id')
    .select(['m.units', 'm.stock', 'm.reason', 'm.who'])
    .where('p.cod_catalog', '=', code)
    .orderBy('m.id')
    .execute();

const change = (code: string, typed: string) =>
  owner.post('/desk/stock', {
    code,
    ...{ [`quantity-${code}`]: typed, [`was-quantity-${code}`]: '0' },
    ...{ [`mark-${code}`]: '0', [`was-mark-${code}`]: '0' },
  });

it(
  'the history of a stock says what changed, when, by whom and why, and leads to the order',
  { retry: 0 },
  async () => {
    const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA', 3)]);
    await own.paypal.approve(paypalOrderId);
    const { orderNumber } = await buyer.capture(checkoutId);
    await buyer.cancel((await buyer.begin([own.line('AGUA', 2)])).checkoutId);
    await change('AGUA', '+24');
    await shopHere(['stock', 'set', 'AGUA', '120'], own.env);
    await owner.post(`/desk/orders/${orderNumber}/refund`, {
      what: 'lines',
      'units-AGUA': '1',
      restock: 'yes',
      confirmed: '499',
    });
    const moves = await history('AGUA');
    expect(moves.map(({ units, stock, reason, who }) => [units, stock, reason, who])).toEqual([
      [100, 100, 'first', null],
      [-3, 97, 'held', null],
      [-2, 95, 'held', null],
      [2, 97, 'released', null],
      [24, 121, 'changed', 'ana@example.org'],
      [-1, 120, 'changed', 'command line'],
      [1, 121, 'returned', 'ana@example.org'],
    ]);
    expect(await stockOf(own.ctx, 'AGUA')).toBe(121);
    const { html, text } = await owner.get('/desk/stock/AGUA');
    expect(text).toMatch(/Changed by hand .{5,80} \+24 121 ana@example\.org/);
    expect(text).toMatch(new RegExp(`Reserved for a purchase ${orderNumber} .{5,80} -3 97`));
    expect(html.match(new RegExp(`href="/desk/orders/${orderNumber}"`, 'g'))).toHaveLength(2);
    expect((await owner.get('/desk/products/AGUA')).html).toContain('href="/desk/stock/AGUA"');
    const { stdout } = await shopHere(['stock', 'history', 'AGUA'], own.env);
    expect(stdout).toContain(`-3       97  held, ${orderNumber}`);
  },
);

it('a stock that changed without a record is named on its page and by `stock check`, until that is recorded', async () => {
  await setProduct(own.ctx, 'MATE', { quantity_available: 97 });
  await setProduct(own.ctx, 'GUARANA', { quantity_available: 103 });
  const differs = 'The history adds up to 100 units, but the shop sells 97.';
  expect((await owner.get('/desk/stock/MATE')).text).toContain(differs);
  const checked = await shopHere(['stock', 'check'], own.env);
  expect(checked).toMatchObject({ code: 1 });
  expect(checked.stdout).toContain('MATE: the history adds up to 100, the stock is 97.');
  expect((await owner.post('/desk/stock/MATE', { act: 'note' })).location).toBe(
    '/desk/stock/MATE?done=differenceNoted',
  );
  const { text } = await owner.get('/desk/stock/MATE');
  expect(text).not.toContain('adds up to');
  expect(text).toMatch(/Changed without a record .{5,80} -3 97 ana@example\.org/);
  await shopHere(['stock', 'check', '--record'], own.env);
  expect((await shopHere(['stock', 'check'], own.env)).stdout).toContain('Each history adds up to its stock.');
  expect(await stockOf(own.ctx, 'MATE')).toBe(97);
});

it('a count of the shelf books its difference with a reason, and asks for another count when something was packed', async () => {
  const count = (counted: string, expected: number, more: Record<string, string> = {}) =>
    owner.post('/desk/stock/count', {
      code: 'MATE',
      'counted-MATE': counted,
      'expected-MATE': `${expected}`,
      ...more,
    });
  const holder = await newBuyer(own.ctx, own.server.url);
  const { checkoutId } = await holder.begin([own.line('MATE', 4)]);
  const shelf = (await stockOf(own.ctx, 'MATE')) + 4;
  expect((await owner.get('/desk/stock/count?q=mate')).html).toContain(`name="expected-MATE" value="${shelf}"`);
  expect((await count('', shelf)).location).toContain('done=countEqual');
  expect((await count(`${shelf}`, shelf)).location).toContain('done=countEqual');
  expect((await count(`${shelf - 2}`, shelf, { reason: 'broken' })).location).toContain('done=countBooked&count=1');
  expect(await stockOf(own.ctx, 'MATE')).toBe(shelf - 6);
  expect((await owner.get('/desk/stock/MATE')).text).toMatch(/Broken .{5,80} -2 \d+ ana@example\.org/);
  const moved = await count(`${shelf - 3}`, shelf);
  expect(moved.text).toContain(`MATE: ${shelf} units should have been on the shelf, now it is ${shelf - 2}`);
  expect((await count('3', shelf - 2)).text).toContain('MATE: 4 units are reserved for orders');
  expect((await count('many', shelf - 2)).text).toContain('whole number, 0 or more, for MATE');
  await holder.cancel(checkoutId);
  expect(await stockOf(own.ctx, 'MATE')).toBe(shelf - 2);
});

it('no unit is expected on the shelf that was refunded before packing and not put back', async () => {
  const shelf = async () => {
    const { html } = await owner.get('/desk/stock/count?q=agua');
    return Number(/name="expected-AGUA" value="(\d+)"/.exec(html)?.[1]);
  };
  const before = await shelf();
  const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA', 2), own.line('MATE')]);
  await own.paypal.approve(paypalOrderId);
  const { orderNumber } = await buyer.capture(checkoutId);
  expect(await shelf()).toBe(before);
  const refund = (restock: object) =>
    owner.post(`/desk/orders/${orderNumber}/refund`, {
      ...{ what: 'lines', 'units-AGUA': '1', confirmed: '499', again: 'yes' },
      ...restock,
    });
  expect((await refund({})).location).toContain('done=refunded');
  expect(await shelf()).toBe(before - 1);
  expect((await refund({ restock: 'yes' })).location).toContain('done=refunded');
  expect(await shelf()).toBe(before - 1);
});

it('every unit is explained in its order, while buyers and staff change one stock at once', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => newBuyer(own.ctx, own.server.url)));
  await Promise.all([
    ...buyers.map(async (one, index) => {
      const { checkoutId } = await one.begin([own.line('GUARANA', 2), own.line('MATE')]);
      if (index % 2) await one.cancel(checkoutId);
    }),
    ...['+5', '-4', '+3'].map((typed) => change('GUARANA', typed)),
  ]);
  const moves = await history('GUARANA');
  const after = moves.map((_, index) => moves.slice(0, index + 1).reduce((sum, { units }) => sum + units, 0));
  expect(moves.map(({ stock }) => stock)).toEqual(after);
  expect(moves.filter(({ reason }) => reason === 'held')).toHaveLength(6);
  expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
});
