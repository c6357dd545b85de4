import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportCatalogue } from '#src/features/editing/server/import/export-catalogue.ts';
import { deskEditor, type DeskEditor } from '../../support/people/desk-editor.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { productByCode } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const AGUA = { cod_catalog: 'AGUA', product_name: 'Água de Coco', real_price: '4.99' };
const PAO = { cod_catalog: 'PAO-1', product_name: 'Pão de Queijo', real_price: '7.00' };

const own = forFile(() => stockedShop([AGUA, PAO]));
let editor: DeskEditor;

beforeAll(async () => {
  const { url } = await own.serve();
  editor = deskEditor(await newStaff(own.ctx, url, 'eda@example.org', 'editor'));
});

const shown = async (code: string) => (await productByCode(own.ctx, code))!;

describe('changes in files and in the desk', () => {
  beforeEach(async () => {
    await editor.save('PAO-1', { real_price: '7.00' });
    await editor.publishAll();
    await own.import([AGUA, PAO], {}, ['--ours']);
  });

  it('are merged: changes of the desk stay, and conflicts must be decided', async () => {
    await editor.save('AGUA', { product_name: 'Água de Coco Verde' });
    await editor.save('PAO-1', { real_price: '8.00' });
    await editor.publishAll();
    const rows = [
      { ...AGUA, brand: 'Sol' },
      { ...PAO, real_price: '9.00' },
    ];
    const refused = await own.import(rows);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('PAO-1 is “9.00” in the files and “8.00” in the desk.');
    expect(refused.stderr).toContain('--theirs PAO-1');
    expect((await shown('AGUA')).brand).toBeNull();
    expect(await own.import(rows, {}, ['--ours', 'PAO-1'])).toMatchObject({ code: 0 });
    expect(await shown('AGUA')).toMatchObject({ brand: 'Sol', product_name: 'Água de Coco Verde' });
    expect((await shown('PAO-1')).real_price_cents).toBe(800);
    // The same files are imported again, and the decision stays.
    expect((await own.import(rows)).stdout).toContain('changed 0');
    expect(await own.import([AGUA, { ...PAO, real_price: '9.50' }], {}, ['--theirs'])).toMatchObject({ code: 0 });
    expect((await shown('PAO-1')).real_price_cents).toBe(950);
  });

  it('agree after an export into the imported folder, so that only later changes count', async () => {
    await editor.save('PAO-1', { real_price: '8.00' });
    await editor.publishAll();
    expect(await exportCatalogue(own.ctx, own.folder, { agrees: true })).toMatchObject({ ok: true });
    await editor.save('PAO-1', { real_price: '8.50' });
    await editor.publishAll();
    expect(await shopHere(['catalogue', 'import', own.folder], own.env)).toMatchObject({ code: 0 });
    expect((await shown('PAO-1')).real_price_cents).toBe(850);
  });

  it('do not agree after an export into another folder, so the import asks', async () => {
    await editor.save('PAO-1', { real_price: '8.00' });
    await editor.publishAll();
    expect(await exportCatalogue(own.ctx, own.folder, { agrees: false })).toMatchObject({ ok: true });
    await editor.save('PAO-1', { real_price: '8.50' });
    await editor.publishAll();
    const refused = await shopHere(['catalogue', 'import', own.folder], own.env);
    expect(refused.stderr).toContain('PAO-1 is “8.00” in the files and “8.50” in the desk.');
  });
});
