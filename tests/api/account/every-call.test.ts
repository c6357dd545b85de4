import { beforeAll, describe, expect, it } from 'vitest';
import { csrfTokenOf } from '#src/server/http/csrf.ts';
import { clientOf, newCustomer, PASSWORD, person, type Customer } from '../../support/people/accounts.ts';
import type { ErrorAnswer } from '../../support/people/call.ts';
import { CSRF } from '../../support/people/cart-call.ts';
import { allSent } from '../../support/outside/mails.ts';
import { request, type RawAnswer } from '../../support/outside/raw-http.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve());
let ana: Customer;
let eva: Customer;

beforeAll(async () => {
  [ana, eva] = [await newCustomer(server.url), await newCustomer(server.url)];
  await allSent(own.ctx); // otherwise sending them would change rows during the tests
});

interface Write {
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  allow: string;
}

/** Calls that write, each with a valid body. */
const WRITES: Record<string, (id: string) => Write> = {
  register: () => ({ method: 'POST', path: '/api/register/', body: person(), allow: 'POST, OPTIONS' }),
  login: () => ({
    method: 'POST',
    path: '/api/login_verify/',
    body: { email: ana.email, password: PASSWORD },
    allow: 'POST, OPTIONS',
  }),
  logout: () => ({ method: 'POST', path: '/api/logout/', body: {}, allow: 'POST, OPTIONS' }),
  update: (id) => ({
    method: 'PUT',
    path: `/api/update_client/${id}/`,
    body: person(),
    allow: 'GET, PUT, HEAD, OPTIONS',
  }),
  deletion: (id) => ({
    method: 'POST',
    path: `/api/delete_client/${id}/`,
    body: { password: PASSWORD },
    allow: 'POST, OPTIONS',
  }),
  forgot: () => ({ method: 'POST', path: '/api/password_forgot/', body: { email: ana.email }, allow: 'POST, OPTIONS' }),
  reset: () => ({
    method: 'POST',
    path: `/api/reset_password/${CSRF}/`,
    body: { password: PASSWORD },
    allow: 'POST, OPTIONS',
  }),
  change: () => ({
    method: 'POST',
    path: '/api/password_change/',
    body: { currentPassword: PASSWORD, newPassword: 'Guaraná-2' },
    allow: 'POST, OPTIONS',
  }),
};

const HEADERS = { 'content-type': 'application/json', 'accept-language': 'de' };
const session = () => `session=${ana.visitor.cookies.get('session')}`;
const tokenOf = ({ visitor }: Customer) => visitor.cookies.get('csrftoken')!;
const goodHeaders = () => ({
  ...HEADERS,
  cookie: `${session()}; csrftoken=${tokenOf(ana)}`,
  'x-csrftoken': tokenOf(ana),
});
const errorOf = ({ body }: RawAnswer) => JSON.parse(body.toString()) as ErrorAnswer;

