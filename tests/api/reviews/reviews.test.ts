import { describe, expect, it } from 'vitest';
import { deleteClient } from '#src/features/account/server/client.repository.ts';
import { hashToken } from '#src/server/http/session.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { endWindows } from '../../support/people/attempts.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { newStaff } from '../../support/people/desk-visitor.ts';
import { newVisitor } from '../../support/people/visitor.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { reviewShop } from '../../support/shops/review-shop.ts';
import { wordsOf } from '../../support/texts/html.ts';
import { answerChecker, readDocument } from '../../support/texts/openapi.ts';

const own = forFile(() => reviewShop());

/** Posts a form of the shop without following its redirect. */
async function press(path: string, fields: Record<string, string>, cookie = '') {
  const response = await fetch(own.server.url + path, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, location: response.headers.get('location') ?? '', html: await response.text() };
}

/** The token of the form of a delivered order with these products. */
async function bought(cart: Parameters<typeof own.buy>[0]) {
  const ana = await newBuyer(own.ctx, own.server.url);
  const number = await own.buy(cart, {}, ana);
  const { id } = await own.deliver(number);
  const form = new FormData();
  form.set('reviews', 'review');
  await ana.sendForm(`/de/order/${number}`, form);
  const keys = own.ctx.db.read.selectFrom('review_keys').selectAll().where('order_id', '=', id);
  return { ana, number, id, keys: await keys.execute() };
}

/** A link whose token the test knows. */
async function linked(cart: Parameters<typeof own.buy>[0]) {
  const { id, ana, number } = await bought(cart);
  const token = `t${id.replaceAll('-', '')}`.padEnd(43, 'x');
  const row = { key_hash: hashToken(token), order_id: id, expires_at: '2999-01-01T00:00:00.000Z', email_hash: '' };
  await own.ctx.db.write((tx) => tx.insertInto('review_keys').values(row).execute());
  return { token, id, ana, number };
}

const send = <T = ErrorAnswer>(token: string, body: object) =>
  newVisitor(own.server.url).post<T>(`/api/review/${token}/`, { languageLocale: 'de-DE', ...body });
const reviewsOf = (orderId: string) =>
  own.ctx.db.read.selectFrom('reviews').selectAll().where('order_id', '=', orderId).orderBy('product_id').execute();
const versionOf = async () =>
  (await own.ctx.db.read.selectFrom('catalogue_state').select('version').executeTakeFirstOrThrow()).version;
const ratingOf = async () => {
  const { body } = await newVisitor(own.server.url).get<{ product: { rating?: object } }>('/api/slug/agua-de-coco/');
  return body.product.rating;
};
const decide = (id: string, fields: Record<string, string>) => own.owner.post(`/desk/reviews/${id}`, fields);

/** What its author was told about a hidden review. */
const hiddenMails = (reviewId: string) =>
  own.ctx.db.read.selectFrom('outbox').select('id').where('id', 'like', `review-hidden-${reviewId}-%`).execute();

