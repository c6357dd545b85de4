import { formatNumber, formatPercent } from '#src/i18n/format.ts';
import type { Nutrition, ProductDetail } from './product.ts';

export interface LabelRow {
  name: string;
  text?: string;
  /** Instead of `text`: escaped, with `<strong>` only. */
  html?: string;
}

export interface NutritionTable {
  caption: string;
  rows: { name: string; value: string; part: boolean }[];
}

const PENDING = 'Angabe folgt';

const months = (count: number | undefined) => (count ? `${count} ${count === 1 ? 'Monat' : 'Monate'}` : undefined);

/**
 * The mandatory information of a product, in German: it is a legal text, not interface, so it stands here and not in
 * the locale files. A fact that the law asks for and nobody knows says so.
 */
export function labelOf({ kind, facts, ean, netQuantity }: ProductDetail): { rows: LabelRow[]; nutrition: NutritionTable | undefined } {
  const maker = [facts.manufacturer, facts.manufacturerAddress].filter(Boolean).join(', ');
  const optional = (name: string, text: string | undefined | null): LabelRow[] => (text ? [{ name, text }] : []);
  const needed = (name: string, text: string | undefined): LabelRow => ({ name, text: text || PENDING });
  const rows: LabelRow[] = {
    food: () => [
      needed('Bezeichnung', facts.foodName),
      ...ingredients(),
      ...optional('Alkohol', facts.alcoholPercent ? `${formatPercent(facts.alcoholPercent, 'de-DE')} vol` : undefined),
      needed('Aufbewahrung', facts.storage),
      needed('Ursprung', facts.origin),
      needed('Hersteller', maker),
      ...optional('Warnhinweise', facts.warnings),
    ],
    cosmetic: () => [
      needed('Inhaltsstoffe (INCI)', facts.inci),
      needed('Nach dem Öffnen haltbar', months(facts.periodAfterOpening)),
      ...optional('Ursprung', facts.origin),
      ...responsible(),
      needed('Warn- und Anwendungshinweise', facts.warnings),
    ],
    goods: () => [...optional('Ursprung', facts.origin), ...responsible(), needed('Warnhinweise', facts.warnings)],
  }[kind]();
  return {
    rows: [...rows, ...optional('EAN', ean)],
    nutrition: kind === 'food' && !facts.alcoholPercent ? nutritionOf(facts.nutrition, netQuantity.unit) : undefined,
  };

  /** Drinks above 1.2 % vol need neither these nor nutrition (LMIV art. 16(4)). */
  function ingredients(): LabelRow[] {
    if (facts.ingredientsHtml) return [{ name: 'Zutaten', html: facts.ingredientsHtml }];
    return facts.alcoholPercent ? [] : [needed('Zutaten', undefined)];
  }

  function responsible(): LabelRow[] {
    return [
      needed('Hersteller', maker),
      needed('Elektronische Anschrift', facts.manufacturerContact),
      needed('Verantwortliche Person in der EU', facts.responsiblePerson),
    ];
  }
}

/** Nutrition in the order and words of LMIV Annex XV. */
function nutritionOf(nutrition: Nutrition | undefined, netUnit: string): NutritionTable {
  const per = netUnit === 'ml' || netUnit === 'l' ? 'ml' : 'g';
  const caption = `Nährwerte je 100 ${per}`;
  if (!nutrition) return { caption: `${caption}: ${PENDING}`, rows: [] };
  const grams = (value: number | undefined) => (value === undefined ? PENDING : `${formatNumber(value)} g`);
  const { energyKj, energyKcal, fat, saturatedFat, carbohydrate, sugar, fibre, protein, salt } = nutrition;
  const energy =
    energyKj === undefined || energyKcal === undefined ? PENDING : `${formatNumber(energyKj)} kJ / ${formatNumber(energyKcal)} kcal`;
  return {
    caption,
    rows: [
      { name: 'Energie', value: energy, part: false },
      { name: 'Fett', value: grams(fat), part: false },
      { name: 'davon gesättigte Fettsäuren', value: grams(saturatedFat), part: true },
      { name: 'Kohlenhydrate', value: grams(carbohydrate), part: false },
      { name: 'davon Zucker', value: grams(sugar), part: true },
      ...(fibre === undefined ? [] : [{ name: 'Ballaststoffe', value: grams(fibre), part: false }]),
      { name: 'Eiweiß', value: grams(protein), part: false },
      { name: 'Salz', value: grams(salt), part: false },
    ],
  };
}