describe.each(Object.entries(WRITES))('the call %s', (name, write) => {
  const ask = (headers: Record<string, string>, body: string | Uint8Array, path = write(ana.client.clientId).path) =>
    request(server.url, path, { method: write(ana.client.clientId).method, headers, body });
  const refused = async (answer: Promise<RawAnswer>, status: number, code: string) => {
    const before = await dumpRows(own.ctx);
    const got = await answer;
    expect(got.status).toBe(status);
    expect(errorOf(got)).toMatchObject({ code, detail: expect.any(String), message: errorOf(got).detail });
    expect(got.headers['cache-control']).toBe('no-store');
    expect(got.headers['content-language']).toBe('de-DE');
    expect(await dumpRows(own.ctx)).toEqual(before);
    return errorOf(got);
  };

  it.each([
    ['no token at all', {}, ''],
    ['only the cookie', {}, `csrftoken=${CSRF}`],
    ['only the header', { 'x-csrftoken': CSRF }, ''],
    ['the token of another browser', { 'x-csrftoken': 'd'.repeat(43) }, `csrftoken=${CSRF}`],
    ['a token in another cookie', { 'x-csrftoken': CSRF }, `csrf_token=${CSRF}; xcsrftoken=${CSRF}; csrftoken=`],
    ['a token that is too short', { 'x-csrftoken': 'c' }, 'csrftoken=c'],
    ['the session as token', { 'x-csrftoken': 'SESSION' }, 'csrftoken=SESSION'],
    ['a cookie that another host planted', { 'x-csrftoken': CSRF }, `csrftoken=${CSRF}`],
    ['the token of another session', { 'x-csrftoken': 'EVA' }, 'csrftoken=EVA'],
  ])('is refused with 403 and changes nothing with %s', async (_, headers: Record<string, string>, cookies) => {
    const filled = (text: string) =>
      text.replace('SESSION', ana.visitor.cookies.get('session')!).replace('EVA', tokenOf(eva));
    const token = headers['x-csrftoken'] && filled(headers['x-csrftoken']);
    const cookie = [session(), filled(cookies)].filter(Boolean).join('; ');
    const body = JSON.stringify(write(ana.client.clientId).body);
    const error = await refused(
      ask({ ...HEADERS, ...(token !== undefined && { 'x-csrftoken': token }), cookie }, Buffer.from(body)),
      403,
      'csrf_failed',
    );
    expect(error.detail).toBe('Ihre Seite war zu lange geöffnet. Laden Sie sie neu und versuchen Sie es noch einmal.');
  });

  it('answers 415 when the content type is not JSON', async () => {
    const body = JSON.stringify(write(ana.client.clientId).body);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
      await refused(ask({ ...goodHeaders(), 'content-type': type }, body), 415, 'unsupported_media_type');
  });

  it('answers 413 when the body is larger than 64 KiB', async () => {
    const body = JSON.stringify({ ...write(ana.client.clientId).body, pad: 'x'.repeat(64 * 1024) });
    await refused(ask(goodHeaders(), body), 413, 'payload_too_large');
  });

  // A logout needs no body.
  const broken = [
    '{',
    '{"email":',
    'null',
    '[]',
    '"x"',
    '7',
    '[[{}]]',
    '{}x',
    '\u0000',
    ...(name === 'logout' ? [] : ['']),
  ];
  it.each(broken)('answers 400 when the body is malformed or not an object: %j', async (text) => {
    await refused(ask(goodHeaders(), text), 400, 'invalid_input');
  });

  it('answers 400 when the body is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"password":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    await refused(ask(goodHeaders(), bytes), 400, 'invalid_input');
  });

  it('answers other methods with 405 and the list of allowed ones', async () => {
    const { path, method, allow } = write(ana.client.clientId);
    for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter(
      (name) => name !== method && !allow.includes(name),
    )) {
      for (const address of [path, path.replace(/\/$/, '')]) {
        const answer = await request(server.url, address, { method: other, headers: goodHeaders() });
        expect([answer.status, answer.headers.allow], `${other} ${address}`).toEqual([405, allow]);
      }
    }
  });

  it('also works without the trailing slash', async () => {
    const { path } = write(ana.client.clientId);
    const answer = await ask({ ...goodHeaders(), cookie: '' }, '{}', path.replace(/\/$/, ''));
    expect([answer.status, errorOf(answer).code]).toEqual([403, 'csrf_failed']);
  });
});

describe('calls for signed-in clients', () => {
  const OWN = [
    ['GET', '/api/update_client/{id}/'],
    ['PUT', '/api/update_client/{id}/'],
    ['POST', '/api/delete_client/{id}/'],
    ['GET', '/api/client_export/{id}/'],
    ['GET', '/api/previous-purchases/{id}/'],
  ] as const;
  const ask = (method: string, path: string, headers: Record<string, string>) =>
    request(server.url, path, {
      method,
      headers: { ...headers, ...(method === 'GET' && { 'content-type': '' }) },
      ...(method !== 'GET' && {
        body: JSON.stringify(person({ currentPassword: PASSWORD, newPassword: 'Guaraná-2' })),
      }),
    });
  const strangers = () => [
    ['nobody', ''],
    ['a session that never was', `session=${'s'.repeat(43)}`],
    ['the hash of a session', `session=${ana.client.clientId}`],
    ['odd signs', 'session=%00; session="><script>'],
    ['something far too long', `session=${'s'.repeat(8000)}`],
  ];

  it.each([...OWN, ['POST', '/api/password_change/'] as const])(
    'answer 401 without a session: %s %s',
    async (method, path) => {
      for (const [who, cookie] of strangers()) {
        const token = /^session=([\w-]{43})$/.exec(cookie!)?.[1];
        const csrf = token ? csrfTokenOf(token) : CSRF;
        const headers = { ...HEADERS, cookie: `csrftoken=${csrf}; ${cookie}`, 'x-csrftoken': csrf };
        const answer = await ask(method, path.replace('{id}', ana.client.clientId), headers);
        expect(answer.status, who).toBe(401);
        expect(errorOf(answer)).toMatchObject({
          code: 'not_signed_in',
          detail: expect.stringMatching(/^Sie sind nicht angemeldet/),
        });
      }
      expect(await clientOf(ana.visitor)).toEqual(ana.client);
    },
  );

  it.each(OWN)('answer 403 to another client: %s %s', async (method, path) => {
    for (const id of [
      ana.client.clientId,
      'nobody',
      '0',
      ana.client.clientId.toUpperCase(),
      `${eva.client.clientId}x`,
    ]) {
      const headers = {
        ...HEADERS,
        cookie: `csrftoken=${tokenOf(eva)}; session=${eva.visitor.cookies.get('session')}`,
        'x-csrftoken': tokenOf(eva),
      };
      const answer = await ask(method, path.replace('{id}', id), headers);
      expect(answer.status, id).toBe(403);
      expect(errorOf(answer)).toMatchObject({ code: 'forbidden', detail: expect.any(String) });
    }
    expect(await clientOf(ana.visitor)).toEqual(ana.client);
  });
});
