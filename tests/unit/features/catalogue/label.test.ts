import { describe, expect, it } from 'vitest';
import { labelOf } from '#src/features/catalogue/label.ts';
import type { ProductDetail } from '#src/features/catalogue/product.ts';
import { productDetail } from '../../../support/catalogue/product-detail.ts';

const label = (product: Partial<ProductDetail>) => labelOf(productDetail(product));
const namesOf = (product: Partial<ProductDetail>) => label(product).rows.map(({ name }) => name);
const pendingOf = (product: Partial<ProductDetail>) =>
  label(product)
    .rows.filter(({ text }) => text === 'Angabe folgt')
    .map(({ name }) => name);

const COSMETIC_FACTS = {
  inci: 'AQUA, GLYCERIN',
  periodAfterOpening: 12,
  manufacturer: 'Natura',
  manufacturerAddress: 'São Paulo',
  manufacturerContact: 'contato@natura.example',
  responsiblePerson: 'Natura EU, Paris',
  warnings: 'Kontakt mit den Augen vermeiden.',
};

describe('the label of food', () => {
  it('says "Angabe folgt" for each missing fact that the law requires', () => {
    expect(pendingOf({ kind: 'food' })).toEqual(['Bezeichnung', 'Zutaten', 'Aufbewahrung', 'Ursprung', 'Hersteller']);
  });

  it('shows known facts, with the marked allergens', () => {
    const { rows } = label({
      ean: '7891000100103',
      facts: {
        foodName: 'Kondensmilch',
        ingredientsHtml: '<strong>Vollmilch</strong>, Zucker',
        storage: 'Kühl lagern.',
        origin: 'Brasilien',
        manufacturer: 'Nestlé',
        manufacturerAddress: 'São Paulo',
        warnings: 'Heiß.',
      },
    });
    expect(rows).toEqual([
      { name: 'Bezeichnung', text: 'Kondensmilch' },
      { name: 'Zutaten', html: '<strong>Vollmilch</strong>, Zucker' },
      { name: 'Aufbewahrung', text: 'Kühl lagern.' },
      { name: 'Ursprung', text: 'Brasilien' },
      { name: 'Hersteller', text: 'Nestlé, São Paulo' },
      { name: 'Warnhinweise', text: 'Heiß.' },
      { name: 'EAN', text: '7891000100103' },
    ]);
  });
});

describe('the label of food that owes fewer facts', () => {
  it('requires no ingredients of a single-ingredient food, and no nutrition of coffee', () => {
    const { rows, nutrition } = label({ facts: { singleIngredient: 'yes', nutritionExempt: 'coffee' } });
    expect(rows.map(({ name }) => name)).not.toContain('Zutaten');
    expect(nutrition).toBeUndefined();
  });

  it('names the shop as the importer, unless the product names another', () => {
    const nameOf = (facts: ProductDetail['facts'], kind: ProductDetail['kind'] = 'food') =>
      labelOf(productDetail({ kind, facts }), 'Laden GmbH, Weg 1, 10115 Berlin').rows.find(
        ({ name }) => name === 'Importeur',
      )?.text;
    expect(nameOf({})).toBe('Laden GmbH, Weg 1, 10115 Berlin');
    expect(nameOf({ importer: 'Importhaus', importerAddress: 'Hamburg' })).toBe('Importhaus, Hamburg');
    expect(nameOf({}, 'cosmetic')).toBeUndefined();
  });
});

describe('the label of a drink above 1.2 % vol', () => {
  const beer = { kind: 'food', facts: { alcoholPercent: 4.7 } } as const;

  it('states the alcohol', () => {
    expect(label(beer).rows).toContainEqual({ name: 'Alkohol', text: '4,7\u00a0% vol' });
  });

  it('requires neither ingredients nor nutrition', () => {
    expect(pendingOf(beer)).toEqual(['Bezeichnung', 'Aufbewahrung', 'Ursprung', 'Hersteller']);
    expect(namesOf(beer)).not.toContain('Zutaten');
    expect(label(beer).nutrition).toBeUndefined();
  });

  it('still shows known ingredients, because they may include allergens', () => {
    const withBarley = { ...beer, facts: { ...beer.facts, ingredientsHtml: 'Enthält <strong>Gerstenmalz</strong>' } };
    expect(label(withBarley).rows).toContainEqual({ name: 'Zutaten', html: 'Enthält <strong>Gerstenmalz</strong>' });
  });
});

