import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { TERM_PLACES } from '#src/i18n/shop-texts.ts';

/** How scripts of browsers import a part of a file of texts. */
const IMPORT = /import\.meta\.glob<[^(]*>\('\/locales\/\*\/(\w+)\.json', \{ import: '(\w+)'/g;

it('texts that browser scripts import name no fact of shop.yaml, because only the server fills these', () => {
  const imported = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '', part = '']) => [name, part] as const),
  );
  expect(imported.length).toBeGreaterThan(4);
  const named = [...imported, ['consent', 'banner'] as const].flatMap(([name, part]) =>
    LOCALE_CODES.filter((locale) => {
      const texts = JSON.parse(readFileSync(`locales/${locale}/${name}.json`, 'utf8')) as Record<string, unknown>;
      return TERM_PLACES.some((place) => JSON.stringify(texts[part]).includes(`{{${place}}}`));
    }).map((locale) => `${locale} ${name}:${part}`),
  );
  expect(named).toEqual([]);
});
