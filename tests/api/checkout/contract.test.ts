import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { answerChecker, readDocument, toChecker, type OpenApiDocument } from '../../support/texts/openapi.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { newVisitor } from '../../support/people/visitor.ts';

interface Told {
  status: number;
  headers: Headers;
  body: unknown;
}

const FORGED = { 'x-csrftoken': 'd'.repeat(43) };

const own = forFile(() => payingShop());
let ids: Record<string, number>;
let document: OpenApiDocument;

beforeAll(async () => {
  ids = await idsOf(own.ctx);
  document = await readDocument(own.server.url);
});

const lines = (code = 'AGUA') => [{ productId: ids[code] ?? 0, quantity: 1 }];
const buyer = () => newBuyer(own.ctx, own.server.url);
const guest = () => newVisitor(own.server.url);

async function approved() {
  const ana = await buyer();
  const { checkoutId, paypalOrderId } = await ana.begin(lines());
  await own.paypal.approve(paypalOrderId);
  return { ana, checkoutId };
}

async function ordered() {
  const { ana, checkoutId } = await approved();
  return { ana, checkoutId, ...(await ana.capture(checkoutId)) };
}

async function orderedAsGuest(email?: string) {
  const ana = newGuest(own.server.url, email ? { email } : {});
  const { checkoutId, paypalOrderId } = await ana.begin(lines());
  await own.paypal.approve(paypalOrderId);
  const { orderNumber } = await ana.capture(checkoutId);
  const key = /key=([\w-]+)/.exec((await lastMailTo(own.ctx, ana.email)).text ?? '')?.[1];
  return { ana, orderNumber, key };
}

