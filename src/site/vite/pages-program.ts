import { rename } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** Below what Astro builds: the program that makes the pages (src/site/build/make-pages.ts), and its entry. */
export const PAGES_FOLDER = 'pages';
export const PAGES_PROGRAM = 'prerender-entry.mjs'; // Astro looks for a file of such a name

/**
 * Has Astro build the program that makes the pages instead of making them: as long as the sources are the same, a changed
 * catalogue or text needs no more than to run it again, without the seconds that bundling takes.
 */
export function pagesProgram(): AstroIntegration {
  let outDir: URL;
  return {
    name: 'pages-program',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [program] } });
      },
      'astro:config:done': ({ config }) => {
        outDir = config.outDir;
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer({
          name: 'pages-program',
          getStaticPaths: () => Promise.resolve([]),
          render: () => Promise.reject(new Error('Pages are made by a program of their own')),
          // Astro would remove it together with the folder.
          teardown: () => rename(new URL('server/.prerender', outDir), new URL(PAGES_FOLDER, outDir)),
        });
      },
    },
  };
}

const program: Plugin = {
  name: 'pages-program',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'prerender'
      ? { build: { rolldownOptions: { input: 'src/site/build/make-pages.ts', output: { entryFileNames: PAGES_PROGRAM } } } }
      : undefined,
};
