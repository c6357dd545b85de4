import { describe, expect, it } from 'vitest';
import { KINDS } from '#src/features/catalogue/facts.ts';
import { CELL_COLUMNS } from '#src/features/editing/server/catalogue-fields.ts';
import { inputFor, sectionsFor } from '#src/features/editing/desk/product-inputs.ts';
import { fieldName, problemsOf } from '#src/features/editing/desk/product-words.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { resources, translator } from '#src/i18n/translate.ts';

/** Units and VAT rates are written alike in every language. */
const SAME_EVERYWHERE = new Set(['g', 'kg', 'ml', 'l', '7', '19', '16', '18']);
const columns = CELL_COLUMNS.filter((column) => !column.startsWith('subtitle_'));

describe.each(LOCALE_CODES)('the fields of a product in %s', (locale) => {
  const t = translator(locale);

  it('each have a name', () => {
    expect(columns.filter((column) => fieldName(t, column) === column)).toEqual([]);
  });

  it('each have names for their choices', () => {
    const named = new Set(Object.keys(resources[locale].products.choices));
    const values = columns.flatMap((column) => inputFor(column)?.values ?? []);
    expect(values.filter((value) => !SAME_EVERYWHERE.has(value) && !named.has(value))).toEqual([]);
  });

  it('say how to fill them in', () => {
    const problems = columns.map((column) => problemsOf(t, [{ file: 'desk', field: column, message: 'English' }]));
    expect(problems.filter((problem) => problem.endsWith('English'))).toEqual([]);
  });
});

it.each(KINDS)('the form of %s has every field once', (kind) => {
  const inForm = sectionsFor(kind).flatMap(({ inputs }) => inputs.map(({ column }) => column));
  expect(inForm.toSorted()).toEqual(columns.toSorted());
});
