import type { IncomingMessage } from 'node:http';
import type { Config } from '#src/server/config.ts';
import { isFromThisMachine } from '#src/server/http/this-machine.ts';
import { emulatorUrl } from '#src/server/paypal-config.ts';
import { api, EMULATOR_PATH } from '#src/shared/paths.ts';
import { createEmulator, type Emulator } from './emulator.ts';

/**
 * Mounts the emulator in a shop without a PayPal account. It answers only requests from this machine, because anybody
 * can pay with it. In a rehearsal visitors get the buyer's window, too, but neither the REST interface nor the list of
 * orders. It reads the shop's port when it sends an event, because a server on port 0 learns its port only after it
 * listens.
 */
export function mountEmulator(config: Config): Pick<Emulator, 'handle'> & { isFor(req: IncomingMessage): boolean } {
  const emulator = createEmulator({
    dataDir: config.dataDir,
    account: config.paypal,
    mount: EMULATOR_PATH,
    webhookUrl: () => new URL(api.paypalWebhook(), emulatorUrl(config)).href,
  });
  const below = new RegExp(`^${EMULATOR_PATH}([/?]|$)`);
  const buyersWindow = new RegExp(
    `^${EMULATOR_PATH}/(?:web-sdk/v6/(?:core|card|eligibility|sheet|google-pay)|window\\.js|window\\.css|checkoutnow)/?(?:\\?|$)`,
  );
  const isFor = (req: IncomingMessage) =>
    below.test(req.url ?? '') &&
    (isFromThisMachine(req, config) || (config.isRehearsal && buyersWindow.test(req.url ?? '')));
  return { handle: emulator.handle, isFor };
}
