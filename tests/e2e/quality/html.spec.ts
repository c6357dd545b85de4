import { HtmlValidate } from 'html-validate';
import { PAGE_TYPES } from '../../support/page-types.ts';
import { ALL_LOCALES, expect, inLanguage, test } from '../fixtures.ts';

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // ARIA lets a list item have a name: the carousel numbers its slides so.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // How React writes what HTML leaves open.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
  },
});

// Astro writes it beside the first island, where HTML permits no style.
const ISLAND_STYLE = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

for (const { locale, prefix } of ALL_LOCALES)
  for (const { name, path } of PAGE_TYPES)
    test(`the page "${name}" is valid HTML (${locale})`, async ({ request }) => {
      const html = (await (await request.get(inLanguage(prefix, path))).text()).replace(ISLAND_STYLE, '');
      const { results } = await validator.validateString(html);
      expect(
        results.flatMap(({ messages }) => messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`)),
      ).toEqual([]);
    });
