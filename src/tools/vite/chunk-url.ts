import type { Plugin } from 'vite';
import { ownCopy, ownQuery } from './page-scripts.ts';

const SUFFIX = /\?(shared-)?chunk-url(?:&.*)?$/;

/**
 * `import url from './x.ts?chunk-url'` in a browser script: the address of that module, with copies of all it imports, as
 * one file, for `import(url)`. A plain `import('./x.ts')` brings 900 bytes of Vite's preload helper to every page, in one
 * more request. With `?shared-chunk-url` the file shares its modules, and so their state, with the islands.
 */
export function chunkUrl(): Plugin {
  return {
    name: 'chunk-url',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [suffix] = SUFFIX.exec(source) ?? [];
      if (!suffix) return undefined;
      // Without its query: a page's script has copies of what it imports (page-scripts.ts), and this is a file of its own.
      const resolved = await this.resolve(source.slice(0, -suffix.length), importer?.replace(/\?.*/, ''));
      return resolved && ownQuery(resolved.id + suffix, importer);
    },
    load(id) {
      const [suffix, shared] = SUFFIX.exec(id) ?? [];
      if (!suffix) return undefined;
      const file = id.slice(0, -suffix.length);
      // What is rendered on the server asks for it in the browser only.
      if (this.environment.name !== 'client') return `export default ''`;
      if (this.environment.mode === 'dev') return `export default ${JSON.stringify(`/@fs${file}`)}`;
      const reference = this.emitFile({ type: 'chunk', id: shared ? file : ownCopy(file), preserveSignature: 'strict' });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
    // The script that asks may be inlined into a page: relative to itself the address would be wrong.
    resolveFileUrl: ({ fileName }) => JSON.stringify(`/${fileName}`),
  };
}
