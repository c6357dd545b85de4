import { parse } from 'yaml';
import { z } from 'zod';
import { formatNumber, formatPrice } from '#src/i18n/format.ts';
import { writtenFastDelivery, writtenTerms } from '#src/i18n/shop-texts.ts';
import { translator } from '#src/i18n/translate.ts';
import { waysViaPaypal } from '#src/i18n/ways-to-pay.ts';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { ConfigError, type Config } from '#src/settings/environment/config.ts';
import { factsOf, isSmallBusiness, whatsappToShow, type ShopData } from '#src/settings/shop-yaml/shop-data.ts';
import { contentPlace, readEditorial } from '#src/server/editorial-content.ts';
import { collectionHours, collectionPlace } from '#src/shared/delivery/collection.ts';
import { ISLAND_CODES } from '#src/shared/delivery/islands.ts';
import type { Cents } from '#src/shared/money.ts';
import { isByWeight, isRising, parcelLimitOf } from '#src/shared/delivery/shipping-price.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import { LEGAL_PAGES, localised, pages, type LegalPage } from '#src/shared/paths.ts';
import type { LegalText } from '../legal.ts';
import { splitFrontMatter } from '#src/server/content/front-matter.ts';
import { MARKDOWN_ADVICE, markdownProblem } from '#src/server/content/markdown-limits.ts';
import { renderHtml, renderText } from './render-legal.ts';

const headSchema = z.strictObject({
  title: z.string().min(1).max(200),
  description: z.string().min(1).max(500),
  updated: z.iso.date(),
  draft: z.boolean(),
  translation: z.literal(true).optional(),
  valid_from: z.iso.date().optional(),
  valid_to: z.iso.date().optional(),
});

/** A mistake of an editor in fields of a legal text. */
export class LegalMistake extends ConfigError {
  /** Names of the wrong fields. */
  readonly fields: string[];
  constructor(message: string, fields: string[]) {
    super(message);
    this.fields = fields;
  }
}

/** The shop details, and the settings that the privacy policy describes. `siteUrl` makes links absolute. */
export interface LegalContext {
  config: Pick<Config, 'siteUrl'> & Partial<Pick<Config, 'analyticsId' | 'asksMarketing' | 'offline' | 'isLocal'>>;
  shop: ShopData;
}

/** Throws ConfigError with file and placeholder if a placeholder has no value. */
export function loadLegalText(page: LegalPage, locale: Locale, ctx: LegalContext): LegalText {
  const file = `${page}.${locale}.md`;
  return {
    page,
    locale,
    ...parseLegalText(file, readEditorial(`legal/${file}`), placesFor(locale, ctx)),
  };
}

/**
 * Sections may be nested. `{{#name}}…{{/name}}` stays when the placeholder has a value, `{{^name}}…{{/name}}` when it
 * has none. An end on a line of its own takes its line break along; one after a sentence leaves it to the next line.
 */
