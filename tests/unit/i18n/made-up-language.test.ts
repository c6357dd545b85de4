import { MADE_UP } from '../../support/catalogue/made-up-language.ts';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { safeNext } from '#src/shared/next-page.ts';
import { ALL_RULES, stemsOf } from '#src/features/search/stem.ts';
import { categoryLabel, storedLabels } from '#src/features/catalogue/server/category-label.ts';
import { categoryRowSchema } from '#src/features/editing/server/product-row.ts';
import { toEntry } from '#src/features/editing/server/catalogue-entry.ts';
import { listGaps } from '#src/features/editing/server/list-gaps.ts';
import { createDocumentMaker } from '#src/features/search/server/document.ts';
import { readRecipe } from '#src/features/recipes/server/recipe-files.ts';
import type { Recipe } from '#src/features/recipes/recipe.ts';
import { readStory } from '#src/features/stories/server/story-files.ts';
import { readSynonyms } from '#src/features/search/server/synonyms-file.ts';
import { parseSlides } from '#src/features/home/server/slides-table.ts';
import {
  LOCALE_CODES,
  localeOfParam,
  localeOfPath,
  localePaths,
  negotiateLocale,
  parseLocale,
  withoutPrefix,
  type Locale,
} from '#src/i18n/locales.ts';
import { languagesOf, textIn } from '#src/i18n/written-languages.ts';
import { isAllowedDuringMaintenance } from '#src/server/maintenance/gate.ts';
import { isStatePageAddress } from '#src/site/serve/state-pages.ts';
import { alternates, isFormPage, isSearch, localised } from '#src/shared/paths.ts';
import { isCacheablePage, startPages } from '#src/shell/offline/cacheable.ts';
import { catalogueFiles } from '../../support/catalogue/catalogue-files.ts';

