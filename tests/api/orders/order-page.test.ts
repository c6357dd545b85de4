import { beforeAll, describe, expect, it } from 'vitest';
import { findPackedProducts } from '#src/features/catalogue/server/packed-products.repository.ts';
import { readListFragment } from '#src/features/lists/list-link.ts';
import { formatDate } from '#src/i18n/format.ts';
import { translator } from '#src/i18n/translate.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { decodeEntities } from '../../support/texts/html.ts';
import { idsOf, ordersOfCheckout, setProduct } from '../../support/people/order-rows.ts';
import type { Cells } from '../../support/catalogue/catalogue.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';

const SOAP: Cells = { product_name: 'Sabonete', real_price: '2.50', quantity_available: 100, brand: 'Marca' };
const PRODUCTS: Cells[] = [
  {
    cod_catalog: 'AGUA',
    product_name: 'Água de Coco',
    real_price: '4.99',
    quantity_available: 100,
    subtitle_pt: 'Direto do coco',
    subtitle_en: 'Straight from the coconut',
  },
  { cod_catalog: 'MATE', product_name: 'Mate Tostado', real_price: '3.33', quantity_available: 100 },
  { ...SOAP, cod_catalog: 'CAB-001', variant_pt: 'Rosas', variant_de: 'Rosen' },
  { ...SOAP, cod_catalog: 'CAB-002', variant_of: 'CAB-001', variant_pt: 'Lavanda', variant_de: 'Lavendel' },
];

const own = forFile(() => payingShop({}, PRODUCTS));
let ana: Buyer;
let orderId: string;
let orderNumber: string;
let page: (prefix?: string, number?: string) => Promise<string>;

beforeAll(async () => {
  const ids = await idsOf(own.ctx);
  ana = await newBuyer(own.ctx, own.server.url);
  const lines = [
    { productId: ids.AGUA!, quantity: 2 },
    { productId: ids.MATE!, quantity: 1 },
  ];
  const begun = await ana.begin(lines, { languageLocale: 'pt-BR' });
  await own.paypal.approve(begun.paypalOrderId);
  ({ orderNumber } = await ana.capture(begun.checkoutId));
  orderId = (await ordersOfCheckout(own.ctx, begun.checkoutId))[0]!.id;
  page = async (prefix = '/de', path = `/order/${orderNumber}`) => decodeEntities(await ana.text(prefix + path));
});

const change = (values: object) =>
  own.ctx.db.read.updateTable('orders').set(values).where('id', '=', orderId).execute();
const t = translator('de-DE');
const withdrawalLink = () => `/withdrawal?order=${orderNumber}`;

