import type { Plugin } from 'vite';
import type { Config } from '#src/settings/environment/config.ts';
import { RecentlyUsed } from '#src/shared/recently-used.ts';
import { fileResponse } from '#src/site/serve/file-response.ts';
import { createSender } from '#src/site/serve/send-response.ts';
import { findPicture } from '#src/site/serve/static-files.ts';

/** Serves the data folder's pictures in `astro dev`, as src/main.ts does in production. */
export function catalogueMedia(config: Config): Plugin {
  const send = createSender();
  const nothingStored = new RecentlyUsed(1);
  return {
    name: 'catalogue-media',
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const picture = findPicture(config.mediaDir, req.url?.split('?')[0] ?? '');
        if (!picture) return next();
        void Promise.resolve(send(req, res, fileResponse(picture, 200, nothingStored), [])).catch(() => next());
      });
    },
  };
}
