import type { Plugin } from 'vite';

const COPY = '?page-script';
const PAGE_SCRIPT = /[?&]astro&type=script/;

/**
 * Gives scripts of components copies of what they import: shared with islands, those modules would be files of their own,
 * each one more request. State that both need is kept in storage or on the page.
 */
export function pageScripts(): Plugin {
  return {
    name: 'page-scripts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (!importer || source.includes('?') || !(PAGE_SCRIPT.test(importer) || importer.endsWith(COPY))) return undefined;
      const resolved = await this.resolve(source, importer.replace(COPY, ''));
      return resolved && !resolved.external && !resolved.id.startsWith('\0') ? resolved.id + COPY : resolved;
    },
  };
}
