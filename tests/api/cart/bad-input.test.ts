import { once } from 'node:events';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type ErrorAnswer } from '../../support/people/call.ts';
import { CSRF, CSRF_HEADERS, postBadCart, postCart } from '../../support/people/cart-call.ts';
import { connect, request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const LIMIT = 64 * 1024;
const HEADERS = { 'content-type': 'application/json', ...CSRF_HEADERS };

const own = forFile(() => stockedShop([{ cod_catalog: 'BEB-001', product_name: 'Guaraná' }]));
const server = forFile(() => own.serve());
let productId: number;

beforeAll(async () => {
  productId = (await call(server.url, '/api/')).body.products[0]!.id;
});

const good = () => ({ lines: [{ productId, quantity: 1 }] });

describe('an invalid cart line', () => {
  it.each([0, 11, -1, 1.5, '1', null, undefined, true, [1], 1e20])(
    'is refused because of its quantity: %j',
    async (quantity) => {
      const { status, body } = await postBadCart(
        server.url,
        { lines: [{ productId, quantity }] },
        { 'accept-language': 'de' },
      );
      expect(status).toBe(400);
      expect(body).toEqual({
        code: 'invalid_input',
        detail: 'Einige Angaben sind ungültig. Bitte prüfen Sie die markierten Felder.',
        message: 'Einige Angaben sind ungültig. Bitte prüfen Sie die markierten Felder.',
        lines: [expect.stringMatching(/\b10\b/)],
      });
    },
  );

  it.each([0, -1, 1.5, '1', null, undefined, 2 ** 53, { id: 1 }])(
    'is refused because of its product: %j',
    async (id) => {
      const { status, body } = await postBadCart(server.url, { lines: [{ productId: id, quantity: 1 }] });
      expect(status).toBe(400);
      expect(body.lines).toHaveLength(1);
    },
  );

  it.each([-0.01, '4.99', null, {}])('is refused because of its price: %j', async (price) => {
    expect((await postBadCart(server.url, { lines: [{ productId, quantity: 1, price }] })).status).toBe(400);
  });

  it.each([null, 'x', 7, {}, undefined, [null], [[]], ['1']])(
    'is refused when the list of lines is not a list: %j',
    async (lines) => {
      const { status, body } = await postBadCart(server.url, { lines });
      expect(status).toBe(400);
      expect(body.lines).toHaveLength(1);
    },
  );

  it('is reported as unknown when its product number is larger than any product’s', async () => {
    for (const id of [2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1]) {
      const { status, body } = await postCart(server.url, { lines: [{ productId: id, quantity: 1 }] });
      expect(status, String(id)).toBe(200);
      expect(body.problems).toEqual([{ productId: id, code: 'unknown' }]);
    }
  });
});

describe('the body of a cart call', () => {
  it('may have 100 lines, but not 101', async () => {
    const lines = (count: number) => ({
      lines: Array.from({ length: count }, (_, index) => ({ productId: productId + index, quantity: 1 })),
    });
    expect((await postCart(server.url, lines(100))).status).toBe(200);
    const { status, body } = await postBadCart(server.url, lines(101));
    expect(status).toBe(400);
    expect(body.lines).toEqual([expect.stringMatching(/\b100\b/)]);
  });

  it('may have unknown fields', async () => {
    const { status, body } = await postCart(server.url, {
      ...good(),
      coupon: 'x',
      lines: [{ ...good().lines[0], gift: true }],
    });
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/coupon|gift/);
  });

  it.each(['', '{', '{"lines":[}', 'null', '[]', '7', '"x"', '{"lines":[]}x', '\u0000'])(
    'is refused when it is invalid JSON or not an object: %j',
    async (text) => {
      const { status, body } = await postBadCart(server.url, text, { 'accept-language': 'en' });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'invalid_input',
        detail: 'Some values are not valid. Please check the marked fields.',
      });
    },
  );

  it('is refused when it is not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"lines":[],"languageLocale":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]);
    expect((await request(server.url, '/api/cart/', { method: 'POST', headers: HEADERS, body: bytes })).status).toBe(
      400,
    );
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    '',
  ])('is refused with 415 when its content type is not JSON: %j', async (type) => {
    const { status, body } = await postBadCart(server.url, good(), { 'content-type': type, 'accept-language': 'de' });
    expect(status).toBe(415);
    expect(body).toMatchObject({ code: 'unsupported_media_type', detail: 'Bitte senden Sie die Daten als JSON.' });
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=UTF-8'])(
    'may have the content type %s',
    async (type) => {
      expect((await postCart(server.url, good(), { 'content-type': type })).status).toBe(200);
    },
  );

  it('may have 64 KiB, and a byte more is refused with 413', async () => {
    const padded = (bytes: number) => {
      const text = JSON.stringify({ ...good(), pad: '' });
      return text.replace('"pad":""', `"pad":"${'x'.repeat(bytes - text.length)}"`);
    };
    expect((await postCart(server.url, padded(LIMIT))).status).toBe(200);
    const { status, body } = await postBadCart(server.url, padded(LIMIT + 1));
    expect(status).toBe(413);
    expect(body.code).toBe('payload_too_large');
  });

  it('is refused with 413 when it grows past 64 KiB without an announced length', async () => {
    const socket = await connect(server.url);
    let answer = '';
    socket.on('data', (chunk) => (answer += String(chunk))).on('error', () => {});
    const head = Object.entries({ ...HEADERS, host: 'shop', connection: 'close', 'transfer-encoding': 'chunked' });
    socket.write(`POST /api/cart/ HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    const chunk = `${(1024).toString(16)}\r\n${' '.repeat(1024)}\r\n`;
    for (let sent = 0; sent <= 80; sent++) socket.write(chunk);
    socket.end('0\r\n\r\n');
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it('is accepted in chunks when it is small enough', async () => {
    const headers = { ...HEADERS, 'transfer-encoding': 'chunked' };
    const { status, body } = await request(server.url, '/api/cart/', {
      method: 'POST',
      headers,
      body: JSON.stringify(good()),
    });
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toMatchObject({ total: 9.99 });
  });
});

describe('the CSRF token of a cart call', () => {
  const without = (headers: Record<string, string>) =>
    request(server.url, '/api/cart/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', ...headers },
      // Bytes: Node writes headers before a text in UTF-8, not in Latin-1 as they travel.
      body: Buffer.from(JSON.stringify(good())),
    });

  it.each([
    ['neither cookie nor header', {}],
    ['only the cookie', { cookie: `csrftoken=${CSRF}` }],
    ['only the header', { 'x-csrftoken': CSRF }],
    ['another value', { cookie: `csrftoken=${CSRF}`, 'x-csrftoken': 'd'.repeat(43) }],
    ['both empty', { cookie: 'csrftoken=', 'x-csrftoken': '' }],
    ['a short one', { cookie: 'csrftoken=abc', 'x-csrftoken': 'abc' }],
    ['other letters of the same length', { cookie: `csrftoken=${CSRF}`, 'x-csrftoken': 'é'.repeat(43) }],
  ])('is required: %s is refused with 403', async (_, headers: Record<string, string>) => {
    const { status, body } = await without(headers);
    expect(status).toBe(403);
    expect(JSON.parse(body.toString()) as ErrorAnswer).toMatchObject({
      code: 'csrf_failed',
      detail: 'Your page has been open for too long. Reload it and try again.',
    });
  });

  it('is accepted when the shop issued it', async () => {
    const response = await fetch(`${server.url}/api/csrf_token/`);
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await without({ cookie: `theme=x; ${cookie}`, 'x-csrftoken': csrfToken })).status).toBe(200);
  });
});

describe('the cart call', () => {
  it('accepts only POST, with and without a trailing slash', async () => {
    for (const path of ['/api/cart', '/api/cart/']) {
      expect(
        (await request(server.url, path, { method: 'POST', headers: HEADERS, body: JSON.stringify(good()) })).status,
      ).toBe(200);
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
        const { status, headers } = await request(server.url, path, { method, headers: HEADERS });
        expect([status, headers.allow], method).toEqual([405, 'POST, OPTIONS']);
      }
    }
  });
});
