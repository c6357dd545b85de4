import { expect, it } from 'vitest';
import { deleteOldOrders } from '#src/features/orders/server/order-deletion.repository.ts';
import { sendMorningMail } from '#src/features/morning-mail/server/morning-mail.service.ts';
import { openLink } from '#src/features/reviews/server/review.service.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { addReview, reviewShop, REVIEW_TOKEN } from '../../support/shops/review-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';

const own = forFile(() => reviewShop());

const withReviews = () => ({ ...own.ctx, shop: { ...own.ctx.shop, reviews: { offered: true, askAfterDays: 7 } } });
const versionOf = async () =>
  (await own.ctx.db.read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
const reviewOf = (id: string) =>
  own.ctx.db.read.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('the average counts the newest review of a person only, however often they buy the product', async () => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const { productId } = own.line('MATE');
  const rating = async () =>
    (await newVisitor(own.server.url).get<{ product: { rating?: object } }>('/api/slug/mate-tostado/')).body.product
      .rating;
  for (const [stars, written_at] of [
    [1, '2026-01-01T00:00:00.000Z'],
    [5, '2026-01-02T00:00:00.000Z'],
  ] as const)
    await addReview(own.ctx, await own.buy({ MATE: 1 }, {}, ana), productId, { stars, written_at });
  expect(await rating()).toEqual({ average: 5, count: 1 });
  await addReview(own.ctx, await own.buy({ MATE: 1 }), productId, { stars: 2 });
  expect(await rating()).toEqual({ average: 3.5, count: 2 });
});

it('a product whose units never left cannot be reviewed', async () => {
  await own.ctx.db.read.deleteFrom('review_keys').execute();
  const number = await own.buy({ AGUA: 1, GUARANA: 1 });
  await addReview(own.ctx, number, own.line('AGUA').productId, { state: 'pending' });
  const packed = await own.ctx.db.read
    .selectFrom('orders as o')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .innerJoin('payments as p', 'p.checkout_id', 'c.id')
    .innerJoin('checkout_lines as l', 'l.checkout_id', 'c.id')
    .select(['p.capture_id', 'l.cod_catalog'])
    .where('o.order_number', '=', number)
    .where('l.product_id', '=', own.line('GUARANA').productId)
    .executeTakeFirstOrThrow();
  const open = async () => (await openLink(withReviews(), REVIEW_TOKEN))?.reviews?.products.length;
  expect(await open()).toBe(2);
  await own.ctx.db.write(async (tx) => {
    await tx
      .insertInto('refunds')
      .values({
        ...{ request_id: 'never-left', capture_id: packed.capture_id, paypal_refund_id: null, amount_cents: 1 },
        ...{ reason: 'owner', status: 'completed', shares: null, requested_by: null, issue: null, failed_at: null },
        ...{ transfer_file: null, check_at: null, created_at: '2020-01-01T00:00:00.000Z', lines: null },
        restocked: JSON.stringify([{ code: packed.cod_catalog, units: 1 }]),
      })
      .execute();
  });
  expect(await open()).toBe(1);
});

it('staff cannot decide on a review that was reported or answered after their page was loaded', async () => {
  const { id } = await addReview(own.ctx, await own.buy({ AGUA: 1 }), own.line('AGUA').productId);
  const path = `/desk/reviews/${id}`;
  const shownNow = async () => /name="shown" value="([^"]+)"/.exec((await own.owner.get(path)).html)?.[1] ?? '';
  const seen = { version: '1', shown: await shownNow() };
  await own.owner.post(path, { ...seen, act: 'reply', reply: 'Danke sehr!' });
  const late = await own.owner.post(path, { ...seen, act: 'hide', reason: 'insult' });
  expect([late.status, late.text.includes('Please look at it again.')]).toEqual([400, true]);
  expect((await reviewOf(id)).state).toBe('approved');
  const acts = own.ctx.db.read.selectFrom('audit').select(['before', 'after']).where('subject_id', '=', id);
  expect(await acts.execute()).toEqual([{ before: '{"reply":"Danke!"}', after: '{"reply":"Danke sehr!"}' }]);
  await own.owner.post(path, { version: '1', shown: await shownNow(), act: 'hide', reason: 'insult' });
  expect((await reviewOf(id)).state).toBe('hidden');
});

it('Today and the mail of the morning say how many reviews and reports wait', async () => {
  await own.ctx.db.read.updateTable('reviews').set({ state: 'hidden' }).execute();
  const { id } = await addReview(own.ctx, await own.buy({ AGUA: 1 }), own.line('AGUA').productId, {
    state: 'pending',
  });
  expect((await own.owner.get('/desk')).text).toContain('1 review waits');
  await sendMorningMail({ ...withReviews(), now: () => new Date('2041-03-01T07:00:00.000Z') });
  const { text } = await lastMailTo(own.ctx, own.ctx.config.shopEmail);
  expect(text).toContain('Bewertungen und Meldungen, die warten');
  await own.ctx.db.write((tx) => tx.deleteFrom('reviews').where('id', '=', id).execute());
});

it('the pages follow when an old order goes with its published review', async () => {
  await addReview(own.ctx, await own.buy({ AGUA: 1 }), own.line('AGUA').productId);
  const version = await versionOf();
  await own.ctx.db.write((tx) => deleteOldOrders(tx, '2999-01-01T00:00:00.000Z'));
  expect(await own.ctx.db.read.selectFrom('reviews').select('id').where('state', '=', 'approved').execute()).toEqual(
    [],
  );
  expect(await versionOf()).toBe(version + 1);
});