describe('the nutrition table', () => {
  const nutrition = {
    energyKj: 1450.5,
    energyKcal: 347,
    fat: 8,
    saturatedFat: 5.1,
    carbohydrate: 55,
    sugar: 55,
    protein: 7,
    salt: 0.25,
  };

  it('follows the order and wording of the regulation', () => {
    expect(label({ facts: { nutrition: { ...nutrition, fibre: 0.5 } } }).nutrition).toEqual({
      caption: 'Nährwerte je 100 g',
      rows: [
        { name: 'Energie', value: '1.450,5\u00a0kJ / 347\u00a0kcal', part: false },
        { name: 'Fett', value: '8 g', part: false },
        { name: 'davon gesättigte Fettsäuren', value: '5,1 g', part: true },
        { name: 'Kohlenhydrate', value: '55 g', part: false },
        { name: 'davon Zucker', value: '55 g', part: true },
        { name: 'Ballaststoffe', value: '0,5 g', part: false },
        { name: 'Eiweiß', value: '7 g', part: false },
        { name: 'Salz', value: '0,25 g', part: false },
      ],
    });
  });

  it('omits unknown fibre, and requires every other value', () => {
    const rows = label({ facts: { nutrition: { energyKj: 1450, sugar: 0 } } }).nutrition?.rows ?? [];
    expect(rows.map(({ name }) => name)).not.toContain('Ballaststoffe');
    expect(rows.filter(({ value }) => value !== 'Angabe folgt')).toEqual([
      { name: 'davon Zucker', value: '0 g', part: true },
    ]);
  });

  it('is per 100 ml for goods sold by volume', () => {
    const captionFor = (unit: 'g' | 'kg' | 'ml' | 'l') =>
      label({ netQuantity: { value: 1, unit }, facts: { nutrition } }).nutrition?.caption;
    expect(['g', 'kg', 'ml', 'l'].map((unit) => captionFor(unit as 'g'))).toEqual([
      'Nährwerte je 100 g',
      'Nährwerte je 100 g',
      'Nährwerte je 100 ml',
      'Nährwerte je 100 ml',
    ]);
  });

  it('says "Angabe folgt" once when every value is unknown', () => {
    expect(label({ facts: {} }).nutrition).toEqual({ caption: 'Nährwerte je 100 g: Angabe folgt', rows: [] });
  });
});

describe('the label of cosmetics', () => {
  it('says "Angabe folgt" for each missing fact that the law requires', () => {
    expect(pendingOf({ kind: 'cosmetic' })).toEqual([
      'Inhaltsstoffe (INCI)',
      'Nach dem Öffnen haltbar',
      'Hersteller',
      'Elektronische Anschrift',
      'Verantwortliche Person in der EU',
      'Warn- und Anwendungshinweise',
    ]);
  });

  it('requires nothing more when all facts are known, and has no nutrition', () => {
    const { rows, nutrition } = label({ kind: 'cosmetic', facts: COSMETIC_FACTS });
    expect(rows.map(({ text }) => text)).not.toContain('Angabe folgt');
    expect(rows).toContainEqual({ name: 'Nach dem Öffnen haltbar', text: '12 Monate' });
    expect(nutrition).toBeUndefined();
  });

  it('uses the singular for one month', () => {
    const { rows } = label({ kind: 'cosmetic', facts: { ...COSMETIC_FACTS, periodAfterOpening: 1 } });
    expect(rows).toContainEqual({ name: 'Nach dem Öffnen haltbar', text: '1 Monat' });
  });
});

describe('the label of goods', () => {
  it('names the manufacturer and the responsible person in the EU', () => {
    expect(pendingOf({ kind: 'goods' })).toEqual([
      'Hersteller',
      'Elektronische Anschrift',
      'Verantwortliche Person in der EU',
      'Warnhinweise',
    ]);
  });

  it('has neither ingredients nor nutrition', () => {
    expect(namesOf({ kind: 'goods', facts: COSMETIC_FACTS })).toEqual([
      'Hersteller',
      'Elektronische Anschrift',
      'Verantwortliche Person in der EU',
      'Warnhinweise',
    ]);
    expect(label({ kind: 'goods' }).nutrition).toBeUndefined();
  });
});
