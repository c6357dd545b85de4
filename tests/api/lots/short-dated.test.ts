import { beforeAll, expect, it } from 'vitest';
import { savedPages } from '#src/features/catalogue/server/catalogue.pages.ts';
import { sitemapEntries } from '#src/features/catalogue/server/catalogue.loader.ts';
import { loadFrame } from '#src/features/catalogue/server/page-frame.ts';
import { findUnexplained } from '#src/features/catalogue/server/stock-movements.repository.ts';
import { bookDelivery } from '#src/features/deliveries/server/delivery.service.ts';
import { endShortDated } from '#src/features/editing/server/short-dated/short-dated.service.ts';
import { expireGoods } from '#src/features/orders/server/lots/expired-lots.ts';
import { findConcerned, findLeft, recallProduct, undoRecall } from '#src/features/recall/server/recall.service.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { setProduct } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const EAN = '4006381333931';
const own = forFile(deskShop);
let today: string;
/** Of the goods. */
let date: string;
let code: string;

beforeAll(async () => {
  today = germanDay(own.ctx.now().toISOString());
  date = addDays(today, 10);
  code = `AGUA-${date.slice(2).replaceAll('-', '')}`;
  await setProduct(own.ctx, 'AGUA', { ean: EAN });
  const { id } = await productByCode(own.ctx, 'AGUA');
  const cheap = { valid_from: `${addDays(today, -20)}T12:00:00.000Z`, real_price_cents: 399, price_cents: 399 };
  await own.ctx.db.read
    .insertInto('price_history')
    .values({ product_id: id, discount_percent: 0, ...cheap })
    .execute();
  const line = { code: 'AGUA', name: '', units: 6, cost: null, lot: 'L-1', bestBefore: date };
  expect((await bookDelivery(own.ctx, { supplier: 'x', note: '1', lines: [line] })).ok).toBe(true);
});

const lotsOf = async (of: string) => {
  const { id } = await productByCode(own.ctx, of);
  const rows = await own.ctx.db.read.selectFrom('lots').selectAll().where('product_id', '=', id).execute();
  return rows.map(({ lot, best_before: bestBefore, units }) => `${units} ${lot} ${bestBefore}`);
};

const lotPage = async () => {
  const { id } = await productByCode(own.ctx, 'AGUA');
  const row = await own.ctx.db.read.selectFrom('lots').select('id').where('product_id', '=', id).executeTakeFirst();
  return `/desk/stock/lots/${row!.id}`;
};

const offer = async (units: number, percent = 50, seen?: string) => {
  const page = await lotPage();
  seen ??= /name="seen" value="(\d+)"/.exec((await own.owner.get(page)).html)?.[1];
  return own.owner.post(page, { units: String(units), percent: String(percent), seen: seen ?? '0' });
};

const shownIn = async (language: string) => {
  const { slug } = await productByCode(own.ctx, code);
  const response = await fetch(`${own.server.url}/api/slug/${slug}?lang=${language}`);
  return ((await response.json()) as { product: Record<string, unknown> }).product;
};

const listed = async () => {
  const entries = await savedPages(own.ctx);
  return entries.map(({ params, props: { view } }) => [
    params.locale,
    view.heading,
    view.products.map((one) => one.code),
  ]);
};

