import { expect, it } from 'vitest';
import { productPages } from '#src/features/catalogue/server/catalogue.pages.ts';
import { countBoughtTogether } from '#src/features/orders/server/bought-together.service.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { call, codesOf } from '../../support/people/call.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const DRINK = { real_price: '1.00', quantity_available: 50 };
const own = forFile(() =>
  payingShop({}, [
    { ...DRINK, cod_catalog: 'AGUA', product_name: 'Água', rank: 1 },
    { ...DRINK, cod_catalog: 'GUARANA', product_name: 'Guaraná', rank: 2 },
    { ...DRINK, cod_catalog: 'CACHACA', product_name: 'Cachaça', rank: 3 },
    { ...DRINK, cod_catalog: 'MATE', product_name: 'Mate', rank: 4 },
    { ...DRINK, cod_catalog: 'PENTE', product_name: 'Pente', category_product: 'cabelos', kind: 'goods', vat_rate: 19 },
    { ...DRINK, cod_catalog: 'SOLD', product_name: 'Vendido', quantity_available: 0 },
    { ...DRINK, cod_catalog: 'CUIA', product_name: 'Cuia', goes_with: 'SOLD, PENTE NOT-HERE', rank: 9 },
  ]),
);

const besides = async (slug: string) =>
  codesOf(await call(own.server.url, `/api/slug/${slug}/`).then(({ body }) => body));
const onPage = async (slug: string) =>
  (await productPages(own.ctx, async () => () => ({ label: '', links: [] })))
    .find(({ params }) => params.slug === slug && params.locale === undefined)!
    .props.view.related.map(({ code }) => code);

async function buyTogether(times: number) {
  const buyer = await newBuyer(own.ctx, own.server.url);
  for (let time = 0; time < times; time++) {
    const { checkoutId, paypalOrderId } = await buyer.begin([own.line('AGUA'), own.line('MATE')]);
    await own.paypal.approve(paypalOrderId);
    await buyer.capture(checkoutId);
  }
}

it('a product goes well with what its editor chose, as far as it is in stock, then with others of its category', async () => {
  expect(await besides('cuia')).toEqual(['PENTE', 'AGUA', 'GUARANA', 'CACHACA']);
  expect(await onPage('cuia')).toEqual(['PENTE', 'AGUA', 'GUARANA', 'CACHACA']);
});

it('a product goes well with what five orders had together with it, and with nothing that fewer had', async () => {
  await buyTogether(4);
  await countBoughtTogether(own.ctx);
  expect(await besides('agua')).toEqual(['GUARANA', 'CACHACA', 'MATE', 'CUIA']);
  await buyTogether(1);
  await countBoughtTogether(own.ctx);
  for (const read of [besides, onPage]) {
    expect(await read('agua')).toEqual(['MATE', 'GUARANA', 'CACHACA', 'CUIA']);
    expect((await read('mate'))[0]).toBe('AGUA');
  }
  await own.ctx.db.write((tx) => tx.updateTable('orders').set({ payment_status: 'refunded' }).execute());
  await countBoughtTogether(own.ctx);
  expect((await besides('agua'))[0]).toBe('GUARANA');
});
