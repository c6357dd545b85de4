import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface InBetween {
  url: string;
  stop: () => Promise<void>;
}

/**
 * A proxy before a running shop. `see` gets every request as the browser sent it, and may change its headers;
 * `send` gets every answer after its head was sent, and sends its body.
 */
export async function serveInBetween(
  shopUrl: string,
  see: (req: IncomingMessage) => void,
  send = (answer: IncomingMessage, res: ServerResponse): unknown => answer.pipe(res),
): Promise<InBetween> {
  const server = http.createServer((req, res) => {
    see(req);
    const forward = http.request(shopUrl + req.url, { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.rawHeaders);
      void send(answer, res);
    });
    req.pipe(forward.on('error', () => res.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
