interface LocaleRow {
  /** First segment of the language's paths; '' for the default language only. */
  prefix: '' | `/${string}`;
  /** Value of Astro's `[...locale]` parameter: the prefix without its slash. */
  param: string | undefined;
  /** Suffix of the language's columns in the editors' tables: `subtitle_de`. */
  csv: string;
  /** The language's name in the language itself. */
  label: string;
  /** The search's rules for word endings and stop words; 'none' compares words as they are written. */
  wordRules: 'portuguese' | 'german' | 'english' | 'none';
}

/**
 * The table of languages; every list of languages derives from it. A language's texts and flag are in
 * `locales/<code>/`.
 */
export const LOCALES = {
  'pt-BR': { prefix: '', param: undefined, csv: 'pt', label: 'Português (Brasil)', wordRules: 'portuguese' },
  'de-DE': { prefix: '/de', param: 'de', csv: 'de', label: 'Deutsch', wordRules: 'german' },
  'en-US': { prefix: '/en', param: 'en', csv: 'en', label: 'English (US)', wordRules: 'english' },
} as const satisfies Record<string, LocaleRow>;

export type WordRules = LocaleRow['wordRules'];

export type Locale = keyof typeof LOCALES;

export const LOCALE_CODES = Object.keys(LOCALES) as Locale[];
export const DEFAULT_LOCALE: Locale = 'pt-BR';
/** A missing text of another language is shown in this language. */
export const FALLBACK_LOCALE: Locale = 'en-US';

/** The language of a route's `[...locale]` parameter; undefined when it is not a language of the shop. */
export function localeOfParam(param: string | undefined): Locale | undefined {
  return LOCALE_CODES.find((code) => LOCALES[code].param === param);
}

/** The language of a path by its first segment. */
export function localeOfPath(pathname: string): Locale {
  return localeOfParam(pathname.split('/')[1]) ?? DEFAULT_LOCALE;
}

/** A path without the prefix of its language: `/de/cart` is `/cart`, `/de` is `/`. */
export const withoutPrefix = (pathname: string): string =>
  pathname.slice(LOCALES[localeOfPath(pathname)].prefix.length) || '/';

/**
 * The language of the current page by its address, because `<html lang>` changes when a browser translates the page.
 */
export const shownLocale = (): Locale => localeOfPath(location.pathname);

/** `getStaticPaths` entries for a page without other parameters: one per language. */
export const localePaths = () => LOCALE_CODES.map((code) => ({ params: { locale: LOCALES[code].param } }));

/** Language subtag of a locale: 'de' for 'de-DE'. */
const languageOf = (tag: string) => tag.split('-')[0];

/** Browsers send fewer preferences. */
const MAX_PREFERENCES = 20;

/**
 * The first language of an Accept-Language header that the shop has, by quality, then by order.
 * A bare `*` is ignored.
 */
export function negotiateLocale(header: string | null | undefined): Locale {
  const preferences = (header ?? '')
    .split(',', MAX_PREFERENCES)
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';');
      const q = params.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
      return { tag: tag.trim().toLowerCase(), quality: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, quality }) => tag && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of preferences) {
    const match =
      LOCALE_CODES.find((code) => code.toLowerCase() === tag) ??
      LOCALE_CODES.find((code) => languageOf(code) === languageOf(tag));
    if (match) return match;
  }
  return DEFAULT_LOCALE;
}

/** The language named in a body or a query ("de-DE", "de", "de_DE"); undefined when the shop does not have it. */
export function parseLocale(value: unknown): Locale | undefined {
  if (typeof value !== 'string') return undefined;
  const tag = value.replace('_', '-').toLowerCase();
  return (
    LOCALE_CODES.find((code) => code.toLowerCase() === tag) ?? LOCALE_CODES.find((code) => languageOf(code) === tag)
  );
}