describe('the page of an order', () => {
  it('shows picture, link, unit price and sum of each line, payment, seller and the language of the page', async () => {
    const german = await page();
    expect(german).toContain('href="/de/product/agua-de-coco"');
    expect(german).toContain('/media/products/no-image.png');
    expect(german).toContain(t('cart:each', { price: '4,99\u00a0€' }));
    expect(german).toContain('9,98\u00a0€');
    expect(german).toContain(t('checkout:payment.paid', { method: 'PayPal' }));
    expect(german).toContain('[USt-IdNr.]');
    expect(german).toContain('Straight from the coconut');
    expect(await page('')).toContain('Direto do coco');
  });

  it('names the variant of a product that was ordered alone, and of two with the same name', async () => {
    const ids = await idsOf(own.ctx);
    const bia = await newBuyer(own.ctx, own.server.url);
    const roses = { productId: ids['CAB-001']!, quantity: 1 };
    const lavender = { productId: ids['CAB-002']!, quantity: 1 };
    const buy = async (...lines: (typeof roses)[]) => {
      const begun = await bia.begin(lines, { languageLocale: 'de-DE' });
      await own.paypal.approve(begun.paypalOrderId);
      return bia.text(`/de/order/${(await bia.capture(begun.checkoutId)).orderNumber}`);
    };
    const alone = await buy(lavender);
    expect(alone).toContain('>Sabonete, Lavendel</a>');
    expect(alone).not.toContain('>Marca\u00a0· Lavendel');
    const both = await buy(roses, lavender);
    for (const name of ['Sabonete, Rosen', 'Sabonete, Lavendel']) expect(both).toContain(`>${name}</a>`);
    expect(both).not.toContain('>Marca\u00a0· Lavendel');
    const packed = await findPackedProducts(own.ctx.db.read, 'pt-BR', [lavender.productId]);
    expect(packed.get(lavender.productId)?.size).toMatch(/^Marca\u00a0· Lavanda\u00a0· /);
  });

  it('shows the stored names of withdrawn products, and offers only the others again', async () => {
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: '2026-01-01T00:00:00.000Z' });
    const html = await page();
    const purchases = await page('/de', '/previous-purchases');
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: null });
    const bought = purchases.slice(purchases.indexOf('id="bought"'), purchases.indexOf('</section>'));
    expect(bought).toContain(t('checkout:purchases.bought'));
    expect(bought).toContain('href="/de/product/mate-tostado"');
    expect(bought).not.toContain('href="/de/product/agua-de-coco"');
    expect(bought).toMatch(/Führen wir nicht mehr: <span lang="pt-BR"[^>]*>Água de Coco</);
    expect(html).toContain('Direto do coco');
    expect(html).not.toContain('href="/de/product/agua-de-coco"');
    const again = /data-buy-again="([^"]*)"/.exec(await ana.text(`/de/order/${orderNumber}`))?.[1];
    expect(JSON.parse(decodeEntities(again!))).toHaveLength(2);
    expect(JSON.parse(/data-buy-again="(.*?\])"/.exec(html)![1]!)).toEqual([
      expect.objectContaining({ price: 3.33, quantity: 1 }),
    ]);
  });

  it('proposes what the shop still sells as a shopping list, sold out or not', async () => {
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: '2026-01-01T00:00:00.000Z' });
    await setProduct(own.ctx, 'MATE', { quantity_available: 0 });
    const html = await page();
    await setProduct(own.ctx, 'AGUA', { withdrawn_at: null });
    const ids = await idsOf(own.ctx);
    const [, link] = /href="(\/de\/lists#[^"]*)"/.exec(html) ?? [];
    const fragment = new URL(link!, own.server.url).hash;
    await setProduct(own.ctx, 'MATE', { quantity_available: 100 });
    expect(readListFragment(fragment)).toMatchObject({
      name: t('checkout:order.title', { number: orderNumber }),
      isBought: true,
      lines: expect.arrayContaining([{ productId: ids.MATE, quantity: 1 }]),
    });
    expect(readListFragment(fragment)!.lines.map(({ productId }) => productId)).not.toContain(ids.AGUA);
  });

  it('does not offer sold-out products again', async () => {
    for (const code of ['AGUA', 'MATE']) await setProduct(own.ctx, code, { quantity_available: 0 });
    expect(await page()).not.toContain('data-buy-again="');
    expect(await page('/de', '/previous-purchases')).not.toContain('data-buy-again="');
    for (const code of ['AGUA', 'MATE']) await setProduct(own.ctx, code, { quantity_available: 100 });
    expect(await page('/de', '/previous-purchases')).toContain('data-buy-again="');
  });

  it('shows the actual end of the withdrawal period, and no withdrawal button after it or after a full refund', async () => {
    expect(await page()).toContain(t('checkout:order.withdrawOpen'));
    expect(await page()).toContain(withdrawalLink());
    const now = own.ctx.now();
    await change({ delivery_status: 'delivered', delivered_at: now.toISOString() });
    const delivered = await page();
    expect(delivered).toContain(t('checkout:order.delivered', { date: formatDate(now.toISOString(), 'de-DE') }));
    expect(delivered).toContain(t('checkout:order.withdrawUntil', { date: '|' }).split('|')[0]);
    expect(delivered).toContain(withdrawalLink());
    await change({ delivered_at: '2026-01-05T10:00:00.000Z' });
    const over = await page();
    expect(over).toContain(t('checkout:order.withdrawOver', { date: formatDate('2026-01-19T12:00:00Z', 'de-DE') }));
    expect(over).not.toContain(withdrawalLink());
    await change({ delivered_at: now.toISOString(), payment_status: 'refunded' });
    expect(await page()).not.toContain(withdrawalLink());
  });

  it('offers another withdrawal after one from a part, and none after one from the whole order', async () => {
    await change({ delivery_status: 'in_separation', delivered_at: null, payment_status: 'paid' });
    const withdraw = (part: string) =>
      ana.post('/api/withdrawal/', { name: 'Ana Müller', email: ana.email, orderNumber, part });
    await withdraw('Mate');
    expect(await page()).toContain(withdrawalLink());
    await withdraw('');
    const withdrawn = await page();
    expect(withdrawn).toContain(t('checkout:order.withdrawn'));
    expect(withdrawn).not.toContain(withdrawalLink());
    expect(withdrawn).not.toContain(t('checkout:order.withdrawOpen'));
    // The goods are still here.
    const mayWait = t('withdrawal:progress.mayWait', { date: '|' }).split('|')[1];
    expect(withdrawn).not.toContain(mayWait);
    expect(withdrawn).not.toContain(t('checkout:addressChange.title'));
    const listed = await page('/de', '/previous-purchases');
    expect(listed).toContain(t('checkout:order.withdrawn'));
    expect(listed).not.toContain(t('checkout:status.in_separation'));
    await change({ delivery_status: 'delivered', delivered_at: new Date().toISOString() });
    expect(await page()).toContain(t('checkout:nextStep.withdrawnDelivered'));
    expect(await page()).toContain(mayWait);
  });
});
