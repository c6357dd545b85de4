import type { Plugin } from 'vite';
import type { Config } from '#src/settings/environment/config.ts';

/** Serves the emulators in `astro dev`, as src/main.ts does in the built shop. */
export function emulators(config: Config): Plugin {
  return {
    name: 'emulators',
    apply: 'serve',
    async configureServer(server) {
      // Imported here, because a build also loads this file and must not open a second database connection.
      const { getContext } = await import('#src/server/context.ts');
      const { mountEmulators } = await import('#src/emulator/mount.ts');
      const mounted = mountEmulators(config);
      if (mounted.length === 0) return;
      server.middlewares.use((req, res, next) => {
        const emulator = mounted.find(({ isFor }) => isFor(req));
        return emulator ? void emulator.handle(req, res).catch(next) : next();
      });
      server.httpServer?.once('listening', () => {
        const address = server.httpServer?.address();
        if (typeof address !== 'object' || !address) return;
        // Vite may listen on another port than the configured one.
        config.port = getContext().config.port = address.port;
      });
    },
  };
}
