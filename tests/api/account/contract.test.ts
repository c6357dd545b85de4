import { beforeAll, describe, expect, it } from 'vitest';
import { newCustomer, newEmail, PASSWORD, person, signUp } from '../../support/people/accounts.ts';
import { resetTokenFor } from '../../support/outside/mails.ts';
import { answerChecker, readDocument, toChecker, type OpenApiDocument } from '../../support/texts/openapi.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { newAddress, newVisitor, type VisitorAnswer } from '../../support/people/visitor.ts';

const NEW = 'Palmito-22';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve({ TRUST_PROXY: '1' }));
let document: OpenApiDocument;

beforeAll(async () => {
  document = await readDocument(server.url);
});

type Asked = Promise<VisitorAnswer<unknown>>;

const guest = () => newVisitor(server.url);
const forged = { 'x-csrftoken': 'd'.repeat(43) };
async function untilRefused(ask: () => Asked): Asked {
  let answer = await ask();
  for (let time = 0; time < 60 && answer.status !== 429; time++) answer = await ask();
  return answer;
}

/** For each account call: a request for each status that the document names. */
const CALLS: Record<string, Record<number, () => Asked>> = {
  'post /api/register/': {
    201: () => guest().post('/api/register/', person()),
    400: () => guest().post('/api/register/', person({ name: '', password: 'x' })),
    403: () => guest().post('/api/register/', person(), forged),
    429: () => {
      const visitor = newVisitor(server.url, { 'x-forwarded-for': newAddress() });
      return untilRefused(() => visitor.post('/api/register/', person({ password: 'x' })));
    },
  },
  'post /api/login_verify/': {
    200: async () => guest().post('/api/login_verify/', await signUp(server.url)),
    400: () => guest().post('/api/login_verify/', {}),
    401: () => guest().post('/api/login_verify/', { email: newEmail(), password: PASSWORD }),
    403: () => guest().post('/api/login_verify/', { email: newEmail(), password: PASSWORD }, forged),
    429: () => {
      const [email, visitor] = [newEmail(), guest()];
      return untilRefused(() => visitor.post('/api/login_verify/', { email, password: PASSWORD }));
    },
  },
  'get /api/session/': { 200: async () => (await newCustomer(server.url)).visitor.get('/api/session/') },
  'post /api/logout/': {
    200: async () => (await newCustomer(server.url)).visitor.post('/api/logout/', { everywhere: true }),
    400: () => guest().post('/api/logout/', { everywhere: 'x' }),
    403: () => guest().post('/api/logout/', {}, forged),
  },
  'get /api/update_client/{clientId}/': {
    200: async () => {
      const { visitor, client } = await newCustomer(server.url);
      return visitor.get(`/api/update_client/${client.clientId}/`);
    },
    401: () => guest().get('/api/update_client/x/'),
    403: async () => (await newCustomer(server.url)).visitor.get('/api/update_client/x/'),
  },
  'put /api/update_client/{clientId}/': {
    200: async () => {
      const { visitor, client } = await newCustomer(server.url);
      return visitor.put(`/api/update_client/${client.clientId}/`, person());
    },
    400: async () => {
      const { visitor, client } = await newCustomer(server.url);
      return visitor.put(`/api/update_client/${client.clientId}/`, {});
    },
    401: () => guest().put('/api/update_client/x/', person()),
    403: async () => (await newCustomer(server.url)).visitor.put('/api/update_client/x/', person()),
  },
  'post /api/delete_client/{clientId}/': {
    200: async () => {
      const { visitor, client } = await newCustomer(server.url);
      return visitor.post(`/api/delete_client/${client.clientId}/`, { password: PASSWORD });
    },
    400: async () => {
      const { visitor, client } = await newCustomer(server.url);
      return visitor.post(`/api/delete_client/${client.clientId}/`, { password: NEW });
    },
    401: () => guest().post('/api/delete_client/x/', { password: PASSWORD }),
    403: async () => (await newCustomer(server.url)).visitor.post('/api/delete_client/x/', { password: PASSWORD }),
    429: async () => {
      const { visitor, client } = await newCustomer(server.url);
      return untilRefused(() => visitor.post(`/api/delete_client/${client.clientId}/`, { password: NEW }));
    },
  },
  'post /api/password_forgot/': {
    200: () => guest().post('/api/password_forgot/', { email: newEmail() }),
    400: () => guest().post('/api/password_forgot/', { email: 'x' }),
    403: () => guest().post('/api/password_forgot/', { email: newEmail() }, forged),
    429: () => {
      const email = newEmail();
      return untilRefused(() => guest().post('/api/password_forgot/', { email }));
    },
  },
  'post /api/reset_password/{token}/': {
    200: async () => {
      const { email } = await signUp(server.url);
      await guest().post('/api/password_forgot/', { email });
      return guest().post(`/api/reset_password/${await resetTokenFor(own.ctx, email)}/`, { password: NEW });
    },
    400: () => guest().post('/api/reset_password/x/', { password: NEW }),
    403: () => guest().post('/api/reset_password/x/', { password: NEW }, forged),
  },
  'post /api/password_change/': {
    200: async () =>
      (await newCustomer(server.url)).visitor.post('/api/password_change/', {
        currentPassword: PASSWORD,
        newPassword: NEW,
      }),
    400: async () =>
      (await newCustomer(server.url)).visitor.post('/api/password_change/', { currentPassword: NEW, newPassword: NEW }),
    401: () => guest().post('/api/password_change/', { currentPassword: PASSWORD, newPassword: NEW }),
    403: () => guest().post('/api/password_change/', { currentPassword: PASSWORD, newPassword: NEW }, forged),
    429: async () => {
      const { visitor } = await newCustomer(server.url);
      return untilRefused(() => visitor.post('/api/password_change/', { currentPassword: NEW, newPassword: NEW }));
    },
  },
};

