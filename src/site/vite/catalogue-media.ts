import type { Plugin } from 'vite';
import type { Config } from '#src/server/config.ts';
import { createFileServer } from '#src/site/serve/serve-file.ts';
import { findPicture } from '#src/site/serve/static-files.ts';

/** Serves the data folder's pictures in `astro dev`, as src/main.ts does in production. */
export function catalogueMedia(config: Config): Plugin {
  const { serve } = createFileServer(0);
  return {
    name: 'catalogue-media',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const picture = findPicture(config.mediaDir, req.url?.split('?')[0] ?? '');
        if (!picture) return next();
        void Promise.resolve(serve(req, res, picture, { page: [], other: [] })).catch(() => next());
      });
    },
  };
}
