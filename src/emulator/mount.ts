import type { IncomingMessage } from 'node:http';
import type { Config } from '#src/server/config.ts';
import { isFromThisMachine } from '#src/server/http/this-machine.ts';
import { emulatorUrl } from '#src/server/paypal-config.ts';
import { api, EMULATOR_PATH } from '#src/shared/paths.ts';
import { createEmulator, type Emulator } from './emulator.ts';

/**
 * The emulator as part of a shop without an account, which the configuration allows at a loopback address only. It answers
 * requests from this machine only, because everybody may pay with it. The shop's port is looked up when an event is sent,
 * since a server that takes any free port learns it late.
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