const SAMPLES = Object.entries(CALLS).flatMap(([call, statuses]) =>
  Object.entries(statuses).map(([status, ask]) => [call, Number(status), ask] as const),
);

describe('the contract of accounts', () => {
  it.each(SAMPLES)('describes the response of %s with status %i', async (call, status, ask) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.headers.has('retry-after')).toBe(status === 429);
    expect(answerChecker(document, path, status, method).safeParse(answer.body).error?.issues ?? []).toEqual([]);
  });

  // tests/api/http/fuzz.test.ts tests these statuses for every call.
  const OF_ANY_BODY = ['413', '415'];

  it('names only statuses that this file tests, apart from those of all bodies and of maintenance', () => {
    for (const [call, statuses] of Object.entries(CALLS)) {
      const [method = '', path = ''] = call.split(' ');
      const named = Object.keys(document.paths[path]?.[method]?.responses ?? {});
      const always = [...OF_ANY_BODY, '503'];
      expect(new Set([...named, ...always]), call).toEqual(new Set([...Object.keys(statuses), ...always]));
    }
  });

  it('accepts the bodies that the pages send and refuses others', () => {
    const inputOf = (path: string, method = 'post') =>
      toChecker(document, document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema ?? {});
    const samples: [string, string, object][] = [
      ['/api/register/', 'post', person({ confirmPassword: PASSWORD, languageLocale: 'de-DE' })],
      ['/api/login_verify/', 'post', { email: 'ana@kunde.example', password: PASSWORD, languageLocale: 'de-DE' }],
      ['/api/logout/', 'post', { everywhere: true }],
      ['/api/update_client/{clientId}/', 'put', person()],
      ['/api/delete_client/{clientId}/', 'post', { password: PASSWORD }],
      ['/api/password_forgot/', 'post', { email: 'ana@kunde.example', languageLocale: 'de-DE' }],
      ['/api/reset_password/{token}/', 'post', { password: PASSWORD, confirmPassword: PASSWORD }],
      ['/api/password_change/', 'post', { currentPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW }],
    ];
    for (const [path, method, body] of samples) {
      expect(inputOf(path, method).safeParse(body).error?.issues ?? [], path).toEqual([]);
      const [first = ''] = Object.keys(body);
      expect(inputOf(path, method).safeParse({ ...body, [first]: 7 }).success, path).toBe(false);
    }
  });
});
