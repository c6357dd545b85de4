import { hash } from 'node:crypto';
import { startNginx, type RunningNginx } from '../outside/nginx.ts';
import { request, type RawAnswer } from '../outside/raw-http.ts';
import { until } from '../until.ts';
import { demoShop } from './demo-shop.ts';
import type { FreshShop } from './fresh-shop.ts';
import { logged, startShop, type RunningShop } from './server.ts';

const LAST = '/last';

type Headers = Record<string, string>;

export interface ShopBehindNginx extends FreshShop {
  nginx: RunningNginx;
  node: () => RunningShop;
  startNode: () => Promise<void>;
  get: (address: string, headers?: Headers) => Promise<RawAnswer>;
  /** The addresses that reached Node while `act` ran. */
  seenByNode: (act: () => Promise<unknown>) => Promise<string[]>;
  /** Asks until nginx answers by itself; the response may have become too old between two requests. */
  getStored: (address: string, headers?: Headers) => Promise<RawAnswer>;
  /** The headers of a browser that has another page of the shop. `coding`: what the browser accepts. */
  withDictionary: (coding: string) => Promise<Headers>;
  /** The lines of the access log about one request. */
  notedLines: (address: string, headers: Headers) => Promise<string[]>;
}

/** The demo shop, in a process of its own, behind an nginx. */
export async function shopBehindNginx(): Promise<ShopBehindNginx> {
  const own = await demoShop();
  const env: Headers = { ...own.env, TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '400', LOG_LEVEL: 'info' };
  let node = await startShop(env);
  env.PORT = new URL(node.url).port;
  const nginx = await startNginx(Number(env.PORT));

  /** Node logs a request after its response, so the line of this last request follows all others. */
  async function nodeLog(): Promise<string> {
    const address = `${LAST}/${crypto.randomUUID()}`;
    await request(node.url, address);
    await logged(node, address);
    return node.log();
  }

  const shop: ShopBehindNginx = {
    ...own,
    nginx,
    node: () => node,
    async startNode() {
      node = await startShop(env);
    },
    get: (address, headers = {}) => request(nginx.url, address, { headers }),
    async seenByNode(act) {
      const before = await nodeLog();
      await act();
      const lines = (await nodeLog()).slice(before.length).trim().split('\n');
      return lines
        .flatMap((line) => (JSON.parse(line) as { req?: { url?: string } }).req?.url ?? [])
        .filter((url) => !url.includes(LAST));
    },
    async getStored(address, headers = {}) {
      let answer: RawAnswer | undefined;
      await until(`${address} is stored`, async () => {
        await shop.get(address, headers);
        return (await shop.seenByNode(async () => (answer = await shop.get(address, headers)))).length === 0;
      });
      return answer!;
    },
    async withDictionary(coding) {
      const { body } = await shop.get('/de/category/bebidas');
      return { 'available-dictionary': `:${hash('sha256', body, 'base64')}:`, 'accept-encoding': coding };
    },
    async notedLines(address, headers) {
      // Found by its user agent, because nginx responds before it logs.
      const agent = crypto.randomUUID();
      const lines = () => nginx.accessLog().filter((line) => line.includes(agent));
      await shop.get(address, { ...headers, 'user-agent': agent });
      await until('the request is in the log', () => lines().length > 0);
      return lines();
    },
    async dispose() {
      await nginx.stop();
      await node.stop();
      await own.dispose();
    },
  };
  return shop;
}
