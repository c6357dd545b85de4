import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCALE_CODES, LOCALES, type Locale } from '#src/i18n/locales.ts';
import { isWholeMatrix } from '../../run/matrix.ts';
import { PAGE_TYPES } from '../../support/browser/page-types.ts';
import { startWarmShop, type RunningShop } from '../../support/shops/server.ts';
import { SITE_DATA } from '../../support/shops/site.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // ARIA lets a list item have a name: the carousel numbers its slides so.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Browsers drop the roles of tables whose rows wrap, so the cart's totals spell them out.
    'no-redundant-role': 'off',
    // React writes some optional parts of HTML in its own way.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
  },
});

// Astro writes it beside the first island, where HTML permits no style.
const ISLAND_STYLE = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

let server: RunningShop;

beforeAll(async () => {
  server = await startWarmShop({ DATA_DIR: SITE_DATA, RATE_LIMIT_PER_MINUTE: '0' });
});
afterAll(() => server?.stop());

/** Pages whose markup editors write in each language; the others have the same markup in all of them. */
const WRITTEN = [
  'privacy policy',
  'imprint',
  'terms',
  'returns',
  'accessibility statement',
  'guarantee notice',
  'product',
  'cosmetic',
];
const pagesIn = (locale: Locale) =>
  isWholeMatrix || locale === 'de-DE' ? PAGE_TYPES : PAGE_TYPES.filter(({ name }) => WRITTEN.includes(name));

it.each(LOCALE_CODES.flatMap((locale) => pagesIn(locale).map(({ name, path }) => [name, locale, path] as const)))(
  'the page "%s" is valid HTML (%s)',
  async (_name, locale, path) => {
    const { prefix } = LOCALES[locale];
    const address = path === '/' ? prefix || '/' : prefix + path;
    const html = (await (await fetch(server.url + address)).text()).replace(ISLAND_STYLE, '');
    const { results } = await validator.validateString(html);
    expect(
      results.flatMap(({ messages }) =>
        messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
      ),
    ).toEqual([]);
  },
);
