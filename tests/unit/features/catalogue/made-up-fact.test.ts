import { beforeAll, describe, expect, it } from 'vitest';
import { FACTS, type Fact } from '#src/features/catalogue/facts.ts';
import { labelOf } from '#src/features/catalogue/label.ts';
import type { ProductDetail } from '#src/features/catalogue/product.ts';
import { productDetail } from '../../../support/catalogue/product-detail.ts';

const care: Fact = {
  column: 'care_de',
  cell: { type: 'text', max: 20 },
  needed: ['goods'],
  label: { goods: 'Pflege' },
};

const GOODS = {
  cod_catalog: 'UTE-001',
  product_name: 'Rede',
  category_product: 'utensilios',
  kind: 'goods',
  real_price: '9.90',
  quantity_available: '3',
  vat_rate: '19',
  net_quantity: '1',
  net_unit: 'piece',
};

/** The import reads the table of facts when it is loaded. */
async function importWithFact() {
  const { productRowSchema } = await import('#src/features/editing/server/product-row.ts');
  const { toEntry } = await import('#src/features/editing/server/catalogue-entry.ts');
  const { listGaps } = await import('#src/features/editing/server/list-gaps.ts');
  return { productRowSchema, toEntry, listGaps };
}

let parts: Awaited<ReturnType<typeof importWithFact>>;

beforeAll(async () => {
  Object.assign(FACTS, { careAdvice: care });
  parts = await importWithFact();
});

describe('a fact that is only declared in the table of facts', () => {
  it('is a column of the spreadsheet whose cell is checked', () => {
    expect(parts.productRowSchema.safeParse({ ...GOODS, care_de: 'x'.repeat(21) }).error?.issues[0]?.message).toContain(
      'Write at most 20',
    );
  });

  it('is stored and shown on the label', () => {
    const row = parts.productRowSchema.parse({ ...GOODS, care_de: 'Handwäsche' });
    const facts = JSON.parse(parts.toEntry(row, {}, []).columns.facts) as ProductDetail['facts'];
    expect(labelOf(productDetail({ kind: 'goods', facts })).rows).toContainEqual({
      name: 'Pflege',
      text: 'Handwäsche',
    });
  });

  it('is reported as missing when the law requires it', () => {
    const row = parts.productRowSchema.parse(GOODS);
    const product = { file: 'products.csv', line: 2, row };
    const files = {
      categories: [],
      products: [product],
      prices: [],
      texts: new Map(),
      pictures: new Map(),
      alts: [],
      isWhole: true,
    };
    const [open] = parts.listGaps(files, { hasImporter: true, hasColdCarrier: false, today: '2026-11-27' });
    expect(open?.gaps.map(({ column }) => column)).toContain('care_de');
    expect(labelOf(productDetail({ kind: 'goods' })).rows).toContainEqual({ name: 'Pflege', text: 'Angabe folgt' });
  });
});
