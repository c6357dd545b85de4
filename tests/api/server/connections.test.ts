import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connect } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve());

/** One answer's head and the whole of its body, as long as the head says. */
async function ask(socket: Socket, head: string): Promise<string> {
  socket.write(`${head}\r\nHost: shop\r\n\r\n`);
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const [, headers, body] = /^([^]*?)\r\n\r\n([^]*)$/.exec(text) ?? [];
    if (headers !== undefined && Buffer.byteLength(body!) >= Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0))
      return headers;
  }
  return text;
}

const PATHS = ['/', '/favicon.svg', '/api/stock/', '/api/nada'];

describe('a connection', () => {
  it('stays open between requests without a header for that', async () => {
    const socket = await connect(server.url);
    for (const path of PATHS) {
      const headers = await ask(socket, `GET ${path} HTTP/1.1`);
      expect(headers).toMatch(/^HTTP\/1\.1 (200|404)/);
      expect(headers).not.toMatch(/^(connection|keep-alive):/im);
    }
    socket.destroy();
  });

  it('gets a keep-alive header when an older client asks for it', async () => {
    const socket = await connect(server.url);
    for (const path of PATHS)
      expect(await ask(socket, `GET ${path} HTTP/1.0\r\nConnection: keep-alive`)).toMatch(/^connection: keep-alive$/im);
    socket.destroy();
  });

  it.each(['GET / HTTP/1.1\r\nConnection: close', 'GET / HTTP/1.0'])('closes on request: %j', async (head) => {
    const socket = await connect(server.url);
    socket.write(`${head}\r\nHost: shop\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^connection: close$/im);
    expect(text).toContain('</html>');
  });
});
