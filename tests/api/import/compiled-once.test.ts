import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { productByCode } from '../../support/people/rows.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

const COCO = { cod_catalog: 'BEB-001', product_name: 'Água de Coco', real_price: '3,00' };
const MATE = { cod_catalog: 'BEB-002', product_name: 'Mate Tostado' };
const TEXTS = { 'shelf/BEB-001.de-DE.md': '**Kokos**' };

let own: StockedShop;
beforeAll(async () => {
  own = await stockedShop();
});
afterAll(() => own?.dispose());

const importAs = (code: string, rows: Cells[] = [COCO, MATE]) => own.stock(rows, TEXTS, { code });
const coco = () => productByCode(own.ctx, COCO.cod_catalog);
const germanText = async () => {
  const { id } = await coco();
  const query = own.ctx.db.read.selectFrom('product_texts').select('info_html').where('product_id', '=', id);
  return (await query.where('locale', '=', 'de-DE').executeTakeFirstOrThrow()).info_html;
};
/** The result of another version of the shop for these texts. */
async function compileOtherwise(): Promise<void> {
  const { id } = await coco();
  await own.ctx.db.read.updateTable('product_texts').set({ info_html: 'other' }).where('product_id', '=', id).execute();
}

beforeEach(async () => {
  await own.ctx.db.read.updateTable('products').set({ digest: 'of another version' }).execute();
  await importAs('one');
  expect(await germanText()).toBe('<p><strong>Kokos</strong></p>');
});

it('an unchanged product is not compiled again by the same code', async () => {
  await compileOtherwise();
  expect(await importAs('one')).toMatchObject({ changed: [], withdrawn: [], left: 2 });
  expect(await germanText()).toBe('other');
});

it('a changed product is compiled again', async () => {
  await compileOtherwise();
  expect(await importAs('one', [{ ...COCO, real_price: '3,20' }, MATE])).toMatchObject({
    changed: ['BEB-001'],
    left: 1,
  });
  expect(await germanText()).toBe('<p><strong>Kokos</strong></p>');
});

it('a row compiled by another version is compiled again', async () => {
  await compileOtherwise();
  await own.ctx.db.read
    .updateTable('products')
    .set({ digest: 'of another version' })
    .where('cod_catalog', '=', 'BEB-001')
    .execute();
  expect(await importAs('one')).toMatchObject({ changed: ['BEB-001'], left: 1 });
  expect(await germanText()).toBe('<p><strong>Kokos</strong></p>');
});

it('changed code compiles every product and records its version even on identical rows', async () => {
  const { compiled_of: before } = await coco();
  expect(await importAs('two')).toMatchObject({ changed: [], left: 2 });
  expect((await coco()).compiled_of).not.toBe(before);
});

it('a product that returns after its withdrawal is on sale again', async () => {
  expect(await own.stock([MATE], {}, { code: 'one' })).toMatchObject({ withdrawn: ['BEB-001'] });
  expect(await importAs('one')).toMatchObject({ changed: ['BEB-001'] });
  expect((await coco()).withdrawn_at).toBeNull();
});
