import { expect, it } from 'vitest';
import {
  followedFields,
  priceChoices,
  proposedPercent,
  shortDatedCode,
  shortDatedFields,
  shortDatedLabel,
} from '#src/features/editing/server/short-dated/short-dated-fields.ts';
import { LOCALES } from '#src/i18n/locales.ts';

it('the label of a short-dated variant is its date, after what tells its sizes apart, and it always fits', () => {
  expect(shortDatedLabel('de-DE', '2026-12-12', '')).toBe('MHD 12.12.2026');
  expect(shortDatedLabel('en-US', '2026-12-12', '')).toBe('Best before Dec 12, 2026');
  expect(shortDatedLabel('pt-BR', '2026-12-12', '500 g')).toBe('500 g, Validade 12 de dez. de 2026');
  const long = shortDatedLabel('pt-BR', '2026-12-12', 'Lavanda com camomila e mel');
  expect(long).toMatch(/^Lavanda.*, Validade 12 de dez\. de 2026$/);
  expect(long.length).toBeLessThanOrEqual(40);
});

it('the prices of a short-dated variant are lower than the present one, and the proposal is lower when little time is left', () => {
  const choices = priceChoices(399, 20);
  expect(choices[0]).toEqual({ percent: 25, price: 299 });
  expect([proposedPercent(choices, 30), proposedPercent(choices, 7)]).toEqual([30, 50]);
  expect(proposedPercent(priceChoices(399, 80), 7)).toBe(90);
  expect(priceChoices(399, 90)).toEqual([]);
  expect(priceChoices(1, 0).every(({ price }) => price > 0)).toBe(true);
});

it('the code of a short-dated variant ends with its date and is never too long', () => {
  expect(shortDatedCode('BEB-001', '2026-12-12')).toBe('BEB-001-261212');
  expect(shortDatedCode('ABCDEFGHIJKL-0000001', '2026-12-12')).toBe('ABCDEFGHIJKL-261212');
  expect(shortDatedCode('ABCDEFGHIJKL-0000001', '2026-12-12', 2)).toBe('ABCDEFGHIJK-2-261212');
});

it('a short-dated variant has the facts of its product, but its own bar code, address and place, and no parts', () => {
  const product = {
    product_name: 'Mate',
    ean: '4006381333931',
    slug: 'mate',
    rank: '3',
    real_price: '3.99',
    inci: 'x',
    parts: 'BEB-001 2',
    seo_title_de: 'Mate kaufen',
    seo_description_de: 'Herb.',
  };
  const label = () => 'MHD 12.12.2026';
  expect(shortDatedFields(product, { code: 'MATE', bestBefore: '2026-12-12', percent: 30, label })).toEqual({
    ...{
      product_name: 'Mate',
      real_price: '3.99',
      inci: 'x',
      seo_description_de: 'Herb.',
      variant_of: 'MATE',
      discount: '30',
    },
    sold_until: '2026-12-12',
    ...Object.fromEntries(Object.values(LOCALES).map(({ csv }) => [`variant_${csv}`, label()])),
  });
  const before = { ean: '7891991000826', slug: 'save-mate', inci: 'old' };
  const again = shortDatedFields(product, { code: 'MATE', bestBefore: '2026-12-12', percent: 30, label }, before);
  expect(again).toMatchObject({ ean: '7891991000826', slug: 'save-mate', inci: 'x' });
  const variant = { ...product, variant_of: 'FIRST' };
  expect(shortDatedFields(variant, { code: 'MATE', bestBefore: '', percent: 30, label }).variant_of).toBe('FIRST');
});

it('a short-dated variant follows its product, with its own percentage, and never costs more', () => {
  const before = { product_name: 'Mate', real_price: '4.00', net_quantity: '500', net_unit: 'g', slug: 'mate' };
  const variant = {
    ...{ product_name: 'Mate', real_price: '4.00', discount: '30', sold_until: '2026-12-12', slug: 'mate-soon' },
    ...{ variant_of: 'MATE', variant_de: '500 g, MHD 12.12.2026', variant_en: 'Bargain', allergens: 'none' },
  };
  const follow = (more: object, own: object = {}) =>
    followedFields({ code: 'MATE', before, after: { ...before, ...more } }, { ...variant, ...own });
  const changed = follow({ product_name: 'Chá mate', allergens: 'soy', net_quantity: '450', real_price: '3.00' });
  expect(changed).toMatchObject({
    ...{ product_name: 'Chá mate', allergens: 'soy', real_price: '3.00', discount: '30', slug: 'mate-soon' },
    ...{ variant_of: 'MATE', variant_de: '450 g, MHD 12.12.2026', variant_en: 'Bargain' },
  });
  const lowered = follow({ discount: '60' });
  expect(lowered).toMatchObject({ discount: '60', own_discount: '30' });
  const after = (now: object, cells: object = {}) =>
    followedFields(
      { code: 'MATE', before: { ...before, discount: '60' }, after: { ...before, ...now } },
      {
        ...lowered,
        ...cells,
      },
    );
  expect(after({ discount: '40' })).toMatchObject({ discount: '40', own_discount: '30' });
  expect(after({})).toEqual(follow({}));
  expect(after({}, { discount: '70' }), 'typed since').toMatchObject({ discount: '70' });
  expect(follow({ discount: '10' }).discount).toBe('30');
  expect(follow({}, { discount: '' })).not.toHaveProperty('discount');
  expect(follow({ variant_of: 'FIRST' }).variant_of).toBe('FIRST');
});

it('a short-dated variant keeps what a person wrote for it, but never lacks a statement that the law wants', () => {
  const before = { real_price: '4.00', ingredients_de: 'Mate', brand: 'Leão', subtitle_de: 'Tee' };
  const after = { ...before, real_price: '3.00', ingredients_de: 'Mate, **Soja**', subtitle_de: 'Chá' };
  const variant = {
    real_price: '2.00',
    sold_until: '2026-12-12',
    discount: '50',
    subtitle_de: 'Tee',
    variant_of: 'MATE',
  };
  const follow = (own: object, product: object = after) =>
    followedFields({ code: 'MATE', before, after: product as typeof after }, { ...variant, ...own });
  expect(follow({})).toEqual({ ...variant, subtitle_de: 'Chá', ingredients_de: 'Mate, **Soja**' });
  expect(follow({ ingredients_de: 'Mate' }).ingredients_de).toBe('Mate, **Soja**');
  expect(follow({ ingredients_de: 'Mate, Minze' }).ingredients_de).toBe('Mate, Minze');
  expect(follow({}, { ...after, real_price: '0.80' }), 'no more than its product').toMatchObject({
    ...{ real_price: '2.00', discount: '60', own_discount: '50' },
  });
});
