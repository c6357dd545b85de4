import { describe, expect, it } from 'vitest';
import { newEmail } from '../../support/people/accounts.ts';
import { endWindows } from '../../support/people/attempts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { answerChecker, readDocument } from '../../support/texts/openapi.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newAddress, newVisitor } from '../../support/people/visitor.ts';

const SHOP = 'loja@vitrine.example';

const own = forFile(() => stockedShop([], {}, { SHOP_EMAIL: SHOP, SHOP_LOCALE: 'pt-BR' }));
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));

const message = (values: object = {}) => ({
  name: 'Ana Müller',
  email: newEmail(),
  subject: 'sugestao',
  message: 'Vocês podiam vender tapioca.\n\nObrigada!',
  ...values,
});
const send = (body: object, headers: Record<string, string> = {}) =>
  newVisitor(server.url, headers).post('/api/contact/', body);
const rowOf = (email: string) =>
  own.ctx.db.read.selectFrom('contact_messages').selectAll().where('email', '=', email).executeTakeFirst();
const mailOf = async (email: string) =>
  own.ctx.db.read
    .selectFrom('outbox')
    .selectAll()
    .where('reply_to', '=', email)
    .where('kind', '=', 'contact')
    .execute();

describe('a message', () => {
  it('is stored and mailed unchanged to the shop, whose reply goes to the author', async () => {
    const body = message();
    const { status, body: answer, headers } = await send(body, { 'accept-language': 'en' });
    expect([status, answer]).toEqual([200, { detail: 'Message sent successfully.' }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await rowOf(body.email)).toMatchObject({
      ...body,
      locale: 'en-US',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const [mail] = await mailOf(body.email);
    expect(mail).toMatchObject({ recipient: SHOP, subject: 'Sugestão: mensagem de Ana Müller' });
    const sent = await lastMailTo(own.ctx, SHOP);
    expect(sent.replyTo).toEqual([{ address: body.email, name: '' }]);
    for (const part of ['Ana Müller', body.email, 'Sugestão', 'English', 'Vocês podiam vender tapioca.'])
      expect(sent.text).toContain(part);
    expect(sent.html).toContain('Vocês podiam vender tapioca.<br><br>Obrigada!');
  });

  it.each([
    ['pt-BR', 'Mensagem enviada com sucesso.'],
    ['de-DE', 'Nachricht erfolgreich gesendet.'],
    ['en-US', 'Message sent successfully.'],
  ])('is answered in its language: %s', async (languageLocale, detail) => {
    const body = message({ languageLocale });
    expect((await send(body, { 'accept-language': 'fr' })).body).toEqual({ detail });
    expect(await rowOf(body.email)).toMatchObject({ locale: languageLocale });
  });

  it.each(['reclamacao', 'devolucao', 'suporte', 'informacoes', 'sugestao', 'elogio', 'outros'])(
    'may have the subject %s',
    async (subject) => {
      const body = message({ subject });
      expect((await send(body)).status).toBe(200);
      expect(await rowOf(body.email)).toMatchObject({ subject });
    },
  );

  it('may name an unknown language and contain unknown fields', async () => {
    const body = message({ languageLocale: 'xx', id: 'mine', created_at: '1999' });
    expect((await send(body)).status).toBe(200);
    expect(await rowOf(body.email)).toMatchObject({ locale: 'pt-BR', id: expect.not.stringContaining('mine') });
  });

  it('keeps its line breaks and loses invisible characters', async () => {
    const body = message({ message: '  Um\r\ndois\u2028tr\u0000ês\u202e \ud800fim\t. ' });
    expect((await send(body)).status).toBe(200);
    expect((await rowOf(body.email))?.message).toBe('Um\ndois\ntrês \ufffdfim\t.');
  });

  it('with HTML adds no HTML to the mail', async () => {
    const body = message({ message: '<img src=x onerror=alert(1)>' });
    expect((await send(body)).status).toBe(200);
    const [mail] = await mailOf(body.email);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail?.html).not.toMatch(/<img|<b>/);
  });

  it('is marked as a quotation without working links', async () => {
    const body = message({ message: 'Pague aqui: https://evil.example/login\nou ana@evil.example' });
    expect((await send(body)).status).toBe(200);
    const [mail] = await mailOf(body.email);
    expect(mail?.text).toContain('Citação do que foi digitado');
    expect(mail?.text).toContain('\n> Pague aqui: https: / /evil. example/login\n> ou ana@ evil. example\n');
    for (const part of [mail?.text, mail?.html]) expect(part).not.toMatch(/evil\.example|@evil/);
    expect((await rowOf(body.email))?.message).toBe(body.message);
  });

  it('may have 5,000 characters, and a longer one is refused', async () => {
    const body = message({ message: 'ã'.repeat(5000) });
    expect((await send(body)).status).toBe(200);
    expect((await send(message({ message: 'a'.repeat(5001) }))).status).toBe(400);
  });
});

describe('a message that is refused, and neither stored nor mailed,', () => {
  it('because of invalid or missing fields, each of them listed', async () => {
    const { status, body } = await send({}, { 'accept-language': 'en' });
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'invalid_input',
      detail: expect.any(String),
      message: expect.any(String),
      name: [
        'Enter your name (up to 120 characters, without web or email addresses, phone numbers, ' +
          'emoji or symbols such as =).',
      ],
      email: ['Enter an email address, such as name@example.com.'],
      subject: ['Choose a subject.'],
      // Every error has its text in `message`, so this field's list has another name.
      message_errors: ['Write your message (up to 5,000 characters).'],
    });
    const alone = await send(message({ message: '' }), { 'accept-language': 'en' });
    expect(alone.body).toMatchObject({
      code: 'invalid_input',
      message: 'Write your message (up to 5,000 characters).',
    });
  });

  it.each<[string, unknown]>([
    ['name', ' '],
    ['name', 'x'.repeat(122)],
    ['name', 'Ana https://evil.example'],
    ['name', 'ana@evil.example'],
    ['name', 7],
    ['email', 'ana'],
    ['email', 'ana@kunde.example, eva@kunde.example'],
    ['subject', 'spam'],
    ['subject', ''],
    ['subject', ['outros']],
    ['message', ''],
    ['message', '\u200b \n\u202e'],
    ['message', null],
    ...['\r\n', '\n', '\r', '\u2028', '\u0085', '\0'].flatMap((sign): [string, unknown][] => [
      ['name', `Ana${sign}Bcc: eva@kunde.example`],
      ['email', `ana@kunde.example${sign}Bcc: eva@kunde.example`],
      ['subject', `outros${sign}Bcc: eva@kunde.example`],
    ]),
  ])('because of the %s %j', async (field, value) => {
    const sample = message();
    const { status, body } = await newVisitor(server.url).post<ErrorAnswer>('/api/contact/', {
      ...sample,
      [field as string]: value,
    });
    expect(status).toBe(400);
    const list = field === 'message' ? 'message_errors' : (field as string);
    expect(new Set(Object.keys(body))).toEqual(new Set(['code', 'detail', 'message', list]));
    expect(body[list]).toHaveLength(1);
    expect(await rowOf(sample.email)).toBeUndefined();
    expect(await mailOf(sample.email)).toEqual([]);
  });

  it('because of a filled hidden field, although the answer claims success', async () => {
    const body = message({ homepage: 'https://spam.example' });
    expect(await send(body)).toMatchObject({ status: 200, body: { detail: 'Mensagem enviada com sucesso.' } });
    expect(await rowOf(body.email)).toBeUndefined();
    expect(await mailOf(body.email)).toEqual([]);
    expect((await send(message({ homepage: '' }))).status).toBe(200);
  });
});

