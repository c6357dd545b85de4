import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface ShopInPieces {
  url: string;
  /** Sends the next piece of the page that is on its way; answers whether there is another. Waits for the page to be asked for. */
  next: () => Promise<boolean>;
  stop: () => Promise<void>;
}

/** A running shop seen through a connection on which each page arrives piece by piece, when the test says so; all else comes at once. */
export async function serveInPieces(shopUrl: string, pieces: number): Promise<ShopInPieces> {
  let begun = Promise.withResolvers<Generator<void>>();
  const server = http.createServer((req, res) => {
    const forward = http.request(shopUrl + req.url, { method: req.method, headers: { ...req.headers, 'accept-encoding': 'identity' } });
    forward.on('response', async (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      if (!answer.headers['content-type']?.startsWith('text/html')) return void answer.pipe(res);
      const page = Buffer.concat(await answer.toArray());
      begun.resolve(send(page, res));
    });
    req.pipe(forward.on('error', () => res.destroy()));
  });
  function* send(page: Buffer, res: http.ServerResponse): Generator<void> {
    const size = Math.ceil(page.length / pieces);
    for (let at = 0; at < page.length; at += size) {
      res.write(page.subarray(at, at + size));
      yield;
    }
    res.end();
    begun = Promise.withResolvers();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: async () => !(await begun.promise).next().done,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
