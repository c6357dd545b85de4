import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostileTexts } from '../../support/hostile-texts.ts';
import { inputsOf } from '../../support/json-inputs.ts';
import { leastTime, MOST_MS } from '../../support/least-time.ts';
import { readDocument, type OpenApiDocument } from '../../support/openapi.ts';
import { payingShop, type PayingShop } from '../../support/paying-shop.ts';
import type { WarmShop } from '../../support/server.ts';
import { newAddress, newVisitor, type Visitor } from '../../support/visitor.ts';

/** A request of 64 KB at most with the rest of its body. */
const TEXTS = Object.entries(hostileTexts(60_000));
/** A URL of 16 KB at most, with three characters for a byte. */
const SHORT_TEXTS = Object.entries(hostileTexts(4000)).slice(0, 6);

let own: PayingShop;
let visitor: Visitor;
let document: OpenApiDocument;
const slow: string[] = [];

beforeAll(async () => {
  own = await payingShop();
  visitor = newVisitor(own.server.url);
  document = await readDocument(own.server.url);
});
afterAll(() => own?.dispose());

/** Sends a request a few times and notes it where the server takes long. */
async function measure(what: string, send: () => Promise<unknown>): Promise<void> {
  const ms = await leastTime((own.server as WarmShop).processorTime, send);
  if (ms > MOST_MS) slow.push(`${what}: ${Math.round(ms)} ms`);
}

/** Each place once with marks, and the other texts in turn. */
function* inTurn<T>(places: readonly T[], texts = TEXTS): Generator<[T, string, string]> {
  for (const place of places) yield [place, ...texts[0]!];
  for (const [at, [name, text]] of texts.slice(1).entries()) if (places.length > 0) yield [places[at % places.length]!, name, text];
}

it('every call of the contract reads hostile text in little processor time', { timeout: 120_000 }, async () => {
  let calls = 0;
  for (const [template, item] of Object.entries(document.paths))
    for (const [method, { parameters = [], requestBody }] of Object.entries(item)) {
      const what = `${method} ${template}`;
      const address = template.replaceAll(/\{\w+\}/g, 'x');
      const ask = (url: string, body?: unknown) =>
        fetch(own.server.url + url, {
          method: method.toUpperCase(),
          headers: { ...csrfHeaders(visitor), ...(method !== 'get' && { 'content-type': 'application/json' }) },
          body: method === 'get' ? null : JSON.stringify(body ?? {}),
          redirect: 'manual',
        }).then((response) => response.arrayBuffer());
      const schema = requestBody?.content['application/json']?.schema;
      const places = schema ? [...inputsOf(schema, document.components.schemas)] : [];
      for (const [fill, name, text] of inTurn(places)) await measure(`${what}, ${name}`, () => ask(address, fill(text)));
      for (const [parameter, name, text] of inTurn(parameters, SHORT_TEXTS)) {
        const value = encodeURIComponent(text);
        if (parameter.in === 'path')
          await measure(`${what}, ${name}`, () => ask(template.replace(`{${parameter.name}}`, value).replaceAll(/\{\w+\}/g, 'x')));
        if (parameter.in === 'query') await measure(`${what}, ${name}`, () => ask(`${address}?${parameter.name}=${value}`));
      }
      calls++;
    }
  expect(calls).toBeGreaterThan(25);
  expect(slow.splice(0)).toEqual([]);
});

const csrfHeaders = ({ cookies }: Visitor): Record<string, string> => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-csrftoken': cookies.get('csrftoken') ?? '',
  'x-forwarded-for': newAddress(),
});
