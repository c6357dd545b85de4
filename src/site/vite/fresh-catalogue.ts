import type { Plugin } from 'vite';

const FORGET_MS = 1000;

/** `astro dev` caches the result of `getStaticPaths`, but an import may change the catalogue at any time. */
export function freshCatalogue(): Plugin {
  return {
    name: 'fresh-catalogue',
    configureServer({ environments }) {
      const forget = () => {
        for (const name of ['ssr', 'prerender']) environments[name]?.hot.send('astro:content-changed', {});
      };
      setInterval(forget, FORGET_MS).unref();
    },
  };
}