it('a shop without short-dated units has no list of them, neither in its menu nor in its sitemap', async () => {
  expect(await savedPages(own.ctx)).toEqual([]);
  expect(await (await loadFrame(own.ctx, 'de-DE')).hasSaved()).toBe(false);
  expect((await sitemapEntries(own.ctx)).map(({ path }) => path)).not.toContain('/save-me');
  const old = await fetch(`${own.server.url}/de/save-me`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([302, '/de/offers']);
});

it('one tap sells the units of a lot as a variant with its date, its price and the lowest price of 30 days', async () => {
  expect((await own.owner.get('/desk')).html).toContain(await lotPage());
  expect((await own.owner.get(await lotPage())).text).toMatch(/Best before .* with its own price and stock/);
  expect((await own.packer.get(await lotPage())).status).toBe(404);
  const { quantity_available: before } = await productByCode(own.ctx, 'AGUA');
  expect((await offer(7)).text).toContain('Write a number from 1 to 6.');
  expect((await offer(4, 55)).text).toContain('Choose a price from the list.');
  expect((await offer(4)).location).toContain(`/desk/stock/${code}`);
  expect((await productByCode(own.ctx, 'AGUA')).quantity_available).toBe(before - 4);
  expect([await lotsOf('AGUA'), await lotsOf(code)]).toEqual([[`2 L-1 ${date}`], [`4 L-1 ${date}`]]);
  expect(await shownIn('de-DE')).toMatchObject({
    ...{ price: 2.5, real_price: 4.99, reference_price: 3.99, quantity_available: 4 },
    ...{ best_before: date, sold_until: date, variant: `MHD ${date.split('-').toReversed().join('.')}` },
  });
  expect((await shownIn('en-US')).variant).toMatch(/^Best before \w+ \d+, 20\d\d$/);
  expect((await shownIn('pt-BR')).variant).toMatch(/^Validade \d+ de /);
  expect(await listed()).toEqual([
    [undefined, 'Salve do desperdício', [code]],
    ['de', 'Rette mich', [code]],
    ['en', 'Save me', [code]],
  ]);
  expect(await (await loadFrame(own.ctx, 'de-DE')).hasSaved()).toBe(true);
  expect((await sitemapEntries(own.ctx)).map(({ path }) => path)).toContain('/save-me');
  expect((await own.owner.get('/desk/stock/AGUA')).text).toMatch(/Moved: short-dated L-1.{0,80} -4/);
});

it('more units of the same date join the variant at the price chosen last, and all can be moved back', async () => {
  expect((await offer(2, 30, '6')).text).toContain('The lot has 2 units now.');
  expect((await offer(2, 40)).location).toContain(`/desk/stock/${code}`);
  expect(await lotsOf(code)).toEqual([`6 L-1 ${date}`]);
  expect((await shownIn('de-DE')).price).toBe(2.99);
  const { quantity_available: before } = await productByCode(own.ctx, 'AGUA');
  const selling = 'These units are sold for less until their date.';
  expect((await own.owner.get(`/desk/stock/${code}`)).text).toContain(selling);
  const back = await own.owner.post(`/desk/stock/${code}`, { act: 'takeBack' });
  expect(back.location).toContain('done=shortDatedBack');
  const after = await own.owner.get(`/desk/stock/${code}`);
  expect(after.text).toContain('This offer has ended.');
  expect(after.text).not.toContain(selling);
  expect((await productByCode(own.ctx, 'AGUA')).quantity_available).toBe(before + 6);
  expect(await lotsOf('AGUA')).toEqual([`6 L-1 ${date}`]);
  expect((await productByCode(own.ctx, code)).withdrawn_at).not.toBeNull();
  expect(await savedPages(own.ctx)).toEqual([]);
  expect((await offer(5, 30)).location).toContain(`/desk/stock/${code}`);
  expect(await shownIn('de-DE')).toMatchObject({ price: 3.49, quantity_available: 5 });
});

it('the packer reads the date once and scans the bar code of the product, and a recall of its lot also means the variant', async () => {
  const { id } = await productByCode(own.ctx, code);
  const number = await own.buy({ AGUA: 1 });
  const { variant } = await shownIn('pt-BR');
  const { db } = own.ctx;
  const checkout = await db.read
    .selectFrom('orders')
    .select('checkout_id')
    .where('order_number', '=', number)
    .executeTakeFirstOrThrow();
  await db.read
    .updateTable('checkout_lines')
    .set({ product_id: id, cod_catalog: code, product_name: `Água de Coco, ${String(variant)}` })
    .where('checkout_id', '=', checkout.checkout_id)
    .execute();
  const packing = await own.packer.get(`/desk/packing/${number}`);
  expect(packing.html).toContain(`data-ean="${EAN}"`);
  // Not in the buyer's language, too.
  expect(packing.text).not.toContain(variant);
  for (const page of [`/desk/orders/${number}`, `/desk/orders/${number}/refund`]) {
    const { text } = await own.owner.get(page);
    expect(text, page).toContain(`Água de Coco, ${String((await shownIn('en-US')).variant)}`);
    expect(text, page).not.toContain(variant);
  }
  const recalled = { code: 'AGUA', lot: 'L1' };
  expect((await findConcerned(db.read, recalled)).map(({ order }) => order.orderNumber)).toEqual([number]);
  expect((await findLeft(db.read, recalled)).lots.map(({ units }) => units)).toEqual([5]);
  await recallProduct(own.ctx, recalled, Object.fromEntries(LOCALE_CODES.map((locale) => [locale, 'Vidro.'])) as never);
  expect((await productByCode(own.ctx, code)).recalled).toBe(1);
  // Its buyer knows the product by the name and the code in the order.
  const mails = db.read.selectFrom('outbox').select(['subject', 'text']).where('kind', '=', 'recall');
  expect(await mails.execute()).toEqual([
    { subject: expect.stringContaining(String(variant)), text: expect.stringContaining(code) },
  ]);
  await undoRecall(own.ctx, recalled);
  expect((await productByCode(own.ctx, code)).recalled).toBe(0);
});

it('a recall names of an order only what has the recalled lot, and all of it for several', async () => {
  const { db } = own.ctx;
  const number = await own.buy({ AGUA: 1, MATE: 1 });
  const lots = ['--lot', 'AGUA=L-9', '--lot', 'MATE=L-1'];
  expect((await shopHere(['orders', 'pack', number, ...lots], own.env)).code).toBe(0);
  const order = await db.read
    .selectFrom('orders')
    .select(['id', 'checkout_id'])
    .where('order_number', '=', number)
    .executeTakeFirstOrThrow();
  const { id: product_id } = await productByCode(own.ctx, code);
  await db.read
    .updateTable('checkout_lines')
    .set({ product_id, cod_catalog: code, product_name: 'Água de Coco, MHD' })
    .where('checkout_id', '=', order.checkout_id)
    .where('cod_catalog', '=', 'MATE')
    .execute();
  await db.read
    .updateTable('shipment_lots')
    .set({ cod_catalog: code })
    .where('order_id', '=', order.id)
    .where('cod_catalog', '=', 'MATE')
    .execute();
  const named = async (lot?: string) => {
    const recalled = { code: 'AGUA', lot };
    const harm = Object.fromEntries(LOCALE_CODES.map((locale) => [locale, 'Vidro.'])) as never;
    await recallProduct(own.ctx, recalled, harm);
    await undoRecall(own.ctx, recalled);
    const mails = await db.read
      .selectFrom('outbox')
      .select('subject')
      .where('kind', '=', 'recall')
      .where('id', 'like', `%${order.id}`)
      .execute();
    return mails.map(({ subject }) => subject.split(': ')[1]);
  };
  expect(await named('L1')).toEqual(['Água de Coco, MHD']);
  expect((await named()).toSorted()).toEqual(['Água de Coco, MHD', 'Água de Coco; Água de Coco, MHD']);
});

it('the day after its date a variant leaves the shop with the units that nobody bought', async () => {
  const ctx = { ...own.ctx, now: () => new Date(`${addDays(date, 1)}T12:00:00Z`) };
  await Promise.all([endShortDated(own.ctx), expireGoods(own.ctx)]);
  expect((await productByCode(own.ctx, code)).withdrawn_at, 'before its date').toBeNull();
  await expireGoods(ctx);
  await Promise.all([endShortDated(ctx), endShortDated(ctx)]);
  const gone = await productByCode(own.ctx, code);
  expect([gone.quantity_available, gone.withdrawn_at === null]).toEqual([0, false]);
  expect(await savedPages(own.ctx)).toEqual([]);
  expect(await (await loadFrame(own.ctx, 'de-DE')).hasSaved()).toBe(false);
  expect(await findUnexplained(own.ctx.db.read)).toEqual([]);
});
