import { readFileSync } from 'node:fs';
import { localeOfPath, LOCALE_CODES, LOCALES, withoutPrefix } from '#src/i18n/locales.ts';
import type { ServedFile } from './serve-file.ts';

/** Pages that tell of a state of the shop. No address leads to them. */
export const STATE_PAGES = ['maintenance', 'server-error'] as const;
type StatePage = (typeof STATE_PAGES)[number];

const STATE_ADDRESS = /^\/(?:404|maintenance|server-error)(?:\.html|\/(?:index\.html)?)?$/;

/** Whether a path is the build's file name of such a page or of the one for missing pages, which are no pages of the shop. */
export const isStateAddress = (path: string): boolean => STATE_ADDRESS.test(withoutPrefix(path));

/** Stands in the page where the request's own number goes. */
export const REFERENCE = '%reference%';

interface Telling {
  status: number;
  reference?: string;
  headers?: Record<string, string> | undefined;
}

/** Answers with a page of the path's language; undefined where the build has none. */
export type TellState = (page: StatePage, path: string, telling: Telling) => Response | undefined;

/** They are read with the build: what they tell of may be that its files are gone. */
export function loadStatePages(find: (address: string) => ServedFile | undefined): TellState {
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
