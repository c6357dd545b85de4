import type { Plugin } from 'vite';

const SUFFIX = '?chunk-url';

/**
 * `import url from './x.ts?chunk-url'` in a browser script: the address of that module as a file of its own, for
 * `import(url)`. A plain `import('./x.ts')` brings 900 bytes of Vite's preload helper to every page, in one more request.
 */
export function chunkUrl(): Plugin {
  return {
    name: 'chunk-url',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(SUFFIX)) return undefined;
      // Without its query: what a page's script has copies of (page-scripts.ts) is here the one module that islands share.
      const resolved = await this.resolve(source.slice(0, -SUFFIX.length), importer?.replace(/\?.*/, ''));
      return resolved && resolved.id + SUFFIX;
    },
    load(id) {
      if (!id.endsWith(SUFFIX)) return undefined;
      const file = id.slice(0, -SUFFIX.length);
      if (this.environment.mode === 'dev') return `export default ${JSON.stringify(`/@fs${file}`)}`;
      const reference = this.emitFile({ type: 'chunk', id: file, preserveSignature: 'strict' });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
    // The script that asks may be inlined into a page: relative to itself the address would be wrong.
    resolveFileUrl: ({ fileName }) => JSON.stringify(`/${fileName}`),
  };
}
