import { createInstance, type TFunction, type TOptions } from 'i18next';
import type { phrases, texts } from '#locales/en-US/index.ts';
import { NO_FAST_DELIVERY, type FastDelivery } from '#src/shared/delivery/fast-delivery.ts';
import { DEFAULT_TERMS, type ShopTerms } from '#src/shared/shop-terms.ts';
import { formatNumber } from './format.ts';
import { FALLBACK_LOCALE, LOCALE_CODES, type Locale } from './locales.ts';
import { withOwnTexts, withPlaces, writtenPlaces, type OwnTexts } from './shop-texts.ts';

type Texts = typeof texts;

interface LocaleFolder {
  texts: Texts;
  phrases: typeof phrases;
}

// The path is relative, so that Vite finds the folders. A language without a folder stops the program here.
const loadFolder = async (locale: Locale) => (await import(`../../locales/${locale}/index.ts`)) as LocaleFolder;

const folders = Object.fromEntries(
  await Promise.all(LOCALE_CODES.map(async (locale) => [locale, await loadFolder(locale)] as const)),
) as Record<Locale, LocaleFolder>;

const ofEach = <T>(part: (folder: LocaleFolder) => T) =>
  Object.fromEntries(LOCALE_CODES.map((locale) => [locale, part(folders[locale])])) as Record<Locale, T>;

/** The texts of `locales`, by namespace. */
export const writtenTexts = ofEach(({ texts }) => texts);

/** The pattern that finds one of the listed phrases of a language; undefined for an empty list. */
export function phrasePattern(locale: Locale, list: keyof typeof phrases): string | undefined {
  const listed = folders[locale].phrases[list];
  return listed.length > 0 ? `(?:${listed.join('|')})` : undefined;
}

/** The texts of every language, by namespace, merged with the shop details and the owner's texts. */
export const resources = Object.fromEntries(
  LOCALE_CODES.map((locale) => [locale, { ...writtenTexts[locale] }]),
) as Record<Locale, Texts>;

export const NAMESPACES = [
  'common',
  'catalogue',
  'cart',
  'checkout',
  'codes',
  'account',
  'errors',
  'emulator',
  'lists',
  'mail',
  'consent',
  'contact',
  'legal',
  'withdrawal',
  'giftVoucher',
  'restock',
  'recall',
  'recipes',
  'reviews',
  'vouchers',
  'stories',
  'invoice',
  'desk',
  'converting',
  'products',
  'priceList',
] as const;
type Namespaces = typeof NAMESPACES;

const caches: Map<string, string>[] = [];

/** Merges the owner's settings in shop.yaml into all texts. i18next reads the same objects. */
export function applyShopTexts(
  terms: ShopTerms,
  own: Partial<Record<Locale, OwnTexts>>,
  fast: FastDelivery = NO_FAST_DELIVERY,
): void {
  for (const locale of LOCALE_CODES) {
    const written = writtenTexts[locale];
    const { dayRange } = withOwnTexts('common', written.common, own[locale] ?? {});
    const places = writtenPlaces(terms, fast, locale, dayRange);
    const changed = NAMESPACES.map((name) => [
      name,
      withPlaces(withOwnTexts(name, written[name], own[locale] ?? {}), places),
    ]);
    Object.assign(resources[locale], Object.fromEntries(changed));
  }
  for (const cache of caches) cache.clear();
}
applyShopTexts(DEFAULT_TERMS, {});

// The instance's language is never switched, because requests in other languages run at the same time.
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

/** `count` chooses the plural as a number; the text shows it with dots between the thousands. */
const withWrittenCount = (values: TOptions): TOptions =>
  values.count === undefined ? values : { ...values, replace: { ...values, count: formatNumber(values.count) } };

/** Caches texts without values, because i18next looks a key up at each call. */
function cached(translate: (key: string, values?: TOptions) => string): Translate {
  const cache = new Map<string, string>();
  caches.push(cache);
  const cachedTranslate = (key: string, values?: TOptions): string => {
    if (values) return translate(key, withWrittenCount(values));
    const text = cache.get(key) ?? translate(key);
    cache.set(key, text);
    return text;
  };
  return cachedTranslate as unknown as Translate;
}

const translators = new Map(
  LOCALE_CODES.map((locale) => [locale, cached(i18n.getFixedT(locale, NAMESPACES) as never)]),
);

/** The texts of one language: `t('search.label')`, `t('catalogue:count', { count })`. */
export const translator = (locale: Locale): Translate => translators.get(locale)!;
