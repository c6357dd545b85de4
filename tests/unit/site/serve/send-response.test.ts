import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { toOutgoing, type RenderedResponse } from '#src/site/serve/rendered-response.ts';
import { createSender } from '#src/site/serve/send-response.ts';
import type { OutgoingResponse } from '#src/site/serve/outgoing-response.ts';

const TEXT = 'Feijão carioca '.repeat(40);
const rendered = (headers: RenderedResponse['headers'] = {}, status = 200, body = TEXT): RenderedResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'public, no-cache', ...headers },
  body: Buffer.from(body),
});

/** The sender's output for a request with these headers. */
async function sent(
  response: OutgoingResponse,
  headers: Record<string, string> = {},
  method = 'GET',
  more: string[] = [],
) {
  let status = 0;
  let written: string[] = [];
  let body: Buffer = Buffer.alloc(0);
  const res = {
    writeHead(given: number, list: string[]) {
      [status, written] = [given, list];
      return res;
    },
    end(bytes?: Buffer) {
      body = bytes ?? body;
    },
  };
  await createSender()(
    { method, headers } as unknown as IncomingMessage,
    res as unknown as ServerResponse,
    response,
    more,
  );
  const pairs = Array.from(
    { length: written.length / 2 },
    (_, at) => [written[2 * at]!, written[2 * at + 1]!] as const,
  );
  return { status, pairs, headers: Object.fromEntries(pairs), body };
}

describe('a response', () => {
  it('is compressed in an encoding that the browser accepts, with the matching header', async () => {
    const { headers, body } = await sent(toOutgoing(rendered({ vary: 'accept-language' })), {
      'accept-encoding': 'gzip, br',
    });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-language,accept-encoding',
      'content-length': String(body.length),
    });
    expect(brotliDecompressSync(body).toString()).toBe(TEXT);
  });

  it('is compressed once, however often it is sent', async () => {
    const outgoing = toOutgoing(rendered());
    expect(outgoing.bytes('br')).toBe(outgoing.bytes('br'));
  });

  it.each([
    ['a short one', rendered({}, 200, 'short')],
    ['a picture', rendered({ 'content-type': 'image/avif' })],
    ['one that is compressed already', rendered({ 'content-encoding': 'gzip' })],
  ])('is sent unchanged: %s', async (_what, response) => {
    expect((await sent(toOutgoing(response), { 'accept-encoding': 'br' })).body.toString()).toBe(
      response.body.toString(),
    );
  });

  it('overrides headers that every response has', async () => {
    const more = ['content-security-policy', "default-src 'none'", 'x-request-id', '1'];
    const { pairs } = await sent(
      toOutgoing(rendered({ 'content-security-policy': "default-src 'self'" })),
      {},
      'GET',
      more,
    );
    expect(pairs.filter(([name]) => name === 'content-security-policy')).toEqual([
      ['content-security-policy', "default-src 'self'"],
    ]);
    expect(pairs).toContainEqual(['x-request-id', '1']);
  });

  it('has a separate header for each cookie', async () => {
    const { pairs } = await sent(toOutgoing(rendered({ 'set-cookie': ['a=1', 'b=2'] })));
    expect(pairs.filter(([name]) => name === 'set-cookie').map(([, value]) => value)).toEqual(['a=1', 'b=2']);
  });
});

describe('a public response', () => {
  it('is a 304 for a browser with the current version', async () => {
    const outgoing = toOutgoing(rendered({ 'x-alternative-etag': 'W/"-12"', 'content-language': 'de' }));
    expect(outgoing.etag).toMatch(/^W\/"[\w-]{16}"$/);
    for (const tag of [outgoing.etag!, 'W/"-12"', `W/"other", ${outgoing.etag}`]) {
      const { status, headers, body } = await sent(outgoing, { 'if-none-match': tag });
      expect([status, body.length]).toEqual([304, 0]);
      expect(headers).toEqual({
        'cache-control': 'public, no-cache',
        'content-language': 'de',
        etag: outgoing.etag,
        vary: 'accept-encoding',
      });
    }
    const { status, headers } = await sent(outgoing, { 'if-none-match': 'W/"12"' });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('x-alternative-etag');
  });

  it.each([
    ['of one person', rendered({ 'cache-control': 'no-store' })],
    ['with a cookie', rendered({ 'set-cookie': ['a=1'] })],
    ['that is an error', rendered({}, 404)],
  ])('excludes one %s, which has no ETag', (_what, response) => {
    expect(toOutgoing(response)).toMatchObject({ etag: undefined, isPublicPage: false });
  });
});

it('a HEAD response has the headers and no body', async () => {
  const { status, headers, body } = await sent(toOutgoing(rendered()), { 'accept-encoding': 'br' }, 'HEAD');
  expect([status, headers.vary, body.length]).toEqual([200, 'accept-encoding', 0]);
});
