import { beforeAll, describe, expect, it } from 'vitest';
import { newEmail } from '../../support/people/accounts.ts';
import { endWindows } from '../../support/people/attempts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { answerChecker, readDocument } from '../../support/texts/openapi.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newAddress, newVisitor } from '../../support/people/visitor.ts';

const own = forFile(() =>
  stockedShop([
    { cod_catalog: 'PALMITO', product_name: 'Palmito em Conserva', quantity_available: 0 },
    { cod_catalog: 'AGUA', product_name: 'Água de Coco', quantity_available: 3 },
  ]),
);
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));
let ids: Record<string, number>;

beforeAll(async () => {
  ids = await idsOf(own.ctx);
});

const wish = (values: object = {}) => ({
  productId: ids.PALMITO,
  email: newEmail(),
  languageLocale: 'de-DE',
  ...values,
});
const send = <T = { detail: string }>(body: object, headers: Record<string, string> = {}) =>
  newVisitor(server.url, headers).post<T>('/api/restock/', body);

describe('the limit of restock requests', () => {
  const limited = ({ status, body, headers }: Awaited<ReturnType<typeof send<ErrorAnswer>>>) => {
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };

  it('allows five restock requests an hour for an email address, in any spelling', async () => {
    await endWindows(own.ctx);
    const email = newEmail();
    for (let time = 0; time < 5; time++) expect((await send(wish({ email }))).status).toBe(200);
    limited(await send<ErrorAnswer>(wish({ email: email.toUpperCase() })));
    expect(await mailsTo(own.ctx, email)).toHaveLength(5);
  });

  it('allows ten restock requests an hour from a network address', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    for (let time = 0; time < 10; time++) expect((await send(wish(), from)).status).toBe(200);
    limited(await send<ErrorAnswer>(wish(), from));
    expect((await send(wish())).status).toBe(200);
  });
});

it('the contract names every answer to a restock request', async () => {
  await endWindows(own.ctx);
  const document = await readDocument(server.url);
  const email = newEmail();
  const samples: [number, () => ReturnType<typeof send>][] = [
    [200, () => send(wish())],
    [400, () => send({})],
    [403, () => newVisitor(server.url).post('/api/restock/', wish(), { 'x-csrftoken': 'd'.repeat(43) })],
    [404, () => send(wish({ productId: 2 ** 31 - 1 }))],
    [409, () => send(wish({ productId: ids.AGUA }))],
    [
      429,
      async () => {
        for (let time = 0; time < 5; time++) await send(wish({ email }));
        return send(wish({ email }));
      },
    ],
  ];
  for (const [status, ask] of samples) {
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answerChecker(document, '/api/restock/', status, 'post').safeParse(answer.body).error?.issues ?? []).toEqual(
      [],
    );
  }
  const named = Object.keys(document.paths['/api/restock/']?.post?.responses ?? {}).map(Number);
  expect(named).toEqual([...samples.map(([status]) => status), 413, 415, 503].sort());
});
