import type { Plugin } from 'vite';
import { ownCopy } from './page-scripts.ts';

const SUFFIX = /\?(own-)?chunk-url$/;

/**
 * `import url from './x.ts?chunk-url'` in a browser script: the address of that module as a file of its own, for
 * `import(url)`. A plain `import('./x.ts')` brings 900 bytes of Vite's preload helper to every page, in one more request.
 * `?own-chunk-url` puts copies of all that the module imports into that file.
 */
export function chunkUrl(): Plugin {
  return {
    name: 'chunk-url',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [suffix] = SUFFIX.exec(source) ?? [];
      if (!suffix) return undefined;
      // Without its query: what a page's script has copies of (page-scripts.ts) is here the one module that islands share.
      const resolved = await this.resolve(source.slice(0, -suffix.length), importer?.replace(/\?.*/, ''));
      return resolved && resolved.id + suffix;
    },
    load(id) {
      const [suffix, own] = SUFFIX.exec(id) ?? [];
      if (!suffix) return undefined;
      const file = id.slice(0, -suffix.length);
      if (this.environment.mode === 'dev') return `export default ${JSON.stringify(`/@fs${file}`)}`;
      const reference = this.emitFile({ type: 'chunk', id: own ? ownCopy(file) : file, preserveSignature: 'strict' });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
    // The script that asks may be inlined into a page: relative to itself the address would be wrong.
    resolveFileUrl: ({ fileName }) => JSON.stringify(`/${fileName}`),
  };
}
