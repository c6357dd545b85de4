import { expect, it } from 'vitest';
import { askForReviews } from '#src/features/reviews/server/ask.service.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { mailKindsTo, setProduct } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { reviewShop } from '../../support/shops/review-shop.ts';
import { until } from '../../support/until.ts';

const own = forFile(() => reviewShop());
const AGREE = 'Ja, per E\u2011Mail fragen';

/** An order whose buyer has agreed to be asked, delivered eight days ago. */
async function agreed(cart: Parameters<typeof own.buy>[0], buyer?: Buyer) {
  const ana = buyer ?? (await newBuyer(own.ctx, own.server.url));
  const number = await own.buy(cart, {}, ana);
  await tap(ana, number, 'agree');
  const { id } = await own.deliver(number, 8);
  return { ana, number, id };
}

async function tap(ana: Buyer, number: string, value: string): Promise<string> {
  const form = new FormData();
  form.set('reviews', value);
  return ana.sendForm(`/de/order/${number}`, form);
}

const askAll = () => {
  const shop = { ...own.ctx.shop, reviews: { offered: true, askAfterDays: 7 } };
  return askForReviews({ ...own.ctx, shop }, new AbortController().signal);
};
const askOf = (orderId: string) =>
  own.ctx.db.read.selectFrom('review_asks').selectAll().where('order_id', '=', orderId).executeTakeFirst();
const requests = async (email: string) =>
  (await mailKindsTo(own.ctx, email)).filter((kind) => kind === 'review_request').length;

it('the shop asks for a review only with consent, which the buyer gives and withdraws on the order’s page', async () => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const number = await own.buy({ AGUA: 1 }, {}, ana);
  expect(await ana.text(`/de/order/${number}`)).toContain(AGREE);
  await tap(ana, number, 'agree');
  await own.deliver(number, 1);
  const page = await ana.text(`/de/order/${number}`);
  for (const words of ['Bewertung schreiben', 'Nicht fragen']) expect(page).toContain(words);
  await tap(ana, number, 'end');
  const silent = await newBuyer(own.ctx, own.server.url);
  const other = await own.buy({ AGUA: 1 }, {}, silent);
  for (const delivered of [number, other]) await own.deliver(delivered, 8);
  await askAll();
  expect([await requests(ana.email), await requests(silent.email)]).toEqual([0, 0]);
});

it('the shop asks for no consent after a withdrawal, and an earlier consent can still be withdrawn', async () => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const orderNumber = await own.buy({ AGUA: 1 }, {}, ana);
  await tap(ana, orderNumber, 'agree');
  await ana.post('/api/withdrawal/', { name: 'Ana Müller', email: ana.email, orderNumber, part: '' });
  expect(await ana.text(`/de/order/${orderNumber}`)).toContain('Nicht fragen');
  await tap(ana, orderNumber, 'end');
  expect(await ana.text(`/de/order/${orderNumber}`)).not.toContain(AGREE);
});

it('the shop takes a guest’s consent only from the mailed link, because the address may be somebody else’s', async () => {
  const guest = newGuest(own.server.url);
  const number = await own.buy({ AGUA: 1 }, {}, guest);
  const headers = { cookie: `guest=${guest.visitor.cookies.get('guest')}`, 'sec-fetch-site': 'same-origin' };
  const visit = async (path: string) => (await fetch(own.server.url + path, { headers })).text();
  const agree = (path: string) =>
    fetch(own.server.url + path, {
      ...{ method: 'POST', headers, redirect: 'manual' },
      body: new URLSearchParams({ reviews: 'agree' }),
    });
  const consents = () =>
    own.ctx.db.read
      .selectFrom('review_asks as a')
      .innerJoin('orders as o', 'o.id', 'a.order_id')
      .select('a.ended_at')
      .where('o.order_number', '=', number)
      .execute();
  expect(await visit(`/de/order/${number}`)).toContain(number);
  expect(await visit(`/de/order/${number}`)).not.toContain(AGREE);
  await agree(`/de/order/${number}`);
  expect(await consents()).toEqual([]);
  const mail = await lastMailTo(own.ctx, guest.email);
  const { pathname, search } = new URL(/https?:\S+\/order\/\S+key=\S+/.exec(mail.text ?? '')![0]);
  expect(await visit(pathname + search)).toContain(AGREE);
  await agree(pathname + search);
  expect(await consents()).toEqual([{ ended_at: null }]);
});

it('the shop stores the time of a consent and the words that the buyer read', async () => {
  const { id } = await agreed({ AGUA: 1 });
  const ask = await askOf(id);
  expect(ask?.wording).toContain('de-DE: Dürfen wir Sie 7 Tage nach dem Erhalt einmal per E\u2011Mail fragen');
  expect(Date.parse(ask!.agreed_at)).toBeGreaterThan(0);
});

it('the shop asks each order once, although three servers look for orders to ask about', async () => {
  const { ana, id, number } = await agreed({ AGUA: 1, MATE: 1 });
  await Promise.all([0, 1, 2].map(() => own.serve()));
  await until('the mail', async () => (await requests(ana.email)) > 0);
  await askAll();
  expect(await requests(ana.email)).toBe(1);
  const keys = own.ctx.db.read.selectFrom('review_keys').selectAll().where('order_id', '=', id);
  expect(await keys.execute()).toHaveLength(1);
  const mail = await lastMailTo(own.ctx, ana.email);
  expect(mail.subject).toBe(`Wie gefällt es Ihnen? Bestellung ${number}`);
  for (const words of ['Água de Coco', 'Mate Tostado', 'weil Sie auf der Seite Ihrer Bestellung zugestimmt haben'])
    expect(mail.text).toContain(words);
});

