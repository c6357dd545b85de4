import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#src/settings/environment/config.ts';
import { isFromThisMachine } from '#src/server/http/this-machine.ts';
import { DHL_EMULATOR_ACCOUNT } from '#src/settings/environment/dhl-config.ts';
import { emulatorUrl } from '#src/settings/environment/paypal-config.ts';
import { api, DHL_EMULATOR_PATH, EMULATOR_PATH } from '#src/shared/paths.ts';
import { createDhlEmulator } from './dhl/dhl-emulator.ts';
import { createEmulator } from './emulator.ts';

/** An emulator that the shop serves at a path of its own. */
export interface MountedEmulator {
  route: string;
  isFor(req: IncomingMessage): boolean;
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** The emulators that the configuration asks for. */
export function mountEmulators(config: Config): MountedEmulator[] {
  return [
    ...(config.paypal.apiBase === undefined ? [mountPaypal(config)] : []),
    ...(config.dhl && config.dhl.apiBase === undefined ? [mountDhl(config)] : []),
  ];
}

/** Answers only requests from this machine. */
function mountDhl(config: Config): MountedEmulator {
  const { handle } = createDhlEmulator({
    dataDir: config.dataDir,
    account: DHL_EMULATOR_ACCOUNT,
    mount: DHL_EMULATOR_PATH,
  });
  const below = new RegExp(`^${DHL_EMULATOR_PATH}([/?]|$)`);
  const isFor = (req: IncomingMessage) => below.test(req.url ?? '') && isFromThisMachine(req, config);
  return { route: `${DHL_EMULATOR_PATH}/*`, handle, isFor };
}

/**
 * Mounts the emulator in a shop without a PayPal account. It answers only requests from this machine, because anybody
 * can pay with it. In a rehearsal visitors get the buyer's window, too, but neither the REST interface nor the list of
 * orders. It reads the shop's port when it sends an event, because a server on port 0 learns its port only after it
 * listens.
 */
function mountPaypal(config: Config): MountedEmulator {
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
  return { route: `${EMULATOR_PATH}/*`, handle: emulator.handle, isFor };
}
