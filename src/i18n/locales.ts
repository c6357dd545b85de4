/** The one table of languages: everything that differs by language but is no text stands here. */
export const LOCALES = {
  'pt-BR': { prefix: '', param: undefined, column: 'pt', label: 'Português (Brasil)', short: 'PT', flag: 'br', og: 'pt_BR' },
  'de-DE': { prefix: '/de', param: 'de', column: 'de', label: 'Deutsch', short: 'DE', flag: 'de', og: 'de_DE' },
  'en-US': { prefix: '/en', param: 'en', column: 'en', label: 'English (US)', short: 'EN', flag: 'us', og: 'en_US' },
} as const;

export type Locale = keyof typeof LOCALES;

export const LOCALE_CODES = Object.keys(LOCALES) as Locale[];
export const DEFAULT_LOCALE: Locale = 'pt-BR';
/** Texts that a language lacks are shown in this one. */
export const FALLBACK_LOCALE: Locale = 'en-US';

/** The language of a route's `[...locale]` parameter; undefined for a parameter that names none. */
export function localeOfParam(param: string | undefined): Locale | undefined {
  return LOCALE_CODES.find((code) => LOCALES[code].param === param);
}

/** The language of a path by its first segment. */
export function localeOfPath(pathname: string): Locale {
  return localeOfParam(pathname.split('/')[1]) ?? DEFAULT_LOCALE;
}

/** The language that a page in the browser was written in. `<html lang>` no longer tells once a browser has translated it. */
export const shownLocale = (): Locale => localeOfPath(location.pathname);

/** `getStaticPaths` entries, one a language, for a page without other parameters. */
export const localePaths = () => LOCALE_CODES.map((code) => ({ params: { locale: LOCALES[code].param } }));

/**
 * The first language of an Accept-Language header that the shop speaks, by quality then order;
 * a bare `*` counts as no wish.
 */
export function negotiateLocale(header: string | null | undefined): Locale {
  const wishes = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().split(';');
      const q = params.map((p) => /^\s*q=([\d.]+)\s*$/.exec(p)?.[1]).find(Boolean);
      return { tag: tag.trim().toLowerCase(), quality: q === undefined ? 1 : Number(q) };
    })
    .filter(({ tag, quality }) => tag && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wishes) {
    const match = LOCALE_CODES.find((code) => code.toLowerCase() === tag || LOCALES[code].column === tag.split('-')[0]);
    if (match) return match;
  }
  return DEFAULT_LOCALE;
}

/** The language a body or query names ("de-DE", "de", "de_DE"), if the shop speaks it. */
export function parseLocale(value: unknown): Locale | undefined {
  if (typeof value !== 'string') return undefined;
  const tag = value.replace('_', '-').toLowerCase();
  return LOCALE_CODES.find((code) => code.toLowerCase() === tag || LOCALES[code].column === tag);
}
