import type { IncomingMessage } from 'node:http';
import type { Config } from '#src/server/config.ts';
import { isFromThisMachine } from '#src/server/http/this-machine.ts';
import { emulatorUrl } from '#src/server/paypal-config.ts';
import { api, EMULATOR_PATH } from '#src/shared/paths.ts';
import { createEmulator, type Emulator } from './emulator.ts';

/**
 * Mounts the emulator in a shop without a PayPal account, which the configuration allows only at a loopback address. It answers
 * only requests from this machine, because anybody can pay with it. It reads the shop's port when it sends an event, because
 * a server on port 0 learns its port only after it listens.
 */
export function mountEmulator(config: Config): Pick<Emulator, 'handle'> & { isFor(req: IncomingMessage): boolean } {
  const emulator = createEmulator({
    dataDir: config.dataDir,
    account: config.paypal,
    mount: EMULATOR_PATH,
    webhookUrl: () => new URL(api.paypalWebhook(), emulatorUrl(config)).href,
  });
  const below = new RegExp(`^${EMULATOR_PATH}([/?]|$)`);
  return { handle: emulator.handle, isFor: (req) => below.test(req.url ?? '') && isFromThisMachine(req, config) };
}
