import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { SERVER_PROGRAM } from '#src/site/site-record.ts';

/**
 * Packages bundled into the server and into the program that renders pages, because each would otherwise read some 500
 * files at its start. Native packages (better-sqlite3, argon2, sharp) and those not needed at start stay outside.
 */
const PACKED = ['kysely', 'lru-cache', 'nodemailer', 'p-limit', 'pg', 'pino', 'rate-limiter-flexible', 'yaml', 'zod'];

/**
 * Builds src/main.ts together with the on-request pages, so that shared modules are loaded once. The same sources give
 * the same bytes, so a running server detects that its code is unchanged.
 */
export function serverProgram(): AstroIntegration {
  return {
    name: 'server-program',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [program] } });
      },
      // Astro's order depends on the disk and on parallel work.
      'astro:build:ssr': ({ manifest }) => {
        manifest.assets.sort();
        manifest.entryModules = Object.fromEntries(
          Object.entries(manifest.entryModules).sort(([a], [b]) => (a < b ? -1 : 1)),
        );
      },
    },
  };
}

const program: Plugin = {
  name: 'server-program',
  apply: 'build',
  configEnvironment: (name) => (['ssr', 'prerender'].includes(name) ? { resolve: { noExternal: PACKED } } : undefined),
  buildStart() {
    if (this.environment.name === 'ssr') this.emitFile({ type: 'chunk', id: 'src/main.ts', fileName: SERVER_PROGRAM });
  },
};
