import { expect, it } from 'vitest';
import { deleteClient } from '#src/features/account/server/client.repository.ts';
import { changeEmail } from '#src/features/order-changes/server/order-change.service.ts';
import { findOrder } from '#src/features/orders/server/order.repository.ts';
import { agreeToAsk, askForReviews } from '#src/features/reviews/server/ask.service.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { mailKindsTo, setProduct } from '../../support/people/order-rows.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { addReview, reviewShop, REVIEW_TOKEN } from '../../support/shops/review-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => reviewShop());

const askAll = () =>
  askForReviews(
    { ...own.ctx, shop: { ...own.ctx.shop, reviews: { offered: true, askAfterDays: 7 } } },
    new AbortController().signal,
  );
const orderOf = async (number: string) => {
  const { id } = await own.deliver(number, 8);
  return (await findOrder(own.ctx.db.read, id))!;
};
const optOuts = () => own.ctx.db.read.selectFrom('review_optouts').selectAll().execute();
const askOf = (id: string) =>
  own.ctx.db.read.selectFrom('review_asks').selectAll().where('order_id', '=', id).executeTakeFirst();
const postTo = (url: string, fields: Record<string, string>) =>
  fetch(own.server.url + url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

it('the mail’s link ends the mails when its form is over, and after many wrong links nearby', async () => {
  await endWindows(own.ctx);
  const ana = await newBuyer(own.ctx, own.server.url);
  const order = await orderOf(await own.buy({ AGUA: 1 }, {}, ana));
  await agreeToAsk(own.ctx, order, 'de-DE');
  await askAll();
  const { headers, text = '' } = await lastMailTo(own.ctx, ana.email);
  const [, path = ''] = /http:\/\/localhost:\d+(\/\S*\?mails=stop)/.exec(text) ?? [];
  const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe')).toContain(path);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  await own.ctx.db.write((tx) => tx.updateTable('review_keys').set({ expires_at: '2020-01-01' }).execute());
  for (let time = 0; time < 61; time++) await fetch(`${own.server.url}/de/review/unknown`);
  const form = await fetch(own.server.url + path.split('?')[0]);
  expect([form.status, (await form.text()).includes('öffnet das Formular nicht mehr')]).toEqual([410, true]);
  const stop = await fetch(own.server.url + path);
  expect([stop.status, (await stop.text()).includes('Nicht mehr fragen')]).toEqual([200, true]);
  const before = (await optOuts()).length;
  expect((await postTo(path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(303);
  expect((await optOuts()).length).toBe(before + 1);
});

it('a corrected address ends the consent and the links of the wrong one, whose opt-out stays its own', async () => {
  await endWindows(own.ctx);
  const guest = newGuest(own.server.url);
  const number = await own.buy({ AGUA: 1 }, {}, guest);
  await own.ctx.db.read.deleteFrom('review_keys').execute();
  const review = await addReview(own.ctx, number, own.line('AGUA').productId, { state: 'pending' });
  const order = await orderOf(number);
  await agreeToAsk(own.ctx, order, 'de-DE');
  const right = newEmail();
  expect((await changeEmail(own.ctx, order, right)).ok).toBe(true);
  await askAll();
  expect(await mailKindsTo(own.ctx, right)).not.toContain('review_request');
  expect((await askOf(order.id))?.ended_at).not.toBeNull();
  expect((await fetch(`${own.server.url}/de/review/${REVIEW_TOKEN}`)).status).toBe(410);
  await postTo(`/de/review/${REVIEW_TOKEN}`, { act: `delete-${review.product_id}` });
  expect(await own.ctx.db.read.selectFrom('reviews').select('id').where('id', '=', review.id).execute()).toHaveLength(
    1,
  );
  // The new mailbox is still asked when it agrees: nobody has opted out for it.
  await postTo(`/de/review/${REVIEW_TOKEN}`, { act: 'stop' });
  const next = await orderOf(await own.buy({ MATE: 1 }, {}, newGuest(own.server.url, { email: right })));
  await agreeToAsk(own.ctx, next, 'de-DE');
  await askAll();
  expect(await mailKindsTo(own.ctx, right)).toContain('review_request');
});

it('an account’s new address ends the consents and the links of the old one', async () => {
  await endWindows(own.ctx);
  const ana = await newBuyer(own.ctx, own.server.url);
  const number = await own.buy({ AGUA: 1 }, {}, ana);
  await own.ctx.db.read.deleteFrom('review_keys').execute();
  await addReview(own.ctx, number, own.line('AGUA').productId);
  const order = await orderOf(number);
  await agreeToAsk(own.ctx, order, 'de-DE');
  const statusOfLink = async () => (await fetch(`${own.server.url}/de/review/${REVIEW_TOKEN}`)).status;
  expect(await statusOfLink()).toBe(200);
  expect((await shopHere(['customers', 'set-email', ana.email, newEmail()], own.env)).code).toBe(0);
  expect(await statusOfLink()).toBe(410);
  expect((await askOf(order.id))?.ended_at).not.toBeNull();
});

it('a deleted account is not asked for reviews', async () => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const order = await orderOf(await own.buy({ AGUA: 1 }, {}, ana));
  await agreeToAsk(own.ctx, order, 'de-DE');
  await own.ctx.db.write((tx) => deleteClient(tx, ana.clientId, own.ctx.now().toISOString()));
  await askAll();
  expect(await mailKindsTo(own.ctx, ana.email)).not.toContain('review_request');
  expect((await askOf(order.id))?.ended_at).not.toBeNull();
});

it('a review can be deleted by its author although its product is no longer in the shop', async () => {
  await endWindows(own.ctx);
  await own.ctx.db.read.deleteFrom('review_keys').execute();
  const number = await own.buy({ GUARANA: 1 });
  const { id, product_id } = await addReview(own.ctx, number, own.line('GUARANA').productId);
  await own.deliver(number);
  await setProduct(own.ctx, 'GUARANA', { withdrawn_at: own.ctx.now().toISOString() });
  const html = await (await fetch(`${own.server.url}/de/review/${REVIEW_TOKEN}`)).text();
  expect([html.includes('Diese Bewertung löschen'), html.includes('/de/product/guarana')]).toEqual([true, false]);
  expect((await postTo(`/de/review/${REVIEW_TOKEN}`, { act: `delete-${product_id}` })).status).toBe(303);
  expect(await own.ctx.db.read.selectFrom('reviews').select('id').where('id', '=', id).execute()).toEqual([]);
});

it('the desk takes the name off a review and deletes it, and the pages follow', async () => {
  await own.ctx.db.read.deleteFrom('review_keys').execute();
  const { id } = await addReview(own.ctx, await own.buy({ AGUA: 1 }), own.line('AGUA').productId);
  const found = () => own.ctx.db.read.selectFrom('reviews').selectAll().where('id', '=', id).execute();
  const version = async () =>
    (await own.ctx.db.read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
  const before = await version();
  await own.owner.post(`/desk/reviews/${id}`, { act: 'unname', version: '1' });
  expect(await found()).toMatchObject([{ shown_name: '', state: 'approved' }]);
  const { location } = await own.owner.post(`/desk/reviews/${id}`, { act: 'erase', version: '1' });
  expect(location).toContain('reviewErased');
  expect(await found()).toEqual([]);
  expect(await version()).toBe(before + 2);
  const acts = own.ctx.db.read.selectFrom('audit').select('act').where('subject_id', '=', id).orderBy('id');
  expect((await acts.execute()).map(({ act }) => act)).toEqual(['review.unname', 'review.erase']);
});