describe('the link of an order', () => {
  it('is made on the page of a delivered order only, and stored as a hash', async () => {
    const { keys } = await bought({ AGUA: 1 });
    expect(keys.map(({ key_hash }) => key_hash.length)).toEqual([43]);
    const ana = await newBuyer(own.ctx, own.server.url);
    const number = await own.buy({ AGUA: 1 }, {}, ana);
    expect(await ana.text(`/de/order/${number}`)).not.toContain('Bewertung schreiben');
  });

  it('opens nothing when it is unknown or over, and no form in a shop without reviews', async () => {
    await endWindows(own.ctx);
    const { token, id } = await linked({ AGUA: 1 });
    expect((await fetch(`${own.server.url}/de/review/${token}`)).status).toBe(200);
    await own.ctx.db.write((tx) =>
      tx.updateTable('review_keys').set({ expires_at: '2020-01-01' }).where('order_id', '=', id).execute(),
    );
    expect((await fetch(`${own.server.url}/de/review/${token}`)).status).toBe(410);
    const unknown = await fetch(`${own.server.url}/de/review/${token.slice(0, -1)}`);
    expect([unknown.status, unknown.headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
    expect(wordsOf(await unknown.text())).toContain('Das geht auch auf der Seite Ihrer Bestellung.');
    expect((await send(token, { stars: 5 })).status).toBe(404);
  });
});

describe('a review', () => {
  it('waits for a look at the desk, is then shown, and waits again when its author changes it', async () => {
    await endWindows(own.ctx);
    const { token, id } = await linked({ AGUA: 2 });
    expect((await send(token, { stars: 2, text: 'Zu süß.\n\nSchade.', name: 'short' })).status).toBe(201);
    const [review] = await reviewsOf(id);
    expect(review).toMatchObject({ stars: 2, state: 'pending', shown_name: 'Ana M.', locale: 'de-DE', version: 1 });
    expect(await ratingOf()).toBeUndefined();
    const list = await own.owner.get('/desk/reviews');
    expect(list.text).toContain('Zu süß.');
    const page = await own.owner.get(`/desk/reviews/${review!.id}`);
    expect(page.text).toContain('Few stars are no reason.');
    const version = await versionOf();
    expect((await decide(review!.id, { act: 'approve', version: '1' })).location).toContain('reviewApproved');
    expect(await versionOf()).toBe(version + 1);
    expect(await ratingOf()).toEqual({ average: 2, count: 1 });
    // The same words again change nothing.
    await send(token, { stars: 2, text: 'Zu süß.\n\nSchade.', name: 'short' });
    expect(await ratingOf()).toEqual({ average: 2, count: 1 });
    await decide(review!.id, { act: 'reply', version: '1', reply: 'Schade!' });
    await send(token, { stars: 4, text: 'Doch gut.' });
    expect(await ratingOf()).toBeUndefined();
    expect(await reviewsOf(id)).toMatchObject([
      { stars: 4, state: 'pending', shown_name: '', version: 2, reply: null },
    ]);
    // Nobody approves what they have not seen.
    const late = await decide(review!.id, { act: 'approve', version: '1' });
    expect([late.status, late.text.includes('Please read it again.')]).toEqual([400, true]);
    expect(await ratingOf()).toBeUndefined();
  });

  it('is hidden with a reason only, which its author reads on its page and once by mail', async () => {
    await endWindows(own.ctx);
    const { token, id, ana } = await linked({ AGUA: 1 });
    await send(token, { stars: 1, text: 'Rufen Sie 030 123 an.' });
    const [review] = await reviewsOf(id);
    expect((await decide(review!.id, { act: 'hide', version: '1', reason: 'stars' })).status).toBe(400);
    await decide(review!.id, { act: 'hide', version: '1', reason: 'personal' });
    expect(await reviewsOf(id)).toMatchObject([{ state: 'hidden', reason: 'personal' }]);
    const html = await (await fetch(`${own.server.url}/de/review/${token}`)).text();
    expect(html).toContain('Grund: Sie nennt persönliche Daten.');
    const { text = '', subject } = await lastMailTo(own.ctx, ana.email);
    expect(subject).toBe('Ihre Bewertung wird nicht gezeigt');
    expect(text).toContain('Sie nennt persönliche Daten.');
    const [link] = /\/de\/review\/[\w-]{43}/.exec(text)!;
    expect(await (await fetch(own.server.url + link)).text()).toContain('Rufen Sie 030 123 an.');
    const acts = own.ctx.db.read.selectFrom('audit').select(['act', 'after']).where('subject_id', '=', review!.id);
    expect(await acts.execute()).toEqual([{ act: 'review.hide', after: '{"reason":"personal"}' }]);
    const history = await own.owner.get(`/desk/reviews/${review!.id}`);
    expect(history.text).toContain('hid the review Reason: It names personal data');
    // The same decision again tells nothing new.
    await decide(review!.id, { act: 'hide', version: '1', reason: 'personal' });
    expect(await hiddenMails(review!.id)).toHaveLength(1);
  });

  it('is decided by the owner, not by packers and editors', async () => {
    const editor = await newStaff(own.ctx, own.server.url, 'edi@example.org', 'editor');
    for (const staff of [own.packer, editor]) expect((await staff.get('/desk/reviews')).status).toBe(403);
  });

  it('keeps everything typed when a text has no stars, and saves nothing', async () => {
    await endWindows(own.ctx);
    const { token, id } = await linked({ AGUA: 1, MATE: 1 });
    const { productId: agua } = own.line('AGUA');
    const { productId: mate } = own.line('MATE');
    const typed = { act: 'save', [`stars-${agua}`]: '5', [`text-${agua}`]: 'Sehr gut', [`text-${mate}`]: 'Na ja' };
    const refused = await press(`/de/review/${token}`, typed);
    expect(refused.status).toBe(400);
    for (const kept of ['Sehr gut', 'Na ja', 'Bitte wählen Sie auch die Sterne']) expect(refused.html).toContain(kept);
    expect(await reviewsOf(id)).toEqual([]);
    const saved = await press(`/de/review/${token}`, { ...typed, [`stars-${mate}`]: '3' });
    expect([saved.status, saved.location]).toEqual([303, `/de/review/${token}?done=saved`]);
    expect((await reviewsOf(id)).map(({ stars }) => stars).sort()).toEqual([3, 5]);
    await press(`/de/review/${token}`, { act: `delete-${mate}` });
    expect(await reviewsOf(id)).toHaveLength(1);
  });

  it('loses its name with the account of its author, and is part of what the account exports', async () => {
    await endWindows(own.ctx);
    const { token, id, ana } = await linked({ AGUA: 1 });
    await send(token, { stars: 5, name: 'short' });
    const { body } = await ana.get<{ orders: { reviews: object[] }[] }>(`/api/client_export/${ana.clientId}/`);
    expect(body.orders[0]!.reviews).toMatchObject([{ stars: 5, name: 'Ana M.', state: 'pending' }]);
    const version = await versionOf();
    await own.ctx.db.write((tx) => deleteClient(tx, ana.clientId, own.ctx.now().toISOString()));
    expect(await reviewsOf(id)).toMatchObject([{ stars: 5, shown_name: '' }]);
    expect(await versionOf()).toBe(version + 1);
  });
});

describe('a report', () => {
  it('of a published review reaches the desk, where publishing or hiding settles it', async () => {
    await endWindows(own.ctx);
    const { token, id } = await linked({ AGUA: 1 });
    await send(token, { stars: 5, text: 'Kauft bei mir!' });
    const [review] = await reviewsOf(id);
    const path = `/de/report-review/${review!.id}`;
    expect((await fetch(own.server.url + path)).status).toBe(404);
    await decide(review!.id, { act: 'approve', version: '1' });
    const refused = await press(path, { reason: '', text: 'Werbung', email: 'kein' });
    expect([refused.status, refused.html.includes('>\nWerbung')]).toEqual([400, true]);
    const email = newEmail();
    expect((await press(path, { reason: 'advertising', text: 'Werbung', email })).status).toBe(303);
    expect((await own.owner.get('/desk/reviews')).text).toContain('1 report');
    expect((await own.owner.get(`/desk/reviews/${review!.id}`)).text).toContain('It is advertising or fake');
    await decide(review!.id, { act: 'hide', version: '1', reason: 'advertising' });
    expect((await own.owner.get('/desk/reviews')).text).not.toContain('1 report');
    const mails = await mailsTo(own.ctx, email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Ihre Meldung ist da', 'Die Bewertung ist entfernt']);
    // Nobody can have the shop mail their own words to a stranger.
    expect(mails.map(({ text }) => text).join()).not.toContain('Werbung');
    expect((await fetch(own.server.url + path)).status).toBe(404);
  });

  it('is refused after ten in an hour, and from another site’s form', async () => {
    await endWindows(own.ctx);
    const { token, id } = await linked({ AGUA: 1 });
    await send(token, { stars: 5 });
    const [review] = await reviewsOf(id);
    await decide(review!.id, { act: 'approve', version: '1' });
    const path = `/de/report-review/${review!.id}`;
    const foreign = await fetch(own.server.url + path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ reason: 'insult' }),
    });
    expect(foreign.status).toBe(403);
    for (let time = 0; time < 10; time++) expect((await press(path, { reason: 'insult' })).status).toBe(303);
    expect((await press(path, { reason: 'insult' })).status).toBe(429);
  });
});