it('the shop asks about a product once, however often it is bought, and neither too early nor too late', async () => {
  const { ana } = await agreed({ AGUA: 1 });
  await askAll();
  await agreed({ AGUA: 2 }, ana);
  const third = await agreed({ AGUA: 1, MATE: 1 }, ana);
  await askAll();
  expect(await requests(ana.email)).toBe(2);
  const { text } = await lastMailTo(own.ctx, ana.email);
  expect([text?.includes('Mate Tostado'), text?.includes('Água de Coco')]).toEqual([true, false]);
  expect((await askOf(third.id))?.asked_at).not.toBeNull();
  const early = await agreed({ AGUA: 1 });
  await own.deliver(early.number, 6);
  const late = await agreed({ AGUA: 1 });
  await own.deliver(late.number, 61);
  await askAll();
  expect([await requests(early.ana.email), await requests(late.ana.email)]).toEqual([0, 0]);
});

it('the shop asks no buyer after a refund, a withdrawal or a dispute, and not about a recalled product', async () => {
  const now = own.ctx.now().toISOString();
  const refunded = await agreed({ AGUA: 1 });
  const withdrawn = await agreed({ AGUA: 1 });
  const contested = await agreed({ AGUA: 1 });
  const recalled = await agreed({ GUARANA: 1 });
  // One lot was recalled, and the others are sold again.
  const perhaps = await agreed({ MATE: 1 });
  await own.ctx.db.write(async (tx) => {
    await tx
      .updateTable('orders')
      .set({ payment_status: 'partially_refunded' })
      .where('id', '=', refunded.id)
      .execute();
    await tx
      .insertInto('withdrawals')
      .values({
        ...{ id: withdrawn.id, name: 'Ana', email: withdrawn.ana.email, order_number: withdrawn.number, part: '' },
        ...{ verified: 1, locale: 'de-DE', created_at: now, order_id: withdrawn.id, goods_back_at: null },
        ...{ closed_as: null, closed_at: null, closed_reason: null, reminded_at: null },
      })
      .execute();
    const { checkout_id } = await tx
      .selectFrom('orders')
      .select('checkout_id')
      .where('id', '=', contested.id)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('payment_cases')
      .values({
        ...{ id: 'PP-D-1', checkout_id, kind: 'dispute', state: 'closed', amount_cents: 499, reason: null },
        ...{ outcome: null, respond_by: null, opened_at: now, news_at: now, closed_at: now },
      })
      .execute();
  });
  await setProduct(own.ctx, 'GUARANA', { recalled: 1 });
  const { cod_catalog } = await own.ctx.db.read
    .selectFrom('products')
    .select('cod_catalog')
    .where('id', '=', own.line('MATE').productId)
    .executeTakeFirstOrThrow();
  const recall = { cod_catalog, lot: 'L1', hazards: '{}', recalled_at: now, sale_resumed_at: now, undone_at: null };
  const sold = { sold_from: '2020-01-01T00:00:00.000Z', sold_to: '2999-01-01T00:00:00.000Z' };
  await own.ctx.db.write((tx) =>
    tx
      .insertInto('recalls')
      .values({ ...recall, ...sold })
      .execute(),
  );
  await askAll();
  await own.ctx.db.write((tx) => tx.deleteFrom('recalls').execute());
  for (const { ana, id } of [refunded, withdrawn, contested, recalled, perhaps]) {
    expect(await requests(ana.email)).toBe(0);
    expect((await askOf(id))?.ended_at).not.toBeNull();
  }
});

it('the shop never again asks a buyer who said no with the link of the mail, not even after a new consent', async () => {
  const { ana, number } = await agreed({ MATE: 1 });
  await askAll();
  const { text = '' } = await lastMailTo(own.ctx, ana.email);
  const [, path] = /http:\/\/localhost:\d+(\/\S*\?mails=stop)/.exec(text) ?? [];
  const page = await (await fetch(own.server.url + path)).text();
  expect(page).toContain('Nicht mehr fragen');
  const stopped = await fetch(own.server.url + path!.split('?')[0], {
    method: 'POST',
    body: new URLSearchParams({ act: 'stop' }),
  });
  expect(await stopped.text()).toContain('Sie erhalten keine solchen E\u2011Mails mehr.');
  const rows = await own.ctx.db.read.selectFrom('review_optouts').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('@');
  const next = await agreed({ AGUA: 1 }, ana);
  expect(await ana.text(`/de/order/${number}`)).not.toContain(AGREE);
  await askAll();
  expect(await requests(ana.email)).toBe(1);
  expect((await askOf(next.id))?.asked_at ?? null).toBeNull();
});

it('an order that cannot be asked about does not keep the buyers of later ones from being asked', async () => {
  const broken = await agreed({ AGUA: 1 });
  const later = await agreed({ MATE: 1 });
  const orders = own.ctx.db.read.selectFrom('orders').select('checkout_id').where('id', '=', broken.id);
  const bill = (billing: string | null) =>
    own.ctx.db.write((tx) => tx.updateTable('checkouts').set({ billing }).where('id', 'in', orders).execute());
  await bill('{');
  await askAll();
  await bill(null);
  expect([await requests(broken.ana.email), await requests(later.ana.email)]).toEqual([0, 1]);
  await askAll();
  expect([await requests(broken.ana.email), await requests(later.ana.email)]).toEqual([1, 1]);
});
