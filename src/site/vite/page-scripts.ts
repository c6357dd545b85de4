import path from 'node:path';
import type { Plugin } from 'vite';

const COPY = '?page-script=';
/** The same mark for an import that already has a query. */
const COPY_OF_QUERY = '&page-script=';
/** A file with code; Vite's own modules, whose names begin with a NUL character, have no copies. */
const CODE = /^[^\0].*\.m?[jt]sx?$/;
const STYLES = /\.scss\?inline$/;
const PAGE_SCRIPT = /\/([^/?.]+)\.astro\?(?:.*&)?astro&type=script/;

/** A module as a separate script with copies of all its imports. */
export const ownCopy = (file: string): string => file + COPY + path.parse(file).name;

/** The script that owns the copy. */
const ownerOf = (id: string) => id.split(COPY)[1] ?? PAGE_SCRIPT.exec(id)?.[1];

/** Marks an import with a query as the importing script's own copy; `id` ends with that query. */
export function ownQuery(id: string, importer: string | undefined): string {
  const owner = importer === undefined ? undefined : ownerOf(importer);
  return owner === undefined ? id : id + COPY_OF_QUERY + owner;
}

/**
 * Gives each component script copies of its imports: shared modules would become separate files, and so more requests.
 * Scripts share state through storage or the page.
 */
export function pageScripts(): Plugin {
  return {
    name: 'page-scripts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      const owner = importer && ownerOf(importer);
      if (!owner || (source.includes('?') && !STYLES.test(source))) return undefined;
      const resolved = await this.resolve(source, importer.split(COPY)[0]);
      if (resolved && STYLES.test(source)) return ownQuery(resolved.id, importer);
      return resolved && !resolved.external && CODE.test(resolved.id) ? resolved.id + COPY + owner : resolved;
    },
  };
}
