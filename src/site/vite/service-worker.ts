import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { build } from 'vite';
import { ownTexts } from './own-texts.ts';
import { supportedBrowsers } from './supported-browsers.ts';

/** Bundles src/shell/offline/service-worker.ts into `/sw.js`; with `isOn` false, the worker unregisters itself. */
export function serviceWorker(isOn: boolean): AstroIntegration {
  return {
    name: 'service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await build({
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          plugins: [ownTexts()],
          define: { OFFLINE: JSON.stringify(isOn), 'process.env.NODE_ENV': '"production"' },
          build: {
            target: supportedBrowsers(),
            outDir: fileURLToPath(dir),
            emptyOutDir: false,
            lib: {
              entry: path.resolve('src/shell/offline/service-worker.ts'),
              name: 'worker',
              formats: ['iife'],
              fileName: () => 'sw.js',
            },
          },
        });
      },
    },
  };
}