const SECTION = /\{\{([#^])\s*([\w.-]+)\s*\}\}\n?([\s\S]*?)\{\{\/\s*\2\s*\}\}(?:(?<=\n\{\{[^{}]*\}\})\n)?/g;

/** The text of a file with all `{{placeholders}}` replaced. */
export function parseLegalText(
  file: string,
  source: string,
  places: ReadonlyMap<string, string>,
): Omit<LegalText, 'page' | 'locale'> {
  const text = readLegalText(file, source, places);
  return { ...text, ...renderHtml(text.markdown), text: renderText(text.markdown) };
}

function parseHead(head: string, mistake: (what: string) => ConfigError): unknown {
  try {
    return parse(head);
  } catch (error) {
    throw mistake((error as Error).message.split('\n')[0]!);
  }
}

/** Like `parseLegalText`, without rendering, which takes most of the time. */
export function readLegalText(file: string, source: string, places: ReadonlyMap<string, string>) {
  const place = contentPlace(`legal/${file}`);
  const mistake = (what: string) => new ConfigError(`${place}: ${what}`);
  const parts = splitFrontMatter(source);
  if (!parts) throw mistake('has no head between two lines of ---');
  const { head, body } = parts;
  const parsed = headSchema.safeParse(parseHead(head, mistake));
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }));
    const problems = issues.map(({ field, message }) => `${field}: ${message}`).join('; ');
    throw new LegalMistake(
      `${place}: ${problems}`,
      issues.map(({ field }) => field),
    );
  }
  const isFilled = (place: string) => {
    if (!places.has(place)) throw mistake(`{{#${place}}} names nothing. Known: ${[...places.keys()].join(', ')}`);
    return places.get(place) !== '';
  };
  const choose = (part: string): string =>
    part.replace(SECTION, (_, kind: string, place: string, inner: string) =>
      isFilled(place) === (kind === '#') ? choose(inner) : '',
    );
  const fill = (part: string) =>
    part.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => {
      const place = name.trim();
      const [, sign, section] = /^([#^/])\s*(.+)$/.exec(place) ?? [];
      if (section) throw mistake(`{{${place}}} has no {{${sign === '/' ? '#' : '/'}${section}}}`);
      const value = places.get(place);
      if (value === undefined) throw mistake(`no value for {{${place}}}. Known: ${[...places.keys()].join(', ')}`);
      return value;
    });
  const { title, description, updated, draft, translation } = parsed.data;
  const checked = (part: string) => {
    const problem = markdownProblem(part);
    if (problem) throw new LegalMistake(`${place}: ${MARKDOWN_ADVICE[problem]}`, ['markdown']);
    return part;
  };
  const markdown = checked(fill(choose(checked(body))).trim());
  return {
    title: fill(title),
    description: fill(description),
    updated,
    draft,
    isTranslation: translation ?? false,
    validFrom: parsed.data.valid_from,
    validTo: parsed.data.valid_to,
    markdown,
  };
}

const escapeMarkdown = (text: string): string => text.replace(/[\\`*[\]<>]/g, '\\$&');

/** The values of all placeholders. Values are plain text, so their Markdown characters are escaped. */
export function placesFor(locale: Locale, { config, shop }: LegalContext): Map<string, string> {
  const { siteUrl, analyticsId, asksMarketing, offline, isLocal = false } = config;
  const { terms } = shop;
  const place = collectionPlace(shop);
  const address = (to: string) => siteUrl + localised(locale, to);
  return new Map([
    ...factsOf(shop).map(([name, value]): [string, string] => [name, escapeMarkdown(value)]),
    ...Object.entries(writtenTerms(terms, translator(locale)('dayRange'))).map(([name, value]): [string, string] => [
      `shop.${name}`,
      escapeMarkdown(value),
    ]),
    ['shop.byWeight', pricesByWeight(locale, terms)],
    ['shop.flatShipping', isRising(terms) || terms.freeFrom !== undefined ? '' : formatPrice(terms.shipping)],
    ['shop.islands', ISLAND_CODES.join(', ')],
    ['shop.noIslands', terms.noIslands ? 'on' : ''],
    ['shop.url', siteUrl],
    ['shop.languages', languageNames(locale)],
    // Only for {{#shop.…}}: whether something is configured.
    ['shop.analytics', analyticsId ?? ''],
    ['shop.marketing', asksMarketing ? 'on' : ''],
    ['shop.consent', (analyticsId ?? asksMarketing) ? 'on' : ''],
    ['shop.offline', offline ? 'on' : ''],
    ['shop.whatsapp', whatsappToShow(shop, isLocal) ? 'on' : ''],
    ['shop.microEnterprise', shop.accessibility.microEnterprise ? 'on' : ''],
    ['shop.viaPaypal', waysViaPaypal(locale, shop)],
    ['shop.googlePay', shop.payment.googlePay ? 'on' : ''],
    ['shop.applePay', shop.payment.applePay ? 'on' : ''],
    ['shop.card', shop.payment.card ? 'on' : ''],
    ['shop.transfer', shop.payment.iban ? 'on' : ''],
    ['shop.transferDays', String(shop.payment.days)],
    ...fastPlaces(locale, shop.fastDelivery),
    ['shop.vouchersSold', shop.vouchers.sold ? 'on' : ''],
    ['shop.reviews', shop.reviews.offered ? 'on' : ''],
    ['shop.vouchers', shop.vouchers.offered ? 'on' : ''],
    ['shop.collection', shop.collection.offered ? 'on' : ''],
    ['shop.collectionPlace', escapeMarkdown(`${place.street}, ${place.postalCode} ${place.city}`)],
    ['shop.collectionHours', escapeMarkdown(collectionHours(shop.collection, locale))],
    ['shop.collectionDays', String(shop.collection.keepDays)],
    ['shop.paysReturns', shop.shipping.returnsPaidBy === 'shop' ? 'on' : ''],
    ['shop.smallBusiness', isSmallBusiness(shop) ? 'on' : ''],
    ...LEGAL_PAGES.map((page): [string, string] => [`page.${page}`, address(pages.legal(page))]),
    ['page.contact', address(pages.contact())],
    ['page.cookies-consent', address(pages.cookiesConsent())],
  ]);
}

/** Empty in a shop that does not offer the faster delivery. */
function fastPlaces(locale: Locale, fast: ShopData['fastDelivery']): [string, string][] {
  const written = writtenFastDelivery(fast, locale, translator(locale)('dayRange'));
  return Object.entries({ ...written, fastFreeToo: fast.freeToo ? 'on' : '' }).map(([name, value]) => [
    `shop.${name}`,
    fast.offered ? escapeMarkdown(value) : '',
  ]);
}

/** "bis 10 kg 5,00 €; über 10 kg 9,90 €"; '' when each order costs the same. */
function pricesByWeight(locale: Locale, terms: ShopTerms): string {
  if (!isByWeight(terms)) return '';
  const t = translator(locale);
  const { shipping, heavier = [], furtherParcel } = terms;
  const [first] = heavier;
  const at = (grams: number, price: Cents) => ({ weight: formatNumber(grams / 1000), price: formatPrice(price) });
  return [
    first
      ? t('legal:byWeight.upTo', at(first.above, shipping))
      : t('legal:byWeight.any', { price: formatPrice(shipping) }),
    ...heavier.map(({ above, price }) => t('legal:byWeight.above', at(above, price))),
    ...(furtherParcel === undefined ? [] : [t('legal:byWeight.further', at(parcelLimitOf(terms), furtherParcel))]),
  ].join('; ');
}

/** "Portuguese, German, and English": the shop's languages in one of them. */
function languageNames(locale: Locale): string {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return new Intl.ListFormat(locale).format(LOCALE_CODES.map((code) => names.of(code.split('-')[0]!) ?? code));
}
