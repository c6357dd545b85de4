import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { parseJson } from '#src/shared/parse-json.ts';
import { errorAnswer, unknownResource, type Answer } from './answers.ts';
import { control, type ControlOptions } from './control.ts';
import type { Outcome } from './faults.ts';
import { createRest, type Received } from './rest.ts';
import { openStore, type EventRecord } from './store.ts';
import type { Account } from './tokens.ts';
import { signedHeaders } from './webhooks.ts';
import { answerWindow } from './window.ts';

export interface EmulatorOptions {
  dataDir: string;
  account: Account;
  /** The path it is mounted at: `/paypal-emulator`, or '' on a server of its own. */
  mount: string;
  /** Returns the address of the shop's webhook; called whenever an event is sent. */
  webhookUrl: () => string;
  /** Sees each REST call with its answer, and each event, so that a test can compare them with PayPal's contract. */
  record?: (recorded: Recorded) => void;
}

export type Recorded =
  | { kind: 'call'; method: string; path: string; query: URLSearchParams; type: string; raw: Buffer; answer: Answer }
  | { kind: 'event'; body: string };

export interface Emulator {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  close(): void;
}

/** In bytes; evidence for a dispute has files. */
const LARGEST_BODY = 1_000_000;
const LARGEST_EVIDENCE = 50 * 2 ** 20;
const HANG_MS = 120_000;

/**
 * Emulates the parts of PayPal that the shop uses: REST interface, browser script, buyer's window, and `/emulator/` for
 * tests.
 */
export function createEmulator({ dataDir, account, mount, webhookUrl, record }: EmulatorOptions): Emulator {
  const store = openStore(path.join(dataDir, 'paypal-emulator'));
  const rest = createRest(store, account);

  function controlOptions(base: string): ControlOptions {
    const sign = ({ body }: EventRecord) => ({
      headers: signedHeaders(store.secret, account.webhookId, base, Buffer.from(body)),
      body,
    });
    return {
      store,
      base,
      calls: rest.counts,
      sign,
      async send(event, to = webhookUrl()) {
        record?.({ kind: 'event', body: event.body });
        const response = await fetch(to, { method: 'POST', ...sign(event), redirect: 'manual' }).catch(() => undefined);
        await response?.body?.cancel();
        return response?.status ?? 0;
      },
    };
  }

  async function answerCall(received: Received): Promise<Outcome | undefined> {
    const { method, path: target, query, headers, raw } = received;
    const answer = await rest.answer(received);
    if (typeof answer === 'object')
      record?.({ kind: 'call', method, path: target, query, type: headers['content-type'] ?? '', raw, answer });
    return answer;
  }

  return {
    async handle(req, res) {
      const raw = await read(req);
      if (!raw) return send(res, errorAnswer(413, 'PAYLOAD_TOO_LARGE'));
      const { method = 'GET', headers } = req;
      const url = new URL(req.url ?? '/', 'http://emulator');
      const below = url.pathname.slice(mount.length).replace(/(.)\/$/, '$1') || '/';
      const base = `http://${headers.host ?? 'localhost'}${mount}`;
      const received = { method, path: below, query: url.searchParams, headers, raw, base, mount };
      const outcome = below.startsWith('/emulator/')
        ? await control(method, below, raw.length > 0 ? parseJson(raw.toString()) : undefined, controlOptions(base))
        : ((await answerWindow(store, received)) ?? (await answerCall(received)));
      if (outcome === 'reset') res.destroy();
      else if (outcome === 'hang') hang(res);
      else send(res, outcome ?? unknownResource());
    },
    close: store.close,
  };
}

async function read(req: IncomingMessage): Promise<Buffer | undefined> {
  const largest = req.url?.endsWith('/provide-evidence') ? LARGEST_EVIDENCE : LARGEST_BODY;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largest) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(res: ServerResponse, { status, body, headers }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(text);
}

/** Never responds, and closes the connection when the caller stops as well. */
function hang(res: ServerResponse): void {
  const timer = setTimeout(() => res.destroy(), HANG_MS);
  res.once('close', () => clearTimeout(timer));
}