it('the contract names every answer to a review', async () => {
  await endWindows(own.ctx);
  const document = await readDocument(own.server.url);
  const { token, id } = await linked({ AGUA: 1 });
  const samples: [number, () => ReturnType<typeof send>][] = [
    [201, () => send(token, { stars: 5 })],
    [400, () => send(token, { stars: 6 })],
    [403, () => newVisitor(own.server.url).post(`/api/review/${token}/`, {}, { 'x-csrftoken': 'd'.repeat(43) })],
    [404, () => send('unknown', { stars: 5 })],
    [
      429,
      async () => {
        for (let time = 0; time < 30; time++) await send(token, { stars: 5 });
        return send(token, { stars: 5 });
      },
    ],
  ];
  for (const [status, ask] of samples) {
    const answer = await ask();
    expect(answer.status).toBe(status);
    const checker = answerChecker(document, '/api/review/{token}/', status, 'post');
    expect(checker.safeParse(answer.body).error?.issues ?? []).toEqual([]);
  }
  expect(await reviewsOf(id)).toHaveLength(1);
});

describe('a shop without reviews', () => {
  const off = forFile(() => deskShop());

  it('shows and answers nothing about them, although there are some', async () => {
    const ana = await newBuyer(off.ctx, off.server.url);
    const number = await off.buy({ AGUA: 1 }, {}, ana);
    const order = await off.ctx.db.write((tx) =>
      tx
        .updateTable('orders')
        .set({ delivery_status: 'delivered' })
        .where('order_number', '=', number)
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const review = {
      ...{ id: 'r1', order_id: order.id, product_id: off.line('AGUA').productId, stars: 5, text: '', shown_name: '' },
      ...{ locale: 'de-DE', state: 'approved' as const, reason: null, reply: null, version: 1, decided_at: null },
      written_at: off.ctx.now().toISOString(),
    };
    const key = { key_hash: hashToken('t'), order_id: order.id, expires_at: '2999-01-01', email_hash: 'm' };
    await off.ctx.db.write(async (tx) => {
      await tx.insertInto('reviews').values(review).execute();
      await tx.insertInto('review_keys').values(key).execute();
    });
    expect(await ana.text(`/de/order/${number}`)).not.toContain('ewertung');
    for (const [path, status] of [
      ['/de/review/t', 410],
      ['/de/report-review/r1', 404],
      // Mails that were sent before it was turned off.
      ['/de/review/t?mails=stop', 200],
    ] as const)
      expect((await fetch(off.server.url + path)).status).toBe(status);
    const { body } = await newVisitor(off.server.url).get<{ product: object }>('/api/slug/agua-de-coco/');
    expect(body.product).not.toHaveProperty('rating');
  });
});
