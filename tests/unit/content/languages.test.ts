import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { categoryRowSchema } from '#src/features/editing/server/product-row.ts';
import { LOCALES } from '#src/i18n/locales.ts';
import { DEMO_LOCALES } from '../../support/texts/demo-languages.ts';

/** The columns in the first line of a table. */
const columnsOf = (file: string) =>
  readFileSync(`src/content/${file}`, 'utf8')
    .replace(/^\uFEFF/, '')
    .split('\n', 1)[0]!
    .trim()
    .split(',');

describe.each(DEMO_LOCALES)('the shop’s content in %s', (locale) => {
  const { csv } = LOCALES[locale];

  it('names the categories', () => {
    expect(Object.keys(categoryRowSchema.shape)).toContain(`label_${csv}`);
    expect(columnsOf('catalogue/categories.csv')).toContain(`label_${csv}`);
  });

  it('has the texts of the slides', () => {
    expect(columnsOf('slides/slides.csv')).toEqual(
      expect.arrayContaining([`title_${csv}`, `text_${csv}`, `alt_${csv}`]),
    );
  });
});
