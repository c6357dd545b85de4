import http, { type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A running shop seen through another address, where every request is seen as the browser sent it. */
export async function serveInBetween(shopUrl: string, see: (req: IncomingMessage) => void) {
  const server = http.createServer((req, res) => {
    see(req);
    const forward = http.request(shopUrl + req.url, { method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(res);
    });
    req.pipe(forward.on('error', () => res.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
