import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { DhlConfig } from '#src/settings/environment/dhl-config.ts';
import { parseJson } from '#src/shared/parse-json.ts';
import { dhlControl } from './dhl-control.ts';
import { createShipments, deleteShipment, problem, type DhlAnswer, type Received } from './shipping.ts';
import { createReturn } from './returns.ts';
import { trackShipment } from './tracking.ts';
import { openDhlStore, type DhlStore, type Fault } from './store.ts';

interface Options {
  dataDir: string;
  account: Pick<DhlConfig, 'apiKey' | 'user' | 'password' | 'billingNumbers' | 'returnReceivers'>;
  /** The path it is mounted at; '' on a server of its own. */
  mount: string;
}

const LARGEST_BODY = 2 ** 20;
const HANG_MS = 120_000;
const SHIPPING = '/parcel/de/shipping/v2/orders';

const CALLS: Record<string, [name: string, act: (store: DhlStore, received: Received) => DhlAnswer]> = {
  [`POST ${SHIPPING}`]: ['create', createShipments],
  [`DELETE ${SHIPPING}`]: ['delete', deleteShipment],
  'POST /parcel/de/shipping/returns/v1/orders': ['return', createReturn],
  'GET /track/shipments': ['track', trackShipment],
};

/** `hang`: there is never a response; `reset`: the connection is dropped. */
type Outcome = DhlAnswer | 'hang' | 'reset';

async function withFault(fault: Fault | undefined, work: () => DhlAnswer): Promise<Outcome> {
  const [name = '', after] = (fault?.name ?? '').split('-');
  if (after === 'after') work();
  switch (name) {
    case 'timeout':
      return 'hang';
    case 'reset':
      return 'reset';
    case '500':
    case '503':
    case '429':
    case '401':
      return problem(Number(name), 'Fault');
    case 'garbage':
      return { status: 200, body: '<html>…</html>' };
    case 'empty':
      return { status: 200, body: {} };
    case 'slow':
      await wait(fault?.ms ?? 1500);
      return work();
    default:
      return work();
  }
}

/** Emulates the parts of DHL's interfaces that the shop uses, and `/emulator/` for tests. */
export function createDhlEmulator({ dataDir, account, mount }: Options) {
  const store = openDhlStore(path.join(dataDir, 'dhl-emulator'));
  const calls: Record<string, number> = {};
  const login = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`;

  async function answer(req: IncomingMessage, raw: string): Promise<Outcome> {
    const url = new URL(req.url ?? '/', 'http://emulator');
    const { method = 'GET', headers } = req;
    const below = url.pathname.slice(mount.length).replace(/(.)\/$/, '$1');
    const body = raw ? parseJson(raw) : undefined;
    if (below.startsWith('/emulator/'))
      return dhlControl(store, calls, `${method} ${below}`, body) ?? problem(404, 'Not Found');
    const [name, act] = CALLS[`${method} ${below}`] ?? [];
    if (!name || !act) return problem(404, 'Not Found');
    calls[name] = (calls[name] ?? 0) + 1;
    const isKnown = headers['dhl-api-key'] === account.apiKey && (name === 'track' || headers.authorization === login);
    if (!isKnown) return problem(401, 'Unauthorized');
    const isGerman = (headers['accept-language'] ?? '').startsWith('de');
    const received = { query: url.searchParams, body, isGerman, ...account };
    return withFault(store.takeFault(name), () => store.transaction(() => act(store, received)));
  }

  return {
    async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of req as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > LARGEST_BODY) return void res.destroy();
        chunks.push(chunk);
      }
      const outcome = await answer(req, Buffer.concat(chunks).toString());
      if (outcome === 'reset') return void res.destroy();
      if (outcome === 'hang') {
        const timer = setTimeout(() => res.destroy(), HANG_MS);
        return void res.once('close', () => clearTimeout(timer));
      }
      const { status, body } = outcome;
      res
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    },
    close: store.close,
  };
}