describe('messages from one network address', () => {
  it('are limited to ten an hour', async () => {
    const address = newAddress();
    const from = () => send(message(), { 'x-forwarded-for': address, 'accept-language': 'de' });
    const statuses = await Promise.all(Array.from({ length: 14 }, async () => (await from()).status));
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429, 429, 429]);
    const { headers, body } = await from();
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3400);
    expect(body).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringMatching(/^Zu viele Versuche.*einer Stunde/),
    });
    expect((await send(message())).status).toBe(200);
    await endWindows(own.ctx);
    expect((await from()).status).toBe(200);
  });

  it('do not count when they are refused for a mistake', async () => {
    const address = newAddress();
    for (let time = 0; time < 12; time++)
      expect((await send(message({ name: '' }), { 'x-forwarded-for': address })).status).toBe(400);
    expect((await send(message(), { 'x-forwarded-for': address })).status).toBe(200);
  });
});

describe('the API contract of the contact form', () => {
  it('names every answer of the call', async () => {
    const document = await readDocument(server.url);
    const address = newAddress();
    const samples: [number, () => ReturnType<typeof send>][] = [
      [200, () => send(message())],
      [400, () => send({ name: '' })],
      [403, () => newVisitor(server.url).post('/api/contact/', message(), { 'x-csrftoken': 'd'.repeat(43) })],
      [
        429,
        async () => {
          await Promise.all(Array.from({ length: 10 }, () => send(message(), { 'x-forwarded-for': address })));
          return send(message(), { 'x-forwarded-for': address });
        },
      ],
    ];
    for (const [status, ask] of samples) {
      const answer = await ask();
      expect(answer.status).toBe(status);
      const checked = answerChecker(document, '/api/contact/', status, 'post').safeParse(answer.body);
      expect(checked.error?.issues ?? []).toEqual([]);
    }
    const named = Object.keys(document.paths['/api/contact/']?.post?.responses ?? {}).map(Number);
    // All calls answer 413 and 415 to wrong bodies, and 503 during maintenance.
    expect(named).toEqual([...samples.map(([status]) => status), 413, 415, 503].sort());
  });
});
