import { describe, expect, it } from 'vitest';
import { KINDS, type Kind } from '#src/features/catalogue/facts.ts';
import { CELL_COLUMNS } from '#src/features/editing/server/catalogue-fields.ts';
import { inputFor, sectionsFor } from '#src/features/editing/desk/product-inputs.ts';
import { fieldName, lawName, problemsOf } from '#src/features/editing/desk/product-words.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { resources, translator } from '#src/i18n/translate.ts';

/** Units and VAT rates are written alike in every language. */
const SAME_EVERYWHERE = new Set(['g', 'kg', 'ml', 'l', '7', '19', '16', '18']);
const columns = CELL_COLUMNS.filter((column) => !column.startsWith('subtitle_'));
/** Those of search engines have a section of their own, with a preview. */
const inSections = columns.filter((column) => !column.startsWith('seo_'));

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

  it('explain how to fill them in', () => {
    const problems = columns.map((column) => problemsOf(t, [{ file: 'desk', field: column, message: 'English' }]));
    expect(problems.filter((problem) => problem.endsWith('English'))).toEqual([]);
  });
});

const inForm = (kind: Kind, values?: Record<string, string>) =>
  sectionsFor(kind, values).flatMap(({ inputs }) => inputs.map(({ column }) => column));

it('every product field is exactly once in the form of each kind of product', () => {
  expect([...new Set(KINDS.flatMap((kind) => inForm(kind)))].toSorted()).toEqual(inSections.toSorted());
  for (const kind of KINDS) expect(new Set(inForm(kind)).size).toBe(inForm(kind).length);
});

it('the product form omits facts of other kinds, unless they have a value', () => {
  expect(inForm('food')).toEqual(expect.arrayContaining(['drink_kind', 'origin_de', 'picture_kind']));
  for (const column of ['inci', 'cpnp', 'goods_class', 'fibre_de']) expect(inForm('food')).not.toContain(column);
  expect(inForm('cosmetic')).not.toContain('fibre_g');
  expect(inForm('food', { inci: 'AQUA' })).toContain('inci');
});

it('EU laws are written in the person’s language, and numbers as in Germany', () => {
  const german = translator('de-DE');
  expect(lawName(german, 'Regulation (EC) 1223/2009 art. 19')).toBe('Verordnung (EG) 1223/2009 Art. 19');
  expect(lawName(translator('pt-BR'), 'Regulation (EU) 2023/988')).toMatch(/\(UE\) 2023\/988$/);
  const price = problemsOf(german, [{ file: 'desk', field: 'real_price', message: 'English' }]);
  expect(price).toContain('von 0,01 bis 100.000');
});
