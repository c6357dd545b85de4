/** Texts of `locales` that the shop words in its own way: `texts` in shop.yaml. */
import { parse } from 'yaml';
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { findText, type OwnTexts, type TextTree } from '#src/i18n/shop-texts.ts';
import { NAMESPACES, writtenTexts } from '#src/i18n/translate.ts';
import { digestOf, readContentText } from '#src/server/content/content-file.ts';
import { setInYaml } from '#src/server/content/yaml-edit.ts';
import type { Context } from '#src/server/context.ts';
import { tagsIn } from '#src/server/safe-html.ts';
import { isFixedText, unknownPlaces } from '#src/settings/shop-yaml/terms-and-texts.ts';
import { fold } from '#src/shared/fold.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { changeShopYaml, findBreakInFile, SHOP_YAML, type ShopYamlRefusal } from './change-shop-yaml.ts';

/** Texts that customers never see. */
const INTERNAL = new Set(['desk', 'products', 'emulator']);

type ByLocale = Partial<Record<Locale, string>>;

export interface ShopText {
  /** `cart:summary` */
  key: string;
  /** The software's own text. A language may lack a form of the plural. */
  written: ByLocale;
  own: ByLocale;
  /** Prescribed or recorded words. */
  isFixed: boolean;
  /** Detects changes by others. */
  digest: string;
}

export type OwnTextRefusal =
  | ShopYamlRefusal
  | { kind: 'content_changed'; now: ShopText }
  | { kind: 'unknown_places'; values: { places: string }; locales: Locale[] }
  | { kind: 'html_removed'; values: { tags: string }; locales: Locale[] };

/** The name of a text in the audit. */
export const textSubject = (key: string): string => `${SHOP_YAML}: ${key}`;

const filesOf = (locale: Locale) => writtenTexts[locale] as unknown as TextTree;

function keysIn(tree: TextTree, before: string, join: string): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [`${before}${join}${name}`] : keysIn(value, `${before}${join}${name}`, '.'),
  );
}

const KEYS: readonly string[] = [
  ...new Set(
    LOCALE_CODES.flatMap((locale) =>
      NAMESPACES.filter((name) => !INTERNAL.has(name)).flatMap((name) =>
        keysIn(filesOf(locale)[name] as TextTree, name, ':'),
      ),
    ),
  ),
];

type OwnByLocale = Partial<Record<Locale, OwnTexts | null>>;

const ownIn = (file: string): OwnByLocale => (parse(file) as { texts?: OwnByLocale | null }).texts ?? {};

/** The shop's own texts now; none while the file is not YAML. */
const findOwn = (ctx: Pick<Context, 'config'>): OwnByLocale =>
  findBreakInFile(ctx) ? {} : ownIn(readContentText(ctx.config, SHOP_YAML));

const byLocale = (textOf: (locale: Locale) => string | undefined): ByLocale =>
  Object.fromEntries(
    LOCALE_CODES.flatMap((locale) => (textOf(locale) === undefined ? [] : [[locale, textOf(locale)]])),
  );

function textOf(key: string, all: OwnByLocale): ShopText {
  const own = byLocale((locale) => all[locale]?.[key]);
  return {
    key,
    written: byLocale((locale) => findText(filesOf(locale), key)),
    own,
    isFixed: isFixedText(key),
    digest: digestOf(JSON.stringify(own)),
  };
}

export function findShopText(ctx: Pick<Context, 'config'>, key: string): ShopText | undefined {
  return KEYS.includes(key) ? textOf(key, findOwn(ctx)) : undefined;
}

/** People type the hyphen of their keyboard; texts also have the one that ends no line. */
const keyOf = (text: string) => fold(text.replaceAll('\u2011', '-'));

/** Texts that contain the words in any language, at most `most`. Without words: the texts that the shop has changed. */
export function listShopTexts(ctx: Pick<Context, 'config'>, words: string, most: number): ShopText[] {
  const all = findOwn(ctx);
  const wanted = keyOf(words);
  const changed = new Set(Object.values(all).flatMap((own) => Object.keys(own ?? {})));
  const found = KEYS.filter((key) => {
    if (wanted === '') return changed.has(key);
    const { written, own } = textOf(key, all);
    return [key, ...Object.values(written), ...Object.values(own)].some((text) => keyOf(text).includes(wanted));
  });
  return found.slice(0, most).map((key) => textOf(key, all));
}

/** Saves the typed texts; an empty one restores the software's text. `digest`: of the texts that the person saw. */
export const saveShopText = (
  ctx: Context,
  key: string,
  { digest, typed }: { digest: string; typed: ByLocale },
): Promise<Result<'saved' | 'nothingChanged', OwnTextRefusal>> =>
  changeShopYaml<OwnTextRefusal>(ctx, (file) => {
    const now = textOf(key, ownIn(file));
    if (now.digest !== digest) return fail({ kind: 'content_changed', now });
    const written = Object.entries(now.written) as [Locale, string][];
    const checked = written.map(([locale, text]) => {
      const own = typed[locale] ?? '';
      return { locale, unknown: unknownPlaces(text, own), tags: tagsIn(own) };
    });
    const localesWith = (what: 'unknown' | 'tags') =>
      checked.filter((one) => one[what].length > 0).map(({ locale }) => locale);
    const places = checked.flatMap(({ unknown }) => unknown).join(', ');
    if (places) return fail({ kind: 'unknown_places', values: { places }, locales: localesWith('unknown') });
    const tags = checked.flatMap((one) => one.tags).join(' ');
    if (tags) return fail({ kind: 'html_removed', values: { tags }, locales: localesWith('tags') });
    const changed = written.filter(([locale]) => (typed[locale] ?? '') !== (now.own[locale] ?? ''));
    let after = file;
    for (const [locale] of changed) after = setInYaml(after, ['texts', locale, key], typed[locale] || undefined);
    const only = (texts: ByLocale) => Object.fromEntries(changed.map(([locale]) => [locale, texts[locale] ?? '']));
    const act = () =>
      ({
        act: 'texts.own',
        subject: 'content',
        id: textSubject(key),
        before: only(now.own),
        after: only(typed),
      }) as const;
    return ok({ after, act });
  });
