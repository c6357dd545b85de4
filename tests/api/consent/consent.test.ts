import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endWindows } from '../../support/people/attempts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { post } from '../../support/people/post.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop();
  server = await own.serve();
});
beforeEach(() => own.ctx.db.read.deleteFrom('consents').execute());
afterAll(() => own?.dispose());

const send = <T = { receipt: string }>(body: unknown, headers?: Record<string, string>) =>
  post<T>(server.url, '/api/consent/', body, headers);
const rows = () => own.ctx.db.read.selectFrom('consents').selectAll().orderBy('created_at').execute();

describe('POST /api/consent/', () => {
  it.each(['all', 'essential', 'statistics', 'marketing'])(
    'records the choice "%s" with its time, language and the version of the text',
    async (choice) => {
      const before = new Date().toISOString();
      const { status, headers, body } = await send({ choice, version: '2026-11-21', languageLocale: 'de-DE' });
      expect(status).toBe(201);
      expect(headers.get('cache-control')).toBe('no-store');
      const [row, ...others] = await rows();
      expect(others).toEqual([]);
      expect(row).toEqual({
        id: expect.any(String),
        receipt: body.receipt,
        choice,
        text_version: '2026-11-21',
        locale: 'de-DE',
        created_at: expect.any(String),
      });
      expect(row!.created_at >= before && row!.created_at <= new Date().toISOString()).toBe(true);
    },
  );

  it('links a browser’s choices by the receipt that it sends back, and separates other browsers’', async () => {
    const { receipt } = (await send({ choice: 'all', version: '1' })).body;
    expect((await send({ choice: 'essential', version: '1', receipt })).body).toEqual({ receipt });
    expect((await send({ choice: 'all', version: '1' })).body.receipt).not.toBe(receipt);
    expect((await rows()).filter((row) => row.receipt === receipt).map((row) => row.choice)).toEqual([
      'all',
      'essential',
    ]);
  });

  it('uses the language of Accept-Language when the body names none', async () => {
    await send({ choice: 'all', version: '1' }, { 'accept-language': 'en' });
    expect((await rows())[0]?.locale).toBe('en-US');
  });

  it.each([
    [{ version: '1' }, 'choice'],
    [{ choice: 'undefined', version: '1' }, 'choice'],
    [{ choice: 'all' }, 'version'],
    [{ choice: 'all', version: 'x'.repeat(33) }, 'version'],
    [{ choice: 'all', version: '1', receipt: '1' }, 'receipt'],
  ])('refuses %o and says what to send', async (body, field) => {
    const { status, body: answer } = await send<ErrorAnswer>(body);
    expect(status).toBe(400);
    expect(answer.code).toBe('invalid_input');
    expect(answer[field]).toEqual([expect.stringMatching(/\S/)]);
    expect(await rows()).toEqual([]);
  });

  it('refuses a call without the CSRF token', async () => {
    const { status, body } = await send<ErrorAnswer>({ choice: 'all', version: '1' }, { 'x-csrftoken': '' });
    expect([status, body.code]).toEqual([403, 'csrf_failed']);
    expect(await rows()).toEqual([]);
  });

  it('allows sixty choices an hour from one network address', async () => {
    const statuses: number[] = [];
    await endWindows(own.ctx);
    for (let sent = 0; sent < 61; sent++) statuses.push((await send({ choice: 'all', version: '1' })).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 201), 429]);
    expect(await rows()).toHaveLength(60);
  });
});
