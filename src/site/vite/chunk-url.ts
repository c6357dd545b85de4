import path from 'node:path';
import type { Plugin } from 'vite';
import { FALLBACK_LOCALE, LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { ownCopy, ownQuery } from './page-scripts.ts';

const SUFFIX = /\?(shared-)?chunk-url(s)?(?:&.*)?$/;
const COPY_LOCALE = /@([\w-]+)$/;

/**
 * `import url from './x.ts?chunk-url'` in a browser script: the address of that module, with copies of all it imports, as
 * one file, for `import(url)`. A plain `import('./x.ts')` brings 900 bytes of Vite's preload helper to every page, in one
 * more request. With `?shared-chunk-url` the file shares its modules, and so their state, with the islands. With
 * `?chunk-urls` the module is built once per language, and what it imports from `#locales/en-US/` is that language's.
 */
export function chunkUrl(): Plugin {
  return {
    name: 'chunk-url',
    enforce: 'pre',
    async resolveId(source, importer) {
      const [, locale] = COPY_LOCALE.exec(importer ?? '') ?? [];
      if (locale && source.startsWith('#locales/'))
        return this.resolve(source.replace(FALLBACK_LOCALE, locale), importer!.replace(/\?.*/, ''));
      const [suffix] = SUFFIX.exec(source) ?? [];
      if (!suffix) return undefined;
      // Without its query: a page's script has copies of what it imports (page-scripts.ts), and this is a file of its own.
      const resolved = await this.resolve(source.slice(0, -suffix.length), importer?.replace(/\?.*/, ''));
      return resolved && ownQuery(resolved.id + suffix, importer);
    },
    load(id) {
      const [suffix, shared, perLanguage] = SUFFIX.exec(id) ?? [];
      if (!suffix) return undefined;
      const file = id.slice(0, -suffix.length);
      const urlOf = (copy: string, name?: string) =>
        this.environment.mode === 'dev'
          ? JSON.stringify(`/@fs${copy}`)
          : `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: copy, name, preserveSignature: 'strict' })}`;
      // What is rendered on the server asks for it in the browser only.
      if (this.environment.name !== 'client') return `export default ${perLanguage ? '{}' : "''"}`;
      if (!perLanguage) return `export default ${urlOf(shared || this.environment.mode === 'dev' ? file : ownCopy(file))}`;
      const urls = LOCALE_CODES.map((locale) => {
        const { param } = LOCALES[locale];
        // Vite takes files of the same name for one.
        const name = [path.parse(file).name, param].filter(Boolean).join('-');
        return `${JSON.stringify(param ?? '')}: ${urlOf(`${ownCopy(file)}@${locale}`, name)}`;
      });
      return `export default { ${urls.join(', ')} }`;
    },
    // The script that asks may be inlined into a page: relative to itself the address would be wrong.
    resolveFileUrl: ({ fileName }) => JSON.stringify(`/${fileName}`),
  };
}
