import { rename } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

/** The program that renders the pages (src/site/build/render-pages.ts), relative to Astro's output. */
export const PAGES_FOLDER = 'pages';
export const PAGES_PROGRAM = 'prerender-entry.mjs'; // Astro looks for this file name

/**
 * Lets Astro build the program that renders the pages instead of rendering them. A changed catalogue or text then only
 * reruns the program, without seconds of bundling.
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
          render: () => Promise.reject(new Error('A separate program renders the pages')),
          // Astro would delete this folder together with its parent.
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
      ? {
          build: {
            rolldownOptions: { input: 'src/site/build/render-pages.ts', output: { entryFileNames: PAGES_PROGRAM } },
          },
        }
      : undefined,
};
