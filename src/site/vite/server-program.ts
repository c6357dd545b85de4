import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { SERVER_PROGRAM } from '#src/site/site-record.ts';

/**
 * Packages that a start would else read as some 500 files. Those with compiled parts stay outside (better-sqlite3, argon2,
 * sharp), as does what a start doesn't need.
 */
const PACKED = ['kysely', 'nodemailer', 'p-limit', 'pg', 'pino', 'rate-limiter-flexible', 'yaml', 'zod'];

/**
 * Builds src/main.ts together with the pages made on request: what both need is one file, read once. The same
 * sources make the same bytes, by which a running server knows that it needs no successor.
 */
export function serverProgram(): AstroIntegration {
  return {
    name: 'server-program',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [program] } });
      },
      // Astro lists them as the disk and parallel work happen to yield them.
      'astro:build:ssr': ({ manifest }) => {
        manifest.assets.sort();
        manifest.entryModules = Object.fromEntries(Object.entries(manifest.entryModules).sort(([a], [b]) => (a < b ? -1 : 1)));
      },
    },
  };
}

const program: Plugin = {
  name: 'server-program',
  apply: 'build',
  configEnvironment: (name) => (name === 'ssr' ? { resolve: { noExternal: PACKED } } : undefined),
  buildStart() {
    if (this.environment.name === 'ssr') this.emitFile({ type: 'chunk', id: 'src/main.ts', fileName: SERVER_PROGRAM });
  },
};
