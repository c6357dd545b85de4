import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveInBetween, type InBetween } from '../in-between.ts';

export interface ShopInPieces extends InBetween {
  /** Sends the next piece of the current page; returns false after the last one. Waits until the page is requested. */
  next: () => Promise<boolean>;
}

/**
 * A proxy before a running shop that sends pages piece by piece when the test asks for it. All else is sent at once.
 */
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
