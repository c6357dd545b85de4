import path from 'node:path';
import type { Plugin } from 'vite';
import { FALLBACK_LOCALE, LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { ownCopy, ownQuery } from './page-scripts.ts';

const SUFFIX = /\?(shared-)?chunk-url(s)?(?:&.*)?$/;
const COPY_LOCALE = /@([\w-]+)$/;

/**
 * `import url from './x.ts?chunk-url'` gives a browser script the address of that module as one file with copies of its
 * imports. `?shared-chunk-url` shares modules with the islands; `?chunk-urls` builds one file per language, with its
 * `#locales/en-US/`.
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
      // Resolved without the importer's query, because page-scripts.ts would copy the module, and this one becomes a
      // file of its own.
      const resolved = await this.resolve(source.slice(0, -suffix.length), importer?.replace(/\?.*/, ''));
      return resolved && ownQuery(resolved.id + suffix, importer);
    },
    load(id) {
      const [suffix, shared, perLanguage] = SUFFIX.exec(id) ?? [];
      if (!suffix) return undefined;
      const file = id.slice(0, -suffix.length);
      const emit = (copy: string, name?: string) =>
        this.emitFile({ type: 'chunk', id: copy, name, preserveSignature: 'strict' });
      const urlOf = (copy: string, name?: string) =>
        this.environment.mode === 'dev'
          ? JSON.stringify(`/@fs${copy}`)
          : `import.meta.ROLLUP_FILE_URL_${emit(copy, name)}`;
      // Server rendering needs no address; only the browser uses it.
      if (this.environment.name !== 'client') return `export default ${perLanguage ? '{}' : "''"}`;
      if (!perLanguage)
        return `export default ${urlOf(shared || this.environment.mode === 'dev' ? file : ownCopy(file))}`;
      const urls = LOCALE_CODES.map((locale) => {
        const { param } = LOCALES[locale];
        // Vite merges files with the same name.
        const name = [path.parse(file).name, param].filter(Boolean).join('-');
        return `${JSON.stringify(param ?? '')}: ${urlOf(`${ownCopy(file)}@${locale}`, name)}`;
      });
      return `export default { ${urls.join(', ')} }`;
    },
    // The importing script may be inlined into a page, where a relative address would be wrong.
    resolveFileUrl: ({ fileName }) => JSON.stringify(`/${fileName}`),
  };
}
