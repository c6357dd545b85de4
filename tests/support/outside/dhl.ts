import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createDhlEmulator } from '#src/emulator/dhl/dhl-emulator.ts';
import type { Shipment } from '#src/emulator/dhl/store.ts';
import { DHL_EMULATOR_ACCOUNT } from '#src/settings/environment/dhl-config.ts';

/** DHL's emulator in the test's process, with the settings of a shop that has an account there. */
export async function startDhl() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-dhl-'));
  const emulator = createDhlEmulator({ dataDir: folder, account: DHL_EMULATOR_ACCOUNT, mount: '' });
  const server = http.createServer((req, res) => {
    emulator.handle(req, res).catch((error: unknown) => {
      console.error(error);
      res.destroy();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  async function ask<T>(method: string, call: string, body?: object): Promise<T> {
    const response = await fetch(`${url}/emulator/${call}`, { method, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${call}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    url,
    env: {
      DHL_API_BASE: url,
      DHL_API_KEY: DHL_EMULATOR_ACCOUNT.apiKey,
      DHL_USER: DHL_EMULATOR_ACCOUNT.user,
      DHL_PASSWORD: DHL_EMULATOR_ACCOUNT.password,
      DHL_BILLING_NUMBERS: DHL_EMULATOR_ACCOUNT.billingNumbers.join(' '),
      DHL_RETURN_RECEIVERS: 'DE=deu',
    },
    shipments: async () => (await ask<{ shipments: Shipment[] }>('GET', 'shipments')).shipments,
    calls: () => ask<Record<string, number>>('GET', 'calls'),
    next: (fault: { call: string; fault: string; times?: number }) => ask('POST', 'next', fault),
    /** The end of DHL's day, after which it cancels nothing. */
    close: (number: string) => ask('POST', `shipments/${number}/close`),
    /** Something happens to a shipment. */
    event: (number: string, event: { code: string; at?: string; words?: string; returned?: boolean }) =>
      ask('POST', `shipments/${number}/event`, event),
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

export type RunningDhl = Awaited<ReturnType<typeof startDhl>>;
