import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTurn, measure, ownTexts, SHORT_TEXTS, TEXTS } from '../../support/texts/hostile-walk.ts';
import { inputsOf } from '../../support/texts/json-inputs.ts';
import { readDocument, type OpenApiDocument } from '../../support/texts/openapi.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import type { WarmShop } from '../../support/shops/server.ts';
import { newAddress, newVisitor, type Visitor } from '../../support/people/visitor.ts';

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

it('every API call handles hostile text in little processor time', async () => {
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
      for (const [fill, name, text] of inTurn(places, ownTexts(TEXTS)))
        await measure(own.server as WarmShop, slow, `${what}, ${name}`, text, (value) => ask(address, fill(value)));
      for (const [parameter, name, text] of inTurn(parameters, ownTexts(SHORT_TEXTS))) {
        const inPath = (value: string) => template.replace(`{${parameter.name}}`, value).replaceAll(/\{\w+\}/g, 'x');
        const inQuery = (value: string) => `${address}?${parameter.name}=${value}`;
        const place = { path: inPath, query: inQuery }[parameter.in];
        if (place)
          await measure(own.server as WarmShop, slow, `${what}, ${parameter.name}, ${name}`, text, (value) =>
            ask(place(encodeURIComponent(value))),
          );
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
