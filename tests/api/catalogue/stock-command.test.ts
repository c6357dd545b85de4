import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() =>
  stockedShop([
    { cod_catalog: 'BEB-001', product_name: 'Guaraná', quantity_available: 12 },
    { cod_catalog: 'BEB-002', product_name: 'Mate', quantity_available: 3 },
  ]),
);

const stock = (...args: string[]) => shopHere(['stock', ...args], own.env);
function delivery(text: string): string {
  const file = path.join(own.env.DATA_DIR!, 'delivery.csv');
  writeFileSync(file, text);
  return file;
}

it('the command line lists products with the fewest units first, and on request only those at their reorder mark', async () => {
  expect((await stock('list')).stdout).toBe('      3      -  BEB-002  Mate\n     12      -  BEB-001  Guaraná\n');
  expect((await stock('list', '--low')).stdout).toBe('No product is at its mark or below.\n');
  expect((await stock('mark', 'BEB-002', '3')).stdout).toBe('BEB-002 counts as low at 3 units or fewer.\n');
  await stock('mark', 'BEB-001', '11');
  expect((await stock('list', '--low')).stdout).toBe('      3      3  BEB-002  Mate\n');
  expect((await stock('mark', 'BEB-001', '0')).stdout).toBe('BEB-001 has no mark any more.\n');
  expect((await stock('list')).stdout).toContain('     12      -  BEB-001');
  expect(await stock('mark', 'NONE', '3')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no product with the code NONE'),
  });
  expect((await stock('mark', 'BEB-001', 'five')).stderr).toContain('Write a whole number of 0 or more.');
});

it('the command line accepts a code in lower case and refuses a quantity with a thousands separator', async () => {
  expect((await stock('add', 'beb-001', '2')).stdout).toBe('BEB-001: 14 can be bought now.\n');
  expect((await stock('add', 'beb-001', '--', '-2')).stdout).toBe('BEB-001: 12 can be bought now.\n');
  expect((await stock('mark', 'beb-001', '0')).stdout).toBe('BEB-001 has no mark any more.\n');
  for (const typed of ['1.000', '1,000'])
    expect((await stock('set', 'BEB-001', typed)).stderr).toBe(
      `"${typed}" may mean 1000 or 1, so write one of these\n`,
    );
  for (const typed of ['1e3', '0x10', '1.5', ''])
    expect((await stock('set', 'BEB-001', typed)).stderr).toContain('must be a whole number');
  expect((await stock('list')).stdout).toContain('     12      -  BEB-001');
});

it('the command line books a delivery from a table', async () => {
  const { stdout } = await stock('book', delivery('cod_catalog;quantity\nBEB-001;24\nbeb-002;6\n'));
  expect(stdout).toBe('BEB-001: 36 can be bought now.\nBEB-002: 9 can be bought now.\n');
});

it.each([
  [
    'an unknown code',
    'cod_catalog,quantity\nBEB-001,1\nNONE,2\n',
    /delivery\.csv:3 cod_catalog: There is no product with the code NONE/,
  ],
  [
    'a quantity that is none',
    'cod_catalog,quantity\nBEB-001,1\nBEB-002,six\n',
    /:3 quantity: must be a whole number from 1 to 1\.000\.000, not "six"/,
  ],
  [
    'thousands',
    'cod_catalog,quantity\nBEB-001,1.000\n',
    /:2 quantity: "1\.000" may mean 1000 or 1, so write one of these\./,
  ],
  ['another column', 'code,quantity\nBEB-001,1\n', /:1 cod_catalog: is missing/],
])('a delivery with %s books nothing and names the row', async (_what, text, told) => {
  const before = (await stock('list')).stdout;
  const { code, stdout, stderr } = await stock('book', delivery(text));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(told);
  expect(stderr).toContain('Nothing was booked.');
  expect((await stock('list')).stdout).toBe(before);
});
