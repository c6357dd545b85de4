import { createInstance, type TFunction, type TOptions } from 'i18next';
import type { texts } from '#locales/en-US/index.ts';
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from './locales.ts';

type Texts = typeof texts;

// Relative, so that Vite finds the folders; a language without a folder stops the program here.
const loadTexts = async (locale: Locale) => ((await import(`../../locales/${locale}/index.ts`)) as { texts: Texts }).texts;

/** The texts of every language, by namespace. */
export const resources = Object.fromEntries(
  await Promise.all(LOCALE_CODES.map(async (locale) => [locale, await loadTexts(locale)] as const)),
) as Record<Locale, Texts>;

export const NAMESPACES = [
  'common',
  'catalogue',
  'cart',
  'checkout',
  'account',
  'errors',
  'emulator',
  'mail',
  'consent',
  'contact',
  'legal',
  'withdrawal',
] as const;
type Namespaces = typeof NAMESPACES;

// One instance, never switched: a global language would answer concurrent requests in the wrong one.
const i18n = createInstance();
void i18n.init({
  resources,
  fallbackLng: FALLBACK_LOCALE,
  ns: NAMESPACES,
  defaultNS: 'common',
  interpolation: { escapeValue: false }, // Astro and React escape what they print
  initAsync: false,
});

export type Translate = TFunction<Namespaces>;

/** i18next looks a key up anew at each call; a text without values is always the same. */
function remembering(translate: (key: string, values?: TOptions) => string): Translate {
  const known = new Map<string, string>();
  const remember = (key: string, values?: TOptions): string => {
    if (values) return translate(key, values);
    const text = known.get(key) ?? translate(key);
    known.set(key, text);
    return text;
  };
  return remember as unknown as Translate;
}

const translators = new Map(LOCALE_CODES.map((locale) => [locale, remembering(i18n.getFixedT(locale, NAMESPACES) as never)]));

/** The texts of one language: `t('search.label')`, `t('catalogue:count', { count })`. */
export const translator = (locale: Locale): Translate => translators.get(locale)!;
