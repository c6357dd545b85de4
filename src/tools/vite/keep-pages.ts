import { readFileSync, writeFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import type { SiteRecord } from '#src/server/site/site-record.ts';
import { createProgress } from '../progress.ts';

/** What Astro's part of a build tells the rest of it, by file below `client/`. */
export interface MadePages {
  /** Keys of all pages that have one, made or kept. */
  keys: Record<string, string>;
  /** Content-Security-Policies of the pages that were made. */
  policies: Record<string, string>;
}

export const MADE_PAGES = 'pages.json';

const CSP = 'content-security-policy';

/**
 * Leaves out pages whose `cacheKey` is that of the build before. Astro's own `experimental.incrementalBuild` copies each
 * of them, and notes each one's headers: half a minute of a build of 15,000.
 */
export function keepPages(previousRecord = process.env.PREVIOUS_RECORD): AstroIntegration {
  const before = previousRecord ? (JSON.parse(readFileSync(previousRecord, 'utf8')) as SiteRecord).files : {};
  const keys: MadePages['keys'] = {};
  const progress = createProgress();
  let done = 0;
  let total = 0;
  return {
    name: 'keep-pages',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [prerenderEntry] } });
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((astro) => ({
          ...astro,
          async getStaticPaths() {
            const pages = await astro.getStaticPaths();
            const wanted = pages.filter(({ pathname, cacheKey }) => {
              if (cacheKey === undefined) return true;
              const file = fileOf(pathname);
              keys[file] = cacheKey;
              return before[file]?.key !== cacheKey;
            });
            total = wanted.length;
            return wanted;
          },
          async render(...page) {
            const rendered = await astro.render(...page);
            progress('pages', ++done, total);
            return rendered;
          },
        }));
      },
      'astro:build:generated': ({ dir, routeToHeaders }) => {
        const policies = [...routeToHeaders].flatMap(([pathname, { headers }]) => {
          const policy = headers.get(CSP);
          return policy ? [[fileOf(pathname), policy] as const] : [];
        });
        const made: MadePages = { keys, policies: Object.fromEntries(policies) };
        writeFileSync(new URL(`../${MADE_PAGES}`, dir), JSON.stringify(made));
      },
    },
  };
}

/** With a prerenderer that is not its own Astro leaves out the entry of its own. */
const prerenderEntry: Plugin = {
  name: 'prerender-entry',
  configEnvironment: (name) =>
    name === 'prerender' ? { build: { rolldownOptions: { input: 'astro/entrypoints/prerender' } } } : undefined,
};

/** The file of a page's address, as `build.format: 'directory'` lays it out. */
const fileOf = (pathname: string): string => (pathname === '/404' ? '404.html' : `${pathname}/index.html`.replace(/^\/+/, ''));
