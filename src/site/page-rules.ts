import { createHash } from 'node:crypto';
import { LOCALE_CODES, LOCALES } from '#src/i18n/locales.ts';
import { AS_DICTIONARY } from './serve/dictionary.ts';
import { securityHeaders } from '#src/server/http/security-headers.ts';
import { FOREVER, HOUR, HTML_CACHE } from './serve/live-site.ts';
import type { SiteRecord } from './site-record.ts';
import { STATE_PAGES } from './serve/state-pages.ts';

/** What a front server must know of a build's pages, by what their addresses begin with. As regular expressions. */
export interface PageRules {
  /** Content-Security-Policies and the files of the pages that are answered with them. */
  policies: { files: string; policy: string }[];
  /** Addresses that are Node's, though there are files. */
  passed: string;
}

// Only Node knows when to answer with these, and with which status.
const TOLD_BY_NODE: readonly string[] = ['404', ...STATE_PAGES];

const codes = LOCALE_CODES.flatMap((locale) => LOCALES[locale].param ?? []).join('|');
const LANGUAGE = new RegExp(`^(?:${codes})/`);
const below = (addresses: string[]) => `^(?:/(?:${codes}))?(?:${addresses.join('|')})`;
const escape = (page: string) => page.replace(/[^\w-]/g, '\\$&');

/** All products share a policy, all categories, …; pages that differ from their like are Node's. */
export function pageRules({ files, policies }: Pick<SiteRecord, 'files' | 'policies'>): PageRules {
  const policiesOf = new Map<string, Set<number>>();
  for (const [file, { policy }] of Object.entries(files)) {
    const [page = '', ...rest] = file
      .replace(LANGUAGE, '')
      .replace(/^index\.html$/, '/')
      .split('/');
    if (policy === undefined || rest.length === 0 || TOLD_BY_NODE.includes(page)) continue;
    policiesOf.set(page, (policiesOf.get(page) ?? new Set()).add(policy));
  }
  const pages = [...policiesOf.keys()].sort();
  const differing = pages.filter((page) => policiesOf.get(page)!.size > 1);
  const alike = Map.groupBy(
    pages.filter((page) => !differing.includes(page)),
    (page) => policies[[...policiesOf.get(page)!][0]!]!,
  );
  return {
    // nginx looks for `$uri/index.html`: a slash that an address ends with stands there twice.
    policies: [...alike]
      .map(([policy, of]) => ({ files: below(of.map((page) => (page ? `/${escape(page)}/` : '/+index\\.html$'))), policy }))
      .sort((a, b) => (a.files < b.files ? -1 : 1)),
    passed: below([
      ...TOLD_BY_NODE.map((page) => `/${page}(?:\\.html|/|$)`),
      ...differing.map((page) => (page ? `/${escape(page)}(?:/|$)` : '/*(?:index\\.html)?$')),
    ]),
  };
}

/**
 * Name of the empty file in a build's folder that says by which rules and headers it is served: a front server that knows
 * others leaves the build to Node.
 */
export const markOf = (build: Pick<SiteRecord, 'files' | 'policies'>, siteUrl: string): string =>
  `front-${digest([pageRules(build), headersOf(siteUrl)])}`;

/** What files are answered with. */
export const headersOf = (siteUrl: string) => ({
  security: securityHeaders(siteUrl.startsWith('https:')),
  offered: AS_DICTIONARY,
  cache: { page: HTML_CACHE, named: FOREVER, other: HOUR },
});

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
