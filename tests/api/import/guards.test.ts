import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Fields } from '#src/features/editing/server/catalogue-fields.ts';
import { saveDraft } from '#src/features/editing/server/drafts.service.ts';
import { publish } from '#src/features/editing/server/publish.service.ts';
import { findSource } from '#src/features/editing/server/sources.repository.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { dumpRows, productByCode, productsForSale } from '../../support/people/rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const A: Cells = { cod_catalog: 'BEB-001', product_name: 'Guaraná', real_price: '3.29' };
const B: Cells = { cod_catalog: 'BEB-002', product_name: 'Mate', real_price: '10.00' };

let own: StockedShop;
beforeEach(async () => {
  own = await stockedShop([A, B]);
});
afterEach(() => own?.dispose());

const price = async (code = 'BEB-001') => (await productByCode(own.ctx, code)).price_cents;

const draftOf = async (code: string) => (await findSource(own.ctx.db.read, 'product', code))!.draft!;
const publishDraft = async (code: string, acceptsJumps = false) =>
  publish(own.ctx, { only: new Map([[`product ${code}`, await draftOf(code)]]), acceptsJumps });

/** Changes a product in the desk and publishes it. */
async function editInDesk(code: string, changes: Record<string, string>) {
  const typed = (shown: Fields) => ({ ...shown, ...changes });
  expect(await saveDraft(own.ctx, { kind: 'product', key: code }, typed, await draftOf(code))).toMatchObject({
    ok: true,
  });
  return publishDraft(code);
}

describe('an import of a price that changes by more than half', () => {
  it('is refused before any write, unless the product is explicitly accepted', async () => {
    for (const [real_price, told] of [
      ['329', '329,00'],
      ['4.94', '4,94'],
      ['1.60', '1,60'],
    ] as const) {
      const { code, stderr } = await own.import([{ ...A, real_price }, B]);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(
          `products\\.csv:2 real_price: BEB-001 was 3,29\\s€ and would be ${told}\\s€\\. Correct it, ` +
            'or add --accept BEB-001',
        ),
      );
      expect(stderr).toContain('Nothing was changed.');
    }
    expect((await own.import([{ ...A, real_price: '4.93' }, B])).code).toBe(0);
    expect((await own.import([{ ...A, real_price: '329' }, B], {}, ['--accept', 'beb-001'])).stdout).toContain(
      'changed 1: BEB-001',
    );
    expect((await own.import([A, B], {}, ['--yes'])).stdout).toContain('changed 1: BEB-001');
  });

  it('is refused for every product that is not explicitly accepted', async () => {
    const rows = [
      { ...A, real_price: '329' },
      { ...B, real_price: '1' },
    ];
    const { code, stderr } = await own.import(rows, {}, ['--accept', 'BEB-001']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/1 mistake:\n.*BEB-002 was 10,00\s€ and would be 1,00\s€/),
    ]);
    expect(await price()).toBe(329);
  });

  it('is refused when only a discount changes the buyer’s price', async () => {
    const { code, stderr } = await own.import([A, { ...B, discount: 90 }]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/:3 discount: a buyer of BEB-002 paid 10,00\s€ and would pay 1,00\s€\./),
    ]);
    expect((await own.import([A, { ...B, discount: 50 }])).code).toBe(0);
    expect((await own.import([A, B])).stderr).toMatch(/a buyer of BEB-002 paid 5,00\s€ and would pay 10,00\s€/);
  });

  it('is refused when the undiscounted price changes, even if the buyer’s price does not', async () => {
    await own.stock([A, { ...B, discount: 50 }]);
    expect((await own.import([A, { ...B, real_price: '5.00', discount: 0 }])).code).toBe(0);
    const { stderr } = await own.import([A, { ...B, real_price: '20.00', discount: 75 }]);
    expect(stderr).toMatch(/:3 real_price: BEB-002 was 5,00\s€ and would be 20,00\s€/);
  });

  it('is refused for a returning product', async () => {
    await own.stock([B]);
    const { code, stderr } = await own.import([{ ...A, real_price: '32.90' }, B]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/BEB-001 was 3,29\s€ and would be 32,90\s€/)]);
  });

  it('is accepted for a price of the desk that the files did not change', async () => {
    expect(await editInDesk('BEB-001', { real_price: '1.99' })).toMatchObject({ ok: true });
    const { code, stdout } = await own.import([A, B]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('changed 0')]);
    expect(await price()).toBe(199);
  });
});