describe('a language that is only added to the table', () => {
  it('has its own paths', () => {
    expect(localised(MADE_UP, '/cart')).toBe('/mx/cart');
    expect(localeOfPath('/mx/cart')).toBe(MADE_UP);
    expect(localeOfParam('mx')).toBe(MADE_UP);
    expect(localePaths()).toContainEqual({ params: { locale: 'mx' } });
    expect(alternates('/')).toContainEqual({ locale: MADE_UP, href: '/mx' });
    expect(['/mx', '/mx/', '/mx/cart', '/mxcart', '/lat/cart'].map(withoutPrefix)).toEqual([
      '/',
      '/',
      '/cart',
      '/mxcart',
      '/lat/cart',
    ]);
  });

  it('is negotiated by its language tag, never by its column ending or its prefix', () => {
    expect(['eo-AR', 'eo;q=0.5', 'vo, EO-mx;q=0.1'].map(negotiateLocale)).toEqual([MADE_UP, MADE_UP, MADE_UP]);
    expect(['lat', 'mx'].map(negotiateLocale)).toEqual(['pt-BR', 'pt-BR']);
    expect(['eo', 'eo_MX', 'eo-mx', 'lat', 'mx'].map(parseLocale)).toEqual([
      MADE_UP,
      MADE_UP,
      MADE_UP,
      undefined,
      undefined,
    ]);
  });

  it('keeps its personal pages out of the service worker’s cache', () => {
    expect(
      [
        '/mx/update-client',
        '/mx/order/K7QF-3MXA',
        '/mx/checkout/return',
        '/mx/withdrawal',
        '/mx/notify/feijao',
        '/mx/restock/x',
      ].filter(isCacheablePage),
    ).toEqual([]);
    expect(['/mx', '/mx/cart', '/mx/product/feijao'].filter((path) => !isCacheablePage(path))).toEqual([]);
    expect(startPages('/mx/product/feijao')).toEqual(['/mx', '/mx/cart']);
  });

  it('has the shop’s special addresses', () => {
    expect(['/mx/withdrawal', '/mx/restock/x'].filter((path) => !isFormPage(path))).toEqual([]);
    expect(isSearch('/mx/search/coco')).toBe(true);
    expect(isStatePageAddress('/mx/404/')).toBe(true);
    expect(
      ['/mx/impressum', '/mx/recalls', '/mx/cookies-consent', '/mx/checkout/return'].filter(
        (path) => !isAllowedDuringMaintenance(path),
      ),
    ).toEqual([]);
    expect(isAllowedDuringMaintenance('/mx/cart')).toBe(false);
    expect(['/mx/login', '/mx/logout'].map(safeNext)).toEqual([undefined, undefined]);
    expect(safeNext('/mx/cart')).toBe('/mx/cart');
  });

  it('has a column for subtitles in the products’ table', () => {
    const { products } = catalogueFiles({
      products: [{ cod_catalog: 'BEB-001', kind: 'goods', subtitle_lat: 'Taza' }],
    });
    const { texts } = toEntry(products[0]!.row, {}, []);
    expect(texts).toContainEqual({ locale: MADE_UP, subtitle: 'Taza', info_html: '', picture_alts: '[]' });
    const files = catalogueFiles({ products: [{ cod_catalog: 'BEB-001', kind: 'goods' }] });
    const missing = listGaps(files, { hasImporter: true, hasColdCarrier: false, today: '2026-11-27' })[0]?.gaps.map(
      ({ column }) => column,
    );
    expect(missing).toEqual(expect.arrayContaining(['subtitle_lat', 'BEB-001.eo-MX.md']));
  });

  it('has a column for category labels, which fall back to another language while they are empty', () => {
    const cells = { slug: 'a', group: 'food', label_pt: 'Bebidas', label_de: 'Getränke', label_en: 'Drinks' };
    const labelOf = (row: object) => {
      const { slug, group, ...labels } = categoryRowSchema.parse(row);
      return categoryLabel(
        { slug, group_name: group, ...storedLabels(labels), head_words: '{}', withdrawn_at: null, moved_to: null },
        MADE_UP,
      );
    };
    expect(labelOf(cells)).toBe('Drinks');
    expect(labelOf({ ...cells, label_lat: 'Bebidas frías' })).toBe('Bebidas frías');
  });

  it('shows the fallback language’s slides until it has its columns, and then needs all of them', () => {
    const head = [
      'slide,brand,search,tone',
      ...['pt', 'de', 'en'].map((csv) => `title_${csv},text_${csv},alt_${csv}`),
    ].join();
    const row = 'yoki,Yoki,Yoki,red,tp,xp,ap,td,xd,ad,te,xe,ae';
    const slidesIn = (text: string) =>
      parseSlides(Buffer.from(text), MADE_UP).map(({ title, text, alt }) => [title, text, alt]);
    expect(slidesIn(`${head}\n${row}`)).toEqual([['te', 'xe', 'ae']]);
    expect(slidesIn(`${head},title_lat,text_lat,alt_lat\n${row},tl,xl,al`)).toEqual([['tl', 'xl', 'al']]);
    expect(() => slidesIn(`${head},title_lat,text_lat,alt_lat\n${row},tl,,al`)).toThrow(/slides\.csv:2 text_lat/);
  });

  it('may lack the words of recipes and stories, which it then shows in another language', () => {
    const days = 'published: 2026-11-28\nupdated: 2026-11-28\n';
    const head = '---\ntitle: Soup\ndescription: A soup.\n---\n\n1. Boil.\n';
    const recipe = `${days}makes: 4 portions\nprep: 10\ningredients:\n  - { pt: sal, de: Salz, en: salt }\n`;
    const reading = (own: string | undefined) => (name: string) => {
      if (name.endsWith('.yaml')) return name.startsWith('recipes') ? recipe : days;
      const text = name.includes(MADE_UP) ? own : head;
      if (text === undefined) throw new Error(name);
      return text;
    };
    const lacking = [readRecipe('soup', reading(undefined)), readStory('soup', reading(undefined))];
    for (const { texts } of lacking) {
      expect(languagesOf(texts)).toEqual(LOCALE_CODES.filter((code) => code !== MADE_UP));
      expect(textIn(texts as Recipe['texts'], MADE_UP)).toMatchObject({ text: { title: 'Soup' }, lang: 'en-US' });
      expect(textIn(texts as Recipe['texts'], 'de-DE').lang).toBeUndefined();
    }
    const written = readRecipe('soup', reading(head.replace('Soup', 'Sopa')));
    expect(textIn(written.texts, MADE_UP)).toMatchObject({ text: { title: 'Sopa' }, lang: undefined });
    expect(textIn(written.ingredients[0]!.names, MADE_UP)).toEqual({ text: 'salt', lang: 'en-US' });
    for (const read of [readRecipe, readStory])
      expect(() => read('soup', reading('---\ntitle: Sopa\n---\n\n1. x\n'))).toThrow(/soup\.eo-MX\.md:2 description/);
  });

  it('has a column for synonyms', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'synonyms-'));
    writeFileSync(path.join(folder, 'synonyms.csv'), 'pt,de,en,lat\nfeijão,Bohne,bean,alubia\n');
    expect(await readSynonyms(folder)).toEqual({ groups: [['feijão', 'Bohne', 'bean', 'alubia']], mistakes: [] });
  });

  it('is searched without stemming', () => {
    expect(ALL_RULES).toContain('none');
    expect(stemsOf('alubias', ['none'])).toEqual([]);
    const empty = Object.fromEntries(LOCALE_CODES.map((locale) => [locale, ''])) as Record<Locale, string>;
    const toDocument = createDocumentMaker({ parts: () => [], whole: () => [] });
    const { category, subject, subtitle } = toDocument({
      ...{
        id: 1,
        name: 'Feijão',
        brand: '',
        code: 'GRA-001',
        ean: '',
        group: 'food',
        categorySlug: 'a',
        price: 1,
        isReduced: false,
        listed: [],
        rank: 1,
        variantOf: null,
        variantLabels: empty,
        sortName: 'feijao',
      },
      ...{ netQuantity: { value: 1, unit: 'g' }, foodName: '' },
      labels: { ...empty, [MADE_UP]: 'Legumbres' },
      subtitles: { ...empty, [MADE_UP]: 'Alubias, negras' },
    });
    expect([category, subject, subtitle]).toEqual(['legumbres', 'alubias', 'negras']);
  });
});
