import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newStaff, type DeskVisitor } from '../../support/desk-visitor.ts';
import { setProduct, stockOf } from '../../support/order-rows.ts';
import { shopHere } from '../../support/shop-here.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

let own: StockedShop;
let url: string;
let packer: DeskVisitor;
let owner: DeskVisitor;

beforeAll(async () => {
  own = await stockedShop([
    { cod_catalog: 'AGUA', product_name: 'Água de Coco', quantity_available: 10 },
    { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', quantity_available: 3 },
  ]);
  ({ url } = await own.serve());
  owner = await newStaff(own.ctx, url, 'ana@example.org', 'owner');
  packer = await newStaff(own.ctx, url, 'rui@example.org', 'packer');
});
afterAll(() => own?.dispose());

const row = (code: string, is: number | string, was: number, mark = 0) => ({
  code,
  [`quantity-${code}`]: String(is),
  [`was-quantity-${code}`]: String(was),
  [`mark-${code}`]: String(mark),
  [`was-mark-${code}`]: '0',
});

describe('the stock in the desk', () => {
  it('books the difference, so that what was sold meanwhile stays sold', async () => {
    await setProduct(own.ctx, 'AGUA', { quantity_available: 8 });
    expect((await packer.post('/desk/stock', row('AGUA', 15, 10))).location).toBe('/desk/stock?done=stockSaved');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(13);
    expect((await packer.post('/desk/stock', row('AGUA', 13, 13))).location).toContain('done=nothingChanged');
  });

  it('is refused as a whole when one quantity is none, and keeps what was typed', async () => {
    const refused = await packer.post('/desk/stock', { ...row('AGUA', 'many', 13), ...row('PAO-1', 9, 3), code: ['AGUA', 'PAO-1'] });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.text).toContain('whole number, 0 or more, for AGUA');
    expect(refused.html).toContain('value="9"');
    for (const typed of ['', '12.5', '1e3']) expect((await packer.post('/desk/stock', row('AGUA', typed, 13))).text).toContain('for AGUA');
    const ambiguous = await packer.post('/desk/stock', row('AGUA', '1.000', 13));
    expect(ambiguous.text).toContain('AGUA: “1.000” may mean 1000 or 1. Type one of these.');
    expect(await stockOf(own.ctx, 'AGUA')).toBe(13);
    expect(await stockOf(own.ctx, 'PAO-1')).toBe(3);
  });

  it('is found by name and code, and a marked product appears under Today', async () => {
    await packer.post('/desk/stock', row('PAO-1', 3, 3, 5));
    expect((await packer.get('/desk/stock?q=pao')).text).toContain('Pão de Queijo');
    expect((await packer.get('/desk/stock?q=o-1')).text).toContain('Pão de Queijo');
    expect((await packer.get('/desk/stock?q=o_1')).text).toContain('No such product');
    expect((await packer.get('/desk/stock?low=yes')).text).not.toContain('Água');
    expect((await packer.get('/desk')).text).toContain('PAO-1');
  });

  it('is recorded, on the command line too', async () => {
    await shopHere(['stock', 'set', 'AGUA', '20'], own.env);
    const { text } = await owner.get('/desk/people/audit');
    expect(text).toMatch(/command line changed the stock · AGUA/);
    expect(text).toMatch(/rui@example.org changed the reorder level · PAO-1/);
  });
});

it('takes a verified backup in the background, and shows what became of it', async () => {
  expect((await owner.post('/desk/shop', { act: 'backup' })).location).toBe('/desk/shop?done=backupStarted');
  expect((await owner.post('/desk/shop', { act: 'backup' })).text).toContain('A backup is already running');
  const finished = () => readdirSync(path.join(own.env.DATA_DIR!, 'backups')).filter((name) => /^shop-[^.]*Z$/.test(name));
  await expect.poll(() => (existsSync(path.join(own.env.DATA_DIR!, 'backups')) ? finished().length : 0), { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await owner.get('/desk/shop')).text, { timeout: 10_000 }).toMatch(/verified Back up now/);
  expect((await owner.get('/desk/shop')).text).toMatch(/Work in the background runs as it should.*began a backup/);
});

it('closes and opens the shop', async () => {
  expect((await owner.post('/desk/shop', { act: 'close' })).location).toBe('/desk/shop?done=shopClosed');
  await expect.poll(async () => (await fetch(`${url}/`)).status).toBe(503);
  expect((await owner.get('/desk/shop')).text).toContain('The shop is closed for maintenance');
  await owner.post('/desk/shop', { act: 'open' });
  await expect.poll(async () => (await fetch(`${url}/`)).status).toBe(200);
});
