import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderBody, type OrderBody } from '#src/server/gateways/paypal/order-body.ts';
import { newOrder, startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';

let emulator: RunningEmulator;
let token: string;

beforeAll(async () => {
  emulator = await startEmulator();
  const answer = await fetch(`${emulator.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('emulator:emulator')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
afterAll(() => emulator?.stop());

type Answer = {
  name: string;
  message: string;
  debug_id: string;
  details: { issue: string; field?: string }[];
  links: [];
};

async function post(body: unknown, headers: Record<string, string | undefined> = {}) {
  const all = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'paypal-request-id': crypto.randomUUID(),
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(`${emulator.url}/v2/checkout/orders`, {
    method: 'POST',
    headers: given,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

type Change = (body: OrderBody, unit: OrderBody['purchase_units'][0]) => void;

const changed = (change: Change) => {
  const body = orderBody(newOrder());
  change(body, body.purchase_units[0]!);
  return body;
};

const AMOUNT = '/purchase_units/0/amount';

const MISTAKES: [what: string, change: Change, status: number, issue: string, field: string][] = [
  [
    'a total that is a cent too high',
    (_, { amount }) => (amount.value = '14.49'),
    422,
    'AMOUNT_MISMATCH',
    `${AMOUNT}/value`,
  ],
  [
    'shipping that the total lacks',
    (_, { amount }) => (amount.breakdown.shipping.value = '5.01'),
    422,
    'AMOUNT_MISMATCH',
    `${AMOUNT}/value`,
  ],
  [
    'a deposit that no item tells',
    (_, { items }) => items.pop(),
    422,
    'ITEM_TOTAL_MISMATCH',
    `${AMOUNT}/breakdown/item_total/value`,
  ],
  ['a third decimal', (_, { amount }) => (amount.value = '14.480'), 422, 'DECIMAL_PRECISION', `${AMOUNT}/value`],
  [
    'a price below zero',
    (_, { items }) => (items[0]!.unit_amount.value = '-4.49'),
    422,
    'CANNOT_BE_NEGATIVE',
    '/purchase_units/0/items/0/unit_amount/value',
  ],
  [
    'another currency',
    (_, { amount }) => Object.assign(amount, { currency_code: 'BRL' }),
    422,
    'INVALID_CURRENCY_CODE',
    `${AMOUNT}/currency_code`,
  ],
  [
    'no address',
    (_, unit) => Object.assign(unit, { shipping: undefined }),
    422,
    'SHIPPING_ADDRESS_INVALID',
    '/purchase_units/0/shipping/address',
  ],
  [
    'a collection without a place',
    (_, unit) => Object.assign(unit, { shipping: { type: 'PICKUP_IN_STORE', name: { full_name: 'S2S Vitrine' } } }),
    422,
    'MISSING_PICKUP_ADDRESS',
    '/purchase_units/0/shipping/address',
  ],
  [
    'a collection from a person, which only platforms have',
    (_, unit) => Object.assign(unit, { shipping: { ...unit.shipping, type: 'PICKUP_IN_PERSON' } }),
    422,
    'SHIPPING_TYPE_NOT_SUPPORTED_FOR_CLIENT',
    '/purchase_units/0/shipping/type',
  ],
  [
    'an amount with a comma',
    (_, { amount }) => (amount.value = '14,48'),
    400,
    'INVALID_PARAMETER_SYNTAX',
    `${AMOUNT}/value`,
  ],
  [
    'half a unit',
    (_, { items }) => (items[0]!.quantity = '1.5'),
    400,
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/items/0/quantity',
  ],
  [
    'a name of 128 characters',
    (_, { items }) => (items[0]!.name = 'a'.repeat(128)),
    400,
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/items/0/name',
  ],
  ['no name', (_, { items }) => (items[0]!.name = ''), 400, 'INVALID_STRING_LENGTH', '/purchase_units/0/items/0/name'],
  ['a payment on account', (body) => (body.intent = 'AUTHORIZE'), 400, 'INVALID_PARAMETER_VALUE', '/intent'],
  ['no intent', (body) => Object.assign(body, { intent: undefined }), 400, 'INVALID_PARAMETER_VALUE', '/intent'],
  [
    'no purchase unit',
    (body) => Object.assign(body, { purchase_units: undefined }),
    400,
    'MISSING_REQUIRED_PARAMETER',
    '/purchase_units',
  ],
  [
    'no address to come back to',
    (body) => (body.payment_source!.paypal!.experience_context.return_url = '/checkout/return'),
    400,
    'INVALID_PARAMETER_SYNTAX',
    '/payment_source/paypal/experience_context/return_url',
  ],
];

describe('an order at the emulator', () => {
  it('is created when it is valid', async () => {
    const { status, body } = await post(changed(() => {}));
    expect(status).toBe(201);
    // Without `Prefer: return=representation` PayPal returns the shortest response.
    expect(Object.keys(body).sort()).toEqual(['id', 'links', 'status']);
  });

  it.each(MISTAKES)('is refused with %s in PayPal’s words', async (_what, change, status, issue, field) => {
    const answer = await post(changed(change));
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({
      name: status === 422 ? 'UNPROCESSABLE_ENTITY' : 'INVALID_REQUEST',
      message: expect.stringMatching(/\.$/),
      debug_id: expect.stringMatching(/^[0-9a-f]{13}$/),
      details: [{ issue, field }],
      links: [],
    });
  });

  it.each([
    ['without a request id', '{}', { 'paypal-request-id': undefined }, 400, 'PAYPAL_REQUEST_ID_REQUIRED'],
    [
      'with a request id of 109 characters',
      '{}',
      { 'paypal-request-id': 'a'.repeat(109) },
      400,
      'INVALID_STRING_LENGTH',
    ],
    ['that is no JSON', '{', {}, 400, 'MALFORMED_REQUEST_JSON'],
    ['that is a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, undefined],
    ['without a token', '{}', { authorization: undefined }, 401, undefined],
    ['with a token of one’s own', '{}', { authorization: 'Bearer 9999999999999.AAAA' }, 401, undefined],
  ])('%s is refused', async (_what, body, headers, status, issue) => {
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(answer.body.details[0]?.issue).toBe(issue);
  });

  it('may be corrected under the same request id after a refusal', async () => {
    const id = { 'paypal-request-id': crypto.randomUUID() };
    expect(
      (
        await post(
          changed((_, { amount }) => (amount.value = '1.00')),
          id,
        )
      ).status,
    ).toBe(422);
    const right = changed(() => {});
    expect((await post(right, id)).status).toBe(201);
    expect((await post(right, id)).status).toBe(200);
  });
});
