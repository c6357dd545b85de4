import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveInBetween, type InBetween } from './in-between.ts';

export interface ShopInPieces extends InBetween {
  /** Sends the next piece of the page that is on its way; answers whether there is another. Waits for the page to be asked for. */
  next: () => Promise<boolean>;
}

/** A running shop seen through a connection on which each page arrives piece by piece, when the test says so; all else comes at once. */
export async function serveInPieces(shopUrl: string, pieces: number): Promise<ShopInPieces> {
  let begun = Promise.withResolvers<Generator<void>>();
  async function send(answer: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!answer.headers['content-type']?.startsWith('text/html')) return void answer.pipe(res);
    const page = Buffer.concat(await answer.toArray());
    begun.resolve(cut(page, res));
  }
  function* cut(page: Buffer, res: ServerResponse): Generator<void> {
    const size = Math.ceil(page.length / pieces);
    for (let at = 0; at < page.length; at += size) {
      res.write(page.subarray(at, at + size));
      yield;
    }
    res.end();
    begun = Promise.withResolvers();
  }
  const connection = await serveInBetween(shopUrl, ({ headers }) => (headers['accept-encoding'] = 'identity'), send);
  return { ...connection, next: async () => !(await begun.promise).next().done };
}
