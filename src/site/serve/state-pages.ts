import { readFileSync } from 'node:fs';
import { localeOfPath, LOCALE_CODES, LOCALES, withoutPrefix } from '#src/i18n/locales.ts';
import type { ServedFile } from './file-response.ts';

/** Pages that describe a state of the shop; no address leads to them. */
const STATE_PAGES = ['maintenance', 'server-error', 'too-many-pages'] as const;
type StatePage = (typeof STATE_PAGES)[number];

const STATE_ADDRESS = /^\/(?:404|maintenance|server-error|too-many-pages)(?:\.html|\/(?:index\.html)?)?$/;

/** Whether a path names a state page or the 404 page, which have no public address. */
export const isStatePageAddress = (path: string): boolean => STATE_ADDRESS.test(withoutPrefix(path));

/** Placeholder in the page for the request id. */
export const REFERENCE = '%reference%';

interface StatePageOptions {
  status: number;
  reference?: string;
  headers?: Record<string, string> | undefined;
}

/** Returns a page in the language of the path; undefined when the build has none. */
export type RenderStatePage = (page: StatePage, path: string, telling: StatePageOptions) => Response | undefined;

/** Reads the pages when the build is loaded, because they may have to report that the build's files are missing. */
export function loadStatePages(find: (address: string) => ServedFile | undefined): RenderStatePage {
  const addresses = STATE_PAGES.flatMap((page) => LOCALE_CODES.map((locale) => `${LOCALES[locale].prefix}/${page}`));
  const known = new Map(
    addresses.flatMap((address) => {
      const file = find(address);
      return file ? [[address, { html: readFileSync(file.path, 'utf8'), policy: file.policy }] as const] : [];
    }),
  );
  return (page, path, { status, reference = '', headers }) => {
    const locale = localeOfPath(path);
    const found = known.get(`${LOCALES[locale].prefix}/${page}`);
    if (!found) return undefined;
    const { html, policy } = found;
    return new Response(html.replace(REFERENCE, reference), {
      status,
      headers: {
        'content-type': 'text/html;charset=utf-8',
        'content-language': locale,
        'cache-control': 'no-store',
        ...(policy && { 'content-security-policy': policy }),
        ...headers,
      },
    });
  };
}
