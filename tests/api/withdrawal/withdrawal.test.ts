import { beforeAll, describe, expect, it } from 'vitest';
import { shownEmail } from '#src/server/auth/email.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { newBuyer, type Settled } from '../../support/people/buyer.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { answerChecker, readDocument } from '../../support/texts/openapi.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const SHOP = 'loja@vitrine.example';

const own = forFile(() => payingShop({ SHOP_EMAIL: SHOP, SHOP_LOCALE: 'pt-BR' }));
let order: Settled & { email: string };

beforeAll(async () => {
  const ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }]);
  await own.paypal.approve(begun.paypalOrderId);
  order = { ...(await ana.capture(begun.checkoutId)), email: ana.email };
});

const withdrawal = (values: object = {}) => ({
  name: 'Ana Müller',
  email: newEmail(),
  orderNumber: order.orderNumber,
  ...values,
});
const send = <T = { detail: string; receivedAt: string }>(body: object, headers: Record<string, string> = {}) =>
  newVisitor(own.server.url, headers).post<T>('/api/withdrawal/', body);
/** The numbers of withdrawals and mails. */
const stored = async () => {
  const { read } = own.ctx.db;
  const tables = [read.selectFrom('withdrawals').select('id'), read.selectFrom('outbox').select('id')];
  return (await Promise.all(tables.map((table) => table.execute()))).map((rows) => rows.length);
};
const rowOf = (email: string) =>
  own.ctx.db.read.selectFrom('withdrawals').selectAll().where('email', '=', email).executeTakeFirst();
const noticeOf = (email: string) =>
  own.ctx.db.read
    .selectFrom('outbox')
    .selectAll()
    .where('reply_to', '=', email)
    .where('recipient', '=', SHOP)
    .executeTakeFirst();

describe('a withdrawal', () => {
  it('is stored, and acknowledged at once by mail with content, date and time', async () => {
    const body = withdrawal({ part: 'Uma das duas águas de coco', languageLocale: 'de-DE' });
    const { status, body: answer, headers } = await send(body);
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    const time = new Date(answer.receivedAt).toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin' });
    expect(answer.detail).toMatch(/^Ihr Widerruf ist am \d+\.\s\p{L}+ \d{4} um .* eingegangen\.$/u);
    expect(answer.detail).toContain(time);
    expect(await rowOf(body.email)).toMatchObject({
      name: 'Ana Müller',
      order_number: order.orderNumber,
      part: 'Uma das duas águas de coco',
      // Only the number fits: the order has another address.
      verified: 0,
      locale: 'de-DE',
      created_at: answer.receivedAt,
    });
    expect(await mailsTo(own.ctx, body.email)).toHaveLength(1);
    const mail = await lastMailTo(own.ctx, body.email);
    expect(mail.subject).toBe('Wir haben Ihren Widerruf erhalten');
    for (const part of ['Ana Müller', body.email, order.orderNumber, 'Uma das duas águas de coco', time]) {
      expect(mail.text).toContain(part);
      expect(mail.html).toContain(part);
    }
  });

  it('informs the shop, with the known order and its buyer', async () => {
    const body = withdrawal({ orderNumber: `pedido ${order.orderNumber.toLowerCase().replace('-', '')}` });
    await send(body);
    const notice = await noticeOf(body.email);
    expect(notice).toMatchObject({ kind: 'withdrawal', subject: `Desistência do pedido ${order.orderNumber}` });
    expect(notice?.text).toContain(`É o pedido ${order.orderNumber}`);
    expect(notice?.text).toContain(order.email);
    expect(notice?.text).toContain('O pedido inteiro');
    const inCapitals = order.email.toUpperCase();
    await send(withdrawal({ email: inCapitals }));
    const stored = shownEmail(inCapitals);
    expect((await noticeOf(stored))?.text).not.toContain('outro e-mail');
    expect([(await rowOf(body.email))?.verified, (await rowOf(stored))?.verified]).toEqual([0, 1]);
  });

  it.each(['ZZZZ-ZZZZ', 'Zwei Dosen Guaraná, bestellt am 3. Oktober', '0'])(
    'of an unknown order is accepted as unverified: %s',
    async (words) => {
      const body = withdrawal({ orderNumber: words });
      const known = withdrawal();
      const [unknownAnswer, knownAnswer] = [await send(body), await send(known)];
      // Answer and receipt do not reveal which numbers exist.
      expect([unknownAnswer.status, Object.keys(unknownAnswer.body)]).toEqual([
        knownAnswer.status,
        Object.keys(knownAnswer.body),
      ]);
      expect(await rowOf(body.email)).toMatchObject({ order_number: words, verified: 0 });
      const [receipt, knownReceipt] = [
        (await mailsTo(own.ctx, body.email))[0],
        (await mailsTo(own.ctx, known.email))[0],
      ];
      expect(receipt?.text).toContain(words);
      expect(receipt?.text.split('\n').length).toBe(knownReceipt?.text.split('\n').length);
      expect((await noticeOf(body.email))?.text).toContain('Nenhum pedido tem este número');
    },
  );

  it.each([
    ['pt-BR', /^Recebemos a sua desistência em /, 'Recebemos a sua desistência'],
    ['de-DE', /^Ihr Widerruf ist am /, 'Wir haben Ihren Widerruf erhalten'],
    ['en-US', /^We received your withdrawal on /, 'We have received your withdrawal'],
  ])('in %s gets its answer and receipt in that language', async (languageLocale, detail, subject) => {
    const body = withdrawal({ languageLocale });
    expect((await send(body)).body.detail).toMatch(detail);
    expect(await mailsTo(own.ctx, body.email)).toMatchObject([{ subject }]);
  });

  it('needs no reason, no account and no part', async () => {
    for (const part of [undefined, null, '', ' \n ']) {
      const body = withdrawal({ part });
      expect((await send(body)).status).toBe(201);
      expect(await rowOf(body.email)).toMatchObject({ part: '' });
    }
  });

  it.each([
    ['pt-BR', 'Citação do que foi digitado no nosso formulário.'],
    ['de-DE', 'Zitat der Eingabe in unserem Formular.'],
    ['en-US', 'Quoted as entered in our form.'],
  ])('in %s marks typed text as a quotation, without working links', async (languageLocale, note) => {
    const body = withdrawal({
      orderNumber: 'PayPal: http://evil.example/login',
      part: 'Konto gesperrt.\nJetzt www.evil.example öffnen, sonst hilfe@evil.example',
      languageLocale,
    });
    expect((await send(body)).status).toBe(201);
    const [receipt] = await mailsTo(own.ctx, body.email);
    expect(receipt?.text).toContain(`${note} `);
    expect(receipt?.html).toMatch(new RegExp(`${note} [^<]*</p>\\s*<blockquote`));
    expect(receipt?.text).toMatch(/^> .*: PayPal: http: \/ \/evil\. example\/login$/m);
    expect(receipt?.text).toMatch(/^> Jetzt www\. evil\. example öffnen, sonst hilfe@ evil\. example$/m);
    const notice = await noticeOf(body.email);
    for (const mail of [receipt, notice])
      for (const part of [mail?.subject, mail?.text, mail?.html])
        expect(part).not.toMatch(/evil\.example|@evil|http:\/\/evil|evil.*<a/);
    expect(notice?.subject).toBe('Desistência de um pedido ainda não localizado');
    expect(await rowOf(body.email)).toMatchObject({ order_number: body.orderNumber });
  });

  it('is stored twice when it is sent twice, because withdrawals are never refused', async () => {
    const body = withdrawal();
    expect([(await send(body)).status, (await send(body)).status]).toEqual([201, 201]);
    expect(await mailsTo(own.ctx, body.email)).toHaveLength(2);
  });
});

