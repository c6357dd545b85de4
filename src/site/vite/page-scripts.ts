import path from 'node:path';
import type { Plugin } from 'vite';

const COPY = '?page-script=';
/** The same for what is imported with a query of its own. */
const COPY_OF_QUERY = '&page-script=';
const CODE = /\.m?[jt]sx?$/;
const STYLES = /\.scss\?inline$/;
const PAGE_SCRIPT = /\/([^/?.]+)\.astro\?(?:.*&)?astro&type=script/;

/** A module as a script of its own, with copies of all it imports. */
export const ownCopy = (file: string): string => file + COPY + path.parse(file).name;

/** The script whose copy a module is. */
const ownerOf = (id: string) => id.split(COPY)[1] ?? PAGE_SCRIPT.exec(id)?.[1];

/** What a script imports with a query, as the script's own; `id` ends with that query. */
export function ownQuery(id: string, importer: string | undefined): string {
  const owner = importer === undefined ? undefined : ownerOf(importer);
  return owner === undefined ? id : id + COPY_OF_QUERY + owner;
}

/**
 * Gives each script of a component copies of what it imports: shared with islands or other scripts, those modules would be
 * files of their own, each one more request. State that several need is kept in storage or on the page.
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
