import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWholeMatrix } from '../../run/matrix.ts';
import { newCustomer } from '../../support/people/accounts.ts';
import { CSRF, CSRF_HEADERS } from '../../support/people/cart-call.ts';
import { almostFitting, nasty, type FuzzSchema } from '../../support/texts/fuzz-values.ts';
import { readDocument, toChecker, type OpenApiDocument, type Operation } from '../../support/texts/openapi.ts';
import { request } from '../../support/outside/raw-http.ts';
import type { RunningShop } from '../../support/shops/server.ts';
import { SMALL_CATALOGUE, SMALL_FILES } from '../../support/shops/small-catalogue.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { newAddress } from '../../support/people/visitor.ts';

/** FUZZ_SEED repeats a run; FUZZ_RUNS requests are sent to each call of the contract. */
const SEED = Number(process.env.FUZZ_SEED || Date.now() % 2 ** 31);
const RUNS = Number(process.env.FUZZ_RUNS || (isWholeMatrix ? 60 : 8));

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Its address may be another one than the contract's, or none. */
  isOdd: boolean;
}

let own: StockedShop;
let server: RunningShop;
let document: OpenApiDocument;
let signedIn: Record<string, string>;
/** Existing ids, so that calls get past the first check. */
let known: string[];

beforeAll(async () => {
  own = await stockedShop(SMALL_CATALOGUE, SMALL_FILES);
  // A proxy names callers: each has its own limits.
  server = await own.serve({ LOG_LEVEL: 'error', TRUST_PROXY: '1' });
  document = await readDocument(server.url);
  const { visitor, client } = await newCustomer(server.url);
  await visitor.get('/api/csrf_token/');
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  signedIn = { cookie, 'x-csrftoken': visitor.cookies.get('csrftoken')! };
  known = [client.clientId, 'agua-de-coco', 'bebidas', 'coco', crypto.randomUUID()];
});
afterAll(() => own?.dispose());

/** Percent-encoded like a browser does it; half a surrogate becomes U+FFFD. */
const encode = (value: unknown) =>
  encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed());

/** Requests of an operation: most almost right, some without a token, in another format, or with a broken address. */
function requests(template: string, method: string, { parameters = [], requestBody }: Operation): fc.Arbitrary<Sent> {
  const schemas = document.components.schemas as Record<string, FuzzSchema>;
  const valueOf = (schema: unknown) => almostFitting((schema ?? {}) as FuzzSchema, schemas);
  const places = parameters.filter((each) => each.in === 'path');
  const names = fc.tuple(
    ...places.map(() => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 2, arbitrary: nasty })),
  );
  const queried = parameters.filter((each) => each.in === 'query');
  const query = fc.record(Object.fromEntries(queried.map(({ name, schema }) => [name, valueOf(schema)])), {
    requiredKeys: [],
  });
  const body = requestBody ? valueOf(requestBody.content['application/json']?.schema) : fc.constant({});
  return fc
    .record({
      names,
      query,
      body,
      tail: fc.oneof(
        { weight: 30, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constantFrom('%E0', '%00', '?lang=%E0') },
      ),
      session: fc.oneof(
        { weight: 6, arbitrary: fc.constant(signedIn) },
        { weight: 3, arbitrary: fc.constant(CSRF_HEADERS) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Record<string, string>>(
            {},
            { 'x-csrftoken': CSRF },
            { cookie: 'session=; csrftoken' },
          ),
        },
      ),
      type: fc.oneof(
        { weight: 15, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom('', 'text/plain', 'application/x-www-form-urlencoded') },
      ),
      tear: fc.oneof(
        { weight: 15, arbitrary: fc.constant(1) },
        { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
      ),
      locale: fc.constantFrom('de-DE', 'en-US', 'pt-BR', '*', 'xx;q=a'),
    })
    .map(({ names, query, body, tail, session, type, tear, locale }) => {
      let path = template;
      for (const [at, { name }] of places.entries()) path = path.replace(`{${name}}`, encode(names[at]));
      const text = Object.entries(query)
        .map(([name, value]) => `${name}=${encode(value)}`)
        .join('&');
      const json = JSON.stringify(body) ?? '';
      const writes = method !== 'get';
      const headers: Record<string, string> = {
        ...session,
        'accept-language': locale,
        'x-forwarded-for': newAddress(),
      };
      if (writes && type) headers['content-type'] = type;
      return {
        isOdd: tail !== '' || names.some((name) => !known.includes(name as string)),
        method: method.toUpperCase(),
        path: path + (text ? `?${text}` : '') + tail,
        headers,
        // Node sends no length of a DELETE's body.
        body: writes && method !== 'delete' ? json.slice(0, Math.ceil(json.length * tear)) : undefined,
      };
    });
}

/** The differences between a response and the contract. */
async function breaches(sent: Sent, { responses = {} }: Operation): Promise<string[]> {
  const { status, headers, body } = await request(server.url, sent.path, sent);
  if (status >= 500) return [`status ${status}`];
  // An empty name leaves two slashes, which redirect to a path with one slash on this host.
  if (sent.isOdd && [301, 308].includes(status))
    return /^\/(?![/\\])/.test(headers.location ?? '') ? [] : [`leads to ${headers.location}`];
  const documented = responses[status]?.content?.['application/json']?.schema;
  // Somewhere else, or nowhere.
  const schema =
    documented ?? (sent.isOdd && [400, 404, 405].includes(status) ? document.components.schemas.Error : undefined);
  if (!schema) return [`status ${status} is not in the contract: ${body.toString().slice(0, 200)}`];
  if (!String(headers['content-type']).startsWith('application/json'))
    return [`content-type ${headers['content-type']}`];
  const { error } = toChecker(document, schema).safeParse(JSON.parse(body.toString()));
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

it('every API call matches the contract for random input', { timeout: 300_000 }, async () => {
  console.log(`FUZZ_SEED=${SEED}`);
  const operations = Object.entries(document.paths)
    .flatMap(([path, item]) => Object.entries(item).map(([method, operation]) => ({ path, method, operation })))
    // The logout call is last, because it ends the session.
    .sort((a, b) => Number(a.path.includes('logout')) - Number(b.path.includes('logout')));
  expect(operations.length).toBeGreaterThan(25);
  const failures: string[] = [];
  for (const { path, method, operation } of operations) {
    const result = await fc.check(
      fc.asyncProperty(requests(path, method, operation), async (sent) => {
        expect(await breaches(sent, operation)).toEqual([]);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    if (result.failed)
      failures.push(`${method} ${path}\n${fc.defaultReportMessage(result)}\n${String(result.errorInstance)}`);
  }
  expect(failures.join('\n\n'), `FUZZ_SEED=${SEED} repeats it`).toBe('');
  expect((await request(server.url, '/api/health/')).status).toBe(200);
  expect([server.process.exitCode, server.log()]).toEqual([null, '']);
});