describe('a withdrawal is refused', () => {
  it.each<[string, unknown]>([
    ['name', ''],
    ['name', 'Ana https://evil.example'],
    ['name', 'PayPal evil.example'],
    ['name', 'ana@evil.example'],
    ['name', 'x'.repeat(122)],
    ['email', 'ana'],
    ['orderNumber', ' '],
    ['orderNumber', 'x'.repeat(201)],
    ['part', 'x'.repeat(1001)],
    ['part', 7],
    ...['\r\n', '\n', '\u2028', '\0'].flatMap((sign): [string, unknown][] => [
      ['name', `Ana${sign}Bcc: eva@kunde.example`],
      ['email', `ana@kunde.example${sign}Bcc: eva@kunde.example`],
      ['orderNumber', `K7QF-3MXA${sign}Bcc: eva@kunde.example`],
    ]),
  ])('because of the %s %j, which is named', async (field, value) => {
    const before = await stored();
    const { status, body: answer } = await send<ErrorAnswer>(withdrawal({ [field]: value }));
    expect([status, answer.code, Object.keys(answer).length]).toEqual([400, 'invalid_input', 4]);
    expect(answer[field]).toHaveLength(1);
    expect(await stored()).toEqual(before);
  });
});

describe('the command `withdrawals list`', () => {
  it('lists open withdrawals, the longest waiting first, with any text that people wrote', async () => {
    const body = withdrawal({ name: 'Eva Ωmega', orderNumber: 'nothing known', part: 'one\ntwo' });
    await send(body);
    const created_at = '2026-01-01T10:00:00.000Z';
    await own.ctx.db.read.updateTable('withdrawals').set({ created_at }).where('email', '=', body.email).execute();
    const { code, stdout } = await shopHere(['withdrawals', 'list', '--limit', '2'], own.env);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^[0-9a-f]{8} {2}received {2}\d+ days late, may wait for the goods {2}2026-01-01 11:00 {2}nothing known {2}unverified {2}Eva Ωmega {2}\S+@kunde\.example {2}one two$/,
    );
    expect((await shopHere(['withdrawals', 'list', '--limit', '0'], own.env)).stderr).toContain(
      'Write a whole number of 1 or more.',
    );
  });
});

describe('the contract', () => {
  it('names every answer of the call', async () => {
    const document = await readDocument(own.server.url);
    const { email } = withdrawal();
    const samples: [number, () => ReturnType<typeof send>][] = [
      [201, () => send(withdrawal())],
      [400, () => send({ name: '' })],
      [403, () => newVisitor(own.server.url).post('/api/withdrawal/', withdrawal(), { 'x-csrftoken': 'd'.repeat(43) })],
      [
        429,
        async () => {
          for (let time = 0; time < 10; time++) await send(withdrawal({ email }));
          return send(withdrawal({ email }));
        },
      ],
    ];
    for (const [status, ask] of samples) {
      const answer = await ask();
      expect(answer.status).toBe(status);
      const checked = answerChecker(document, '/api/withdrawal/', status, 'post').safeParse(answer.body);
      expect(checked.error?.issues ?? []).toEqual([]);
    }
    const named = Object.keys(document.paths['/api/withdrawal/']?.post?.responses ?? {}).map(Number);
    // All calls answer 413 and 415 to wrong bodies. This call works during maintenance, but not without a database.
    expect(named).toEqual([...samples.map(([status]) => status), 413, 415, 503].sort());
  });
});
