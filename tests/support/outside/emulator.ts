import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createEmulator, type Recorded } from '#src/emulator/emulator.ts';
import { createPaypalGateway, type GatewayOptions } from '#src/server/gateways/paypal/create-gateway.ts';
import type { NewPaypalOrder, PaypalGateway } from '#src/server/gateways/paypal.ts';
import { EMULATOR_ACCOUNT } from '#src/settings/environment/paypal-config.ts';
import { api } from '#src/shared/paths.ts';
import { CHILD_ENV } from '../shops/site.ts';

/** An order as `/emulator/orders` returns it. */
export interface EmulatedOrder {
  id: string;
  status: string;
  checkoutId: string;
  invoiceId: string;
  cents: number;
  currency: string;
  shipping?: { name?: { full_name: string }; address?: Record<string, string> };
  instrument: 'good' | 'declined';
  declines: number;
  captures: { id: string; status: string; cents: number }[];
  refunds: { id: string; captureId: string; status: string; cents: number }[];
  trackers: { captureId: string; number: string; carrier: string; status: string }[];
  disputes?: {
    outcome?: string;
    evidence?: { type: string; note: string; tracking: string[]; files: { name: string; bytes: number }[] };
  }[];
}

export interface Delivery {
  id: string;
  statuses: number[];
}

type Fault = { call: string; fault: string; times?: number; ms?: number };
type Choice = { address?: string | Record<string, string>; email?: string };
type Event = {
  order?: string;
  event?: string;
  id?: string;
  times?: number;
  cents?: number;
  reason?: string;
  outcome?: string;
  to?: string;
};

/** A test's controls of PayPal: the calls under `/emulator/`. `url` is the emulator's address, mounted or separate. */
export function emulatorControl(url: string) {
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/emulator/${path}`, { method, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} /emulator/${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    orders: async () => (await ask<{ orders: EmulatedOrder[] }>('GET', 'orders')).orders,
    order: (id: string) => ask<EmulatedOrder>('GET', `orders/${id}`),
    /** `choice`: the buyer's address, by its name in the emulator or in PayPal's form, and email. */
    approve: (id: string, instrument: 'good' | 'declined' = 'good', choice: Choice = {}) =>
      ask<EmulatedOrder>('POST', `orders/${id}/approve`, { instrument, ...choice }),
    /** The buyer enters a card in PayPal's fields; `decision`: what the buyer answers the bank (3-D Secure). */
    card: (id: string, number: string, decision?: 'pass' | 'fail' | 'cancel') =>
      ask<EmulatedOrder & { state: string }>('POST', `orders/${id}/card`, { number, decision }),
    cancel: (id: string) => ask<EmulatedOrder>('POST', `orders/${id}/cancel`),
    /** Changes the order that the shop created; the emulator's README names what can be changed. */
    change: (id: string, change: object) => ask<EmulatedOrder>('POST', `orders/${id}/change`, change),
    expire: (id: string) => ask('POST', `orders/${id}/expire`),
    /** The shop moves money to its bank. */
    withdraw: (cents: number) => ask('POST', 'withdraw', { cents }),
    next: (fault: Fault) => ask('POST', 'next', fault),
    deliver: (event: Event) => ask<Delivery>('POST', 'webhooks/deliver', event),
    /** Returns a signed event without sending it. */
    sign: (event: Event) =>
      ask<{ id: string; headers: Record<string, string>; body: string }>('POST', 'webhooks/deliver', {
        ...event,
        send: false,
      }),
    calls: () => ask<Record<string, number>>('GET', 'calls'),
    forgetRequests: () => ask('POST', 'requests/forget'),
    reset: () => ask('POST', 'reset'),
  };
}

export type EmulatorControl = ReturnType<typeof emulatorControl>;

export interface RunningEmulator extends EmulatorControl {
  url: string;
  gateway: (options?: Partial<GatewayOptions>) => PaypalGateway;
  stop: () => Promise<void>;
}

export interface EmulatorProcess extends RunningEmulator {
  /** Kills the process with `SIGKILL` and starts another one on the same data. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  kill: () => void;
  /** Answers nobody until the returned function is called. */
  freeze: () => () => void;
}

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'vitrine-paypal-'));

/**
 * The emulator in the test's process, on a free port and with its own folder: a process of its own takes a third of a
 * second to load.
 */
export async function startEmulator(record?: (recorded: Recorded) => void): Promise<RunningEmulator> {
  const folder = newFolder();
  const webhookUrl = () => `http://localhost:4321${api.paypalWebhook()}`;
  const emulator = createEmulator({ dataDir: folder, account: EMULATOR_ACCOUNT, mount: '', webhookUrl, record });
  const server = http.createServer((req, res) => {
    emulator.handle(req, res).catch((error: unknown) => {
      console.error(error);
      res.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    ...emulatorControl(url),
    gateway: (options) => gatewayTo(url, options),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      emulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The emulator as a process of its own, which can be killed. */
export async function emulatorProcess(): Promise<EmulatorProcess> {
  const folder = newFolder();
  const env = {
    ...process.env,
    ...CHILD_ENV,
    DATA_DIR: folder,
    SITE_URL: 'http://localhost:4321',
    PAYPAL_API_BASE: '',
  };
  let child: ChildProcess;
  async function listen(port: number): Promise<number> {
    child = fork('src/emulator/main.ts', {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...env, PORT: String(port) },
    });
    const [{ listening }] = (await once(child, 'message')) as [{ listening: number }];
    return listening;
  }
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }
  const port = await listen(0);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    ...emulatorControl(url),
    gateway: (options) => gatewayTo(url, options),
    async restart(signal) {
      await end(signal);
      await listen(port);
    },
    kill: () => void child.kill('SIGKILL'),
    freeze() {
      const frozen = child;
      frozen.kill('SIGSTOP');
      return () => void frozen.kill('SIGCONT');
    },
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A gateway that does not wait between its retries. */
export const gatewayTo = (baseUrl: string, options: Partial<GatewayOptions> = {}): PaypalGateway =>
  createPaypalGateway({
    account: EMULATOR_ACCOUNT,
    baseUrl,
    timeoutMs: 10_000,
    retryDelaysMs: [1, 1],
    log: { info: () => {}, warn: () => {} },
    ...options,
  });

/** An order of 2 × 4.49 + 2 × 0.25 deposit + 5.00 shipping = 14.48 EUR, for a new checkout. */
export function newOrder(changes: Partial<NewPaypalOrder> = {}): NewPaypalOrder {
  const checkoutId = randomUUID();
  return {
    requestId: `create-${checkoutId}`,
    checkoutId,
    invoiceId: `invoice-${checkoutId}`,
    items: [
      { name: 'Guaraná Antarctica', sku: 'BEB-001', quantity: 2, unitPrice: 449 },
      { name: 'Pfand Guaraná Antarctica', quantity: 2, unitPrice: 25 },
    ],
    shipping: 500,
    address: { name: 'Ana Lima', line1: 'Torstraße 1', postalCode: '10119', city: 'Berlin', countryCode: 'DE' },
    shopName: 'Vitrine',
    locale: 'de-DE',
    returnUrl: 'http://localhost:4321/de/checkout/return',
    cancelUrl: 'http://localhost:4321/de/cart',
    ...changes,
  };
}