describe('a publication from the desk', () => {
  it('asks for a confirmation when a discount or its end changes the buyer’s price by more than half', async () => {
    expect(await editInDesk('BEB-002', { discount: '90' })).toMatchObject({
      ok: false,
      error: [{ field: 'discount', reason: { key: 'paidJump', values: { code: 'BEB-002' } } }],
    });
    expect(await publishDraft('BEB-002', true)).toMatchObject({ ok: true });
    expect(await price('BEB-002')).toBe(100);
    expect(await editInDesk('BEB-002', { discount: '0' })).toMatchObject({
      ok: false,
      error: [{ reason: { key: 'paidJump' } }],
    });
  });
});

describe('a discounted price of 0', () => {
  const ZERO = { real_price: '0.04', discount: 90 };

  it('is reported as a mistake of its row in an import', async () => {
    const before = await dumpRows(own.ctx);
    const { code, stderr } = await own.import([A, { ...B, ...ZERO }], {}, ['--yes']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('products.csv:3 discount: 90 % makes the price 0. Write a smaller discount'),
    ]);
    const history =
      'cod_catalog,valid_from,real_price,discount\nBEB-003,2024-01-01,0.01,50\nBEB-003,2024-02-01,0.01,90\n';
    const past = await own.import([A, B, { cod_catalog: 'BEB-003' }], { 'shelf/price-history.csv': history });
    expect(past.stderr).toContain('price-history.csv:3 discount: 90 % makes the price 0.');
    expect(await dumpRows(own.ctx)).toEqual(before);
  });

  it('is reported as a mistake of a draft', async () => {
    const typed = { real_price: '0.04', discount: '90' };
    expect(
      await saveDraft(
        own.ctx,
        { kind: 'product', key: 'BEB-002' },
        (shown) => ({ ...shown, ...typed }),
        await draftOf('BEB-002'),
      ),
    ).toMatchObject({
      error: { kind: 'invalid', mistakes: [{ field: 'discount', reason: { key: 'priceZero' } }] },
    });
  });
});

describe('an import without many existing products', () => {
  const rows = (count: number): Cells[] =>
    Array.from({ length: count }, (_, index) => ({ cod_catalog: `P-${index + 10}` }));
  const forSale = async () => (await productsForSale(own.ctx)).length;

  it('is refused when more than a tenth would be withdrawn, and explains how to keep them', async () => {
    await own.stock(rows(30));
    const { code, stderr } = await own.import(rows(26));
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        'catalogue: has no row for 4 of 30 products, so they would leave the shop: P-36, P-37, P-38, P-39. ' +
          'Add --partial to keep them, or --yes',
      ),
    ]);
    expect(await forSale()).toBe(30);
    expect((await own.import(rows(27))).stdout).toContain('withdrawn 3');
    expect((await own.import(rows(1), {}, ['--partial'])).code).toBe(0);
    expect((await own.import(rows(1), {}, ['--yes'])).stdout).toContain('withdrawn 26');
  });

  it('is accepted when a small shop loses one or two, but not more than half', async () => {
    await own.stock(rows(3));
    expect((await own.import(rows(1))).stderr).toContain('has no row for 2 of 3 products');
    expect((await own.import(rows(2))).stdout).toContain('withdrawn 1');
    await own.stock(rows(4));
    expect((await own.import(rows(1))).stderr).toContain('has no row for 3 of 4 products');
    expect((await own.import(rows(2))).stdout).toContain('withdrawn 2');
  });
});

it('a conflict option that captures the folder as its value is refused', async () => {
  const { code, stderr } = await own.import([A, B], {}, ['--theirs', 'beb-001', 'some/folder']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('"some/folder" is not a code of a product or category. Name the folder or'),
  ]);
  expect((await own.import([A, B], {}, ['--theirs', 'beb-001'])).code).toBe(0);
});
