import sirv from 'sirv';
import type { Plugin } from 'vite';
import type { Config } from '#src/server/config.ts';

/** Serves the pictures of the data folder in `astro dev`, as src/server/main.ts does in production. */
export function catalogueMedia(config: Config): Plugin {
  return {
    name: 'catalogue-media',
    configureServer(server) {
      server.middlewares.use('/media', sirv(config.mediaDir, { dev: true }));
    },
  };
}
