import path from 'node:path';
import type { Plugin } from 'vite';

const COPY = '?page-script=';
const CODE = /\.m?[jt]sx?$/;
const PAGE_SCRIPT = /\/([^/?.]+)\.astro\?(?:.*&)?astro&type=script/;

/** A module as a script of its own, with copies of all it imports. */
export const ownCopy = (file: string): string => file + COPY + path.parse(file).name;

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
      if (!importer || source.includes('?')) return undefined;
      const [file, owner = PAGE_SCRIPT.exec(importer)?.[1]] = importer.split(COPY);
      if (!owner) return undefined;
      const resolved = await this.resolve(source, file);
      return resolved && !resolved.external && CODE.test(resolved.id) ? resolved.id + COPY + owner : resolved;
    },
  };
}
