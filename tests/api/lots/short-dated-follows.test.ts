import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import type { Fields } from '#src/features/editing/server/catalogue-fields.ts';
import { saveDraft } from '#src/features/editing/server/drafts.service.ts';
import { importCatalogue } from '#src/features/editing/server/import/import-catalogue.ts';
import { publish } from '#src/features/editing/server/publish.service.ts';
import { findPublications } from '#src/features/editing/server/publications.repository.ts';
import { offerLot } from '#src/features/editing/server/short-dated/short-dated.service.ts';
import { findSource, findVersions } from '#src/features/editing/server/sources.repository.ts';
import { undoPublication } from '#src/features/editing/server/undo.service.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { productRow, writeCatalogue, type Cells } from '../../support/catalogue/catalogue.ts';
import { productByCode } from '../../support/people/rows.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';

let own: FreshShop;
/** Of the variant. */
let code: string;

async function importRow(cells: Cells) {
  const rows = [{ cod_catalog: 'AGUA', real_price: '10.00', vegan: 'yes', discount: '', ...cells }].map(productRow);
  const source = writeCatalogue(path.join(own.env.DATA_DIR!, 'files'), rows);
  expect(await importCatalogue(own.ctx, { source })).toMatchObject({ ok: true });
}

beforeEach(async () => {
  own = await freshShop();
  await importRow({});
  const date = addDays(germanDay(own.ctx.now().toISOString()), 60);
  const line = { code: 'AGUA', name: '', units: 6, cost: null, lot: '', bestBefore: date };
  expect((await bookDelivery(own.ctx, { supplier: 'x', note: '1', lines: [line] })).ok).toBe(true);
  const lot = await own.ctx.db.read.selectFrom('lots').select('id').executeTakeFirstOrThrow();
  const offered = await offerLot(own.ctx, { lotId: lot.id, units: 4, percent: 50, seen: 6 });
  code = offered.ok ? offered.value : offered.error.kind;
});
afterEach(() => own.dispose());

const shown = async () => {
  const { product_name: name, price_cents: price, facts } = await productByCode(own.ctx, code);
  return [name, price, /"vegan":"(\w+)"/.exec(facts)?.[1]];
};

const draftOf = async (key: string) => (await findSource(own.ctx.db.read, 'product', key))!.draft!;
/** Returns the digest of the draft. */
async function change(key: string, fields: Record<string, string>): Promise<string> {
  const typed = (now: Fields) => ({ ...now, ...fields });
  const saved = await saveDraft(own.ctx, { kind: 'product', key }, typed, await draftOf(key));
  expect(saved).toMatchObject({ ok: true });
  return draftOf(key);
}
const publishOne = (key: string, digest: string) => publish(own.ctx, { only: new Map([[`product ${key}`, digest]]) });

it('a short-dated variant says what its product says as soon as an import changes it, and an equal import changes nothing', async () => {
  await importRow({ product_name: 'Água nova', vegan: 'no', real_price: '8.00' });
  expect(await shown()).toEqual(['Água nova', 400, 'no']);
  const { id } = (await findPublications(own.ctx.db.read, 1, 0))[0]!;
  await importRow({ product_name: 'Água nova', vegan: 'no', real_price: '8.00' });
  expect((await findPublications(own.ctx.db.read, 1, 0))[0]!.id).toBe(id);
});

it('a publication at the desk includes its short-dated variants and is undone with them', async () => {
  const digest = await change('AGUA', { product_name: 'Água nova', vegan: 'no' });
  expect(await publishOne('AGUA', digest)).toMatchObject({ ok: true, value: { changes: 2 } });
  expect(await shown()).toEqual(['Água nova', 500, 'no']);
  const { id } = (await findPublications(own.ctx.db.read, 1, 0))[0]!;
  expect(await undoPublication(own.ctx, id)).toMatchObject({ ok: true });
  expect(await shown()).toEqual(['Produto AGUA', 500, 'yes']);
});

it('a waiting draft of a short-dated variant keeps its price and gets the new facts of its product', async () => {
  await change(code, { discount: '70' });
  expect(await publishOne('AGUA', await change('AGUA', { vegan: 'no' }))).toMatchObject({ ok: true });
  expect(await shown()).toEqual(['Produto AGUA', 500, 'no']);
  expect(await publishOne(code, await draftOf(code))).toMatchObject({ ok: true, value: { changes: 1 } });
  expect(await shown()).toEqual(['Produto AGUA', 300, 'no']);
});

it('a product that becomes cheaper than its short-dated variant takes the price of the variant along, until it is dearer again', async () => {
  const typed = await change(code, { discount: '60' });
  await importRow({ discount: '70' });
  expect(await shown()).toEqual(['Produto AGUA', 300, 'yes']);
  expect(await draftOf(code)).not.toBe(typed);
  await importRow({ discount: '70', vegan: 'no' });
  await importRow({ discount: '10', vegan: 'no' });
  expect(await shown()).toEqual(['Produto AGUA', 500, 'no']);
  expect(await publishOne(code, await draftOf(code))).toMatchObject({ ok: true, value: { changes: 1 } });
  expect(await shown()).toEqual(['Produto AGUA', 400, 'no']);
});

it('a price and a text that a person gave to a short-dated variant stay when its product changes, live and in its draft', async () => {
  expect(await publishOne(code, await change(code, { real_price: '8.00' }))).toMatchObject({ ok: true });
  await change(code, { 'text:de-DE': 'Nur noch kurz haltbar.' });
  const digest = await change('AGUA', { product_name: 'Água nova', 'text:de-DE': 'Kokoswasser.', vegan: 'no' });
  expect(await publishOne('AGUA', digest)).toMatchObject({ ok: true, value: { changes: 2 } });
  expect(await shown()).toEqual(['Água nova', 400, 'no']);
  const draft = await draftOf(code);
  const fields = (await findVersions(own.ctx.db.read, [draft])).get(draft);
  expect(fields).toMatchObject({ real_price: '8.00', 'text:de-DE': 'Nur noch kurz haltbar.', vegan: 'no' });
});
