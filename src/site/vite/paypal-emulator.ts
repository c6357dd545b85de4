import type { Plugin } from 'vite';
import type { Config } from '#src/server/config.ts';

/** Serves the PayPal emulator in `astro dev`, as src/main.ts does in the built shop. */
export function paypalEmulator(config: Config): Plugin {
  return {
    name: 'paypal-emulator',
    apply: 'serve',
    async configureServer(server) {
      if (config.paypal.apiBase !== undefined) return;
      // Imported here, because a build also loads this file and must not open a second database connection.
      const { getContext } = await import('#src/server/context.ts');
      const { mountEmulator } = await import('#src/emulator/mount.ts');
      const emulator = mountEmulator(config);
      server.middlewares.use((req, res, next) =>
        emulator.isFor(req) ? void emulator.handle(req, res).catch(next) : next(),
      );
      server.httpServer?.once('listening', () => {
        const address = server.httpServer?.address();
        if (typeof address !== 'object' || !address) return;
        // Vite may listen on another port than the configured one.
        config.port = getContext().config.port = address.port;
      });
    },
  };
}