const openAccount = (
  { ana, orderNumber, key }: Awaited<ReturnType<typeof orderedAsGuest>>,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Told> =>
  ana.visitor.post(
    `/api/order/${orderNumber}/account/`,
    { key, password: PASSWORD, confirmPassword: PASSWORD, ...body },
    headers,
  );

/** The first try and the two that follow. */
const fail = (call: 'create' | 'capture') => own.paypal.next({ call, fault: '500', times: 3 });

const item = (order: string, price = 4.99) => ({ order, product_name: ids.AGUA, quantity: 1, price });

/** The responses of every call to a signed-out client and to a request without a token. */
const anyCall = (path: string, body: object = {}) => ({
  401: () => guest().post(path, body) as Promise<Told>,
  403: async () => (await buyer()).post(path, body, FORGED),
});

/** Of every call of the checkout: how to get each status that the document names. */
const CALLS: Record<string, Record<number, () => Promise<Told>>> = {
  'post /api/checkout/': {
    201: async () => (await buyer()).tryBegin(lines()),
    400: async () => (await buyer()).tryBegin([]),
    ...anyCall('/api/checkout/'),
    409: async () => (await buyer()).tryBegin(lines('CACHACA')),
    429: async () => {
      const ana = await buyer();
      let told = await ana.tryBegin(lines(), { expectedTotal: 1 });
      for (let time = 0; time < 70 && told.status === 409; time++)
        told = await ana.tryBegin(lines(), { expectedTotal: 1 });
      return told;
    },
    422: async () => {
      const ana = await buyer();
      await own.paypal.next({ call: 'create', fault: 'CITY_REQUIRED' });
      return ana.tryBegin(lines());
    },
    503: async () => {
      const ana = await buyer();
      await fail('create');
      return ana.tryBegin(lines());
    },
  },
  'post /api/checkout/{checkoutId}/capture/': {
    200: async () => {
      const { ana, checkoutId } = await approved();
      return ana.tryCapture(checkoutId);
    },
    ...anyCall('/api/checkout/x/capture/'),
    404: async () => (await buyer()).tryCapture('x'),
    409: async () => {
      const ana = await buyer();
      return ana.tryCapture((await ana.begin(lines())).checkoutId);
    },
    429: async () => {
      const ana = await buyer();
      const { checkoutId } = await ana.begin(lines());
      let told = await ana.tryCapture(checkoutId);
      for (let time = 0; time < 70 && told.status === 409; time++) told = await ana.tryCapture(checkoutId);
      return told;
    },
    422: async () => {
      const { ana, checkoutId } = await approved();
      await own.paypal.next({ call: 'capture', fault: 'INSTRUMENT_DECLINED' });
      return ana.tryCapture(checkoutId);
    },
    503: async () => {
      const { ana, checkoutId } = await approved();
      await fail('capture');
      return ana.tryCapture(checkoutId);
    },
  },
  'post /api/checkout/{checkoutId}/cancel/': {
    200: async () => {
      const ana = await buyer();
      return ana.cancel((await ana.begin(lines())).checkoutId);
    },
    ...anyCall('/api/checkout/x/cancel/'),
    404: async () => (await buyer()).cancel('x'),
    409: async () => {
      const { ana, checkoutId } = await ordered();
      return ana.cancel(checkoutId);
    },
  },
  'post /api/order/': {
    201: async () => {
      const { ana, checkoutId } = await ordered();
      return ana.post('/api/order/', { client: ana.clientId, checkoutId });
    },
    400: async () => (await buyer()).post('/api/order/', {}),
    ...anyCall('/api/order/'),
    409: async () => {
      const ana = await buyer();
      return ana.post('/api/order/', { client: ana.clientId });
    },
  },
  'post /api/order/{orderNumber}/account/': {
    201: async () => openAccount(await orderedAsGuest()),
    202: async () => openAccount({ ...(await orderedAsGuest()), key: '' }),
    400: async () => openAccount(await orderedAsGuest(), { password: 'short' }),
    403: async () => openAccount(await orderedAsGuest(), {}, FORGED),
    404: async () => openAccount({ ...(await orderedAsGuest()), orderNumber: 'x' }),
    409: async () => openAccount(await orderedAsGuest((await buyer()).email)),
    429: async () => {
      const order = await orderedAsGuest((await buyer()).email);
      for (let time = 0; time < 5; time++) await openAccount(order);
      return openAccount(order);
    },
  },
  'post /api/orderitem/': {
    201: async () => {
      const { ana, orderId } = await ordered();
      return ana.post('/api/orderitem/', item(orderId));
    },
    400: async () => (await buyer()).post('/api/orderitem/', {}),
    ...anyCall('/api/orderitem/'),
    409: async () => {
      const { ana, orderId } = await ordered();
      return ana.post('/api/orderitem/', item(orderId, 0.01));
    },
  },
  'post /api/send-email': {
    200: async () => {
      const { ana, orderId } = await ordered();
      return ana.post('/api/send-email', { orderId });
    },
    400: async () => (await buyer()).post('/api/send-email', {}),
    ...anyCall('/api/send-email'),
    404: async () => (await buyer()).post('/api/send-email', { orderId: 'x' }),
  },
  'get /api/previous-purchases/{clientId}/': ownList('previous-purchases'),
  'get /api/client_export/{clientId}/': ownList('client_export'),
};

function ownList(call: string) {
  const path = (clientId: string) => `/api/${call}/${clientId}/`;
  return {
    200: async () => {
      const { ana } = await ordered();
      return ana.get(path(ana.clientId));
    },
    401: () => guest().get(path('x')) as Promise<Told>,
    403: async () => (await buyer()).get(path('x')),
  };
}

const SAMPLES = Object.entries(CALLS).flatMap(([call, statuses]) =>
  Object.entries(statuses).map(([status, ask]) => [call, Number(status), ask] as const),
);

const RETRY_AFTER = new Set([429, 503]);

describe('the API contract of the checkout', () => {
  it.each(SAMPLES)('describes the response of %s with status %i', async (call, status, ask) => {
    const [method = '', path = ''] = call.split(' ');
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(answer.headers.has('retry-after')).toBe(RETRY_AFTER.has(status));
    expect(answerChecker(document, path, status, method).safeParse(answer.body).error?.issues ?? []).toEqual([]);
  });

  // Tried for every call by tests/api/http/fuzz.test.ts.
  const OF_ANY_BODY = ['413', '415'];

  it('names only statuses that this file tests, apart from those of all bodies and of maintenance', () => {
    for (const [call, statuses] of Object.entries(CALLS)) {
      const [method = '', path = ''] = call.split(' ');
      const named = Object.keys(document.paths[path]?.[method]?.responses ?? {});
      const always = [...OF_ANY_BODY, '503'];
      expect(new Set([...named, ...always]), call).toEqual(new Set([...Object.keys(statuses), ...always]));
    }
  });

  it('accepts the bodies that the pages send and refuses others', async () => {
    const ana: Buyer = await buyer();
    const bodies: [path: string, body: object][] = [
      [
        '/api/checkout/',
        { lines: lines(), requestId: 'request-1', shipping: ADDRESS, expectedTotal: 9.99, languageLocale: 'de-DE' },
      ],
      ['/api/order/', { client: ana.clientId, checkoutId: 'x' }],
      ['/api/orderitem/', item('x')],
      ['/api/send-email', { orderId: 'x' }],
    ];
    for (const [path, body] of bodies) {
      const schema = document.paths[path]?.post?.requestBody?.content['application/json']?.schema ?? {};
      expect(toChecker(document, schema).safeParse(body).error?.issues ?? [], path).toEqual([]);
      const [first = ''] = Object.keys(body);
      expect(toChecker(document, schema).safeParse({ ...body, [first]: 7 }).success, path).toBe(false);
    }
  });
});

describe('a client who begins one checkout after the other', () => {
  it('must wait after sixty checkouts in an hour, without affecting other clients', async () => {
    const ana = await buyer();
    const statuses: number[] = [];
    for (let time = 0; time < 61; time++) statuses.push((await ana.tryBegin(lines(), { expectedTotal: 1 })).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 409), 429]);
    const { headers, body } = await ana.tryBegin(lines());
    expect(body.code).toBe('too_many_requests');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await (await buyer()).tryBegin(lines())).status).toBe(201);
  });
});
