import type { Plugin } from 'vite';
import type { Config } from '#src/server/config.ts';
import { getContext } from '#src/server/context.ts';
import { mountEmulator } from '../paypal-emulator/mount.ts';

/** Serves the PayPal emulator in `astro dev`, as src/server/main.ts does for the built shop. */
export function paypalEmulator(config: Config): Plugin {
  return {
    name: 'paypal-emulator',
    apply: 'serve',
    configureServer(server) {
      if (config.paypal.apiBase !== undefined) return;
      const emulator = mountEmulator(config);
      server.middlewares.use((req, res, next) => (emulator.isFor(req) ? void emulator.handle(req, res).catch(next) : next()));
      server.httpServer?.once('listening', () => {
        const address = server.httpServer?.address();
        if (typeof address !== 'object' || !address) return;
        // Vite may have taken another port than the one that is configured.
        config.port = getContext().config.port = address.port;
      });
    },
  };
}
