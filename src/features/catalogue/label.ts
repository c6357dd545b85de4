import { formatNumber, formatPercent } from '#src/i18n/format.ts';
import { FACTS, type Fact, type Kind, type Nutrition, type ProductFacts } from './facts.ts';
import type { ProductDetail } from './product.ts';

export interface LabelRow {
  name: string;
  text?: string;
  /** HTML that replaces `text`: escaped, the only tag is `<strong>`. */
  html?: string;
}

export interface NutritionTable {
  caption: string;
  rows: { name: string; value: string; part: boolean }[];
}

const PENDING = 'Angabe folgt';

/** Formats the facts whose label text differs from the stored value. */
const WRITTEN: Partial<Record<string, (facts: ProductFacts) => string | undefined>> = {
  alcoholPercent: ({ alcoholPercent: percent }) => (percent ? `${formatPercent(percent, 'de-DE')} vol` : undefined),
  periodAfterOpening: ({ periodAfterOpening: count }) =>
    count ? `${count} ${count === 1 ? 'Monat' : 'Monate'}` : undefined,
  importer: ({ importer, importerAddress }) => [importer, importerAddress].filter(Boolean).join(', '),
  responsiblePerson: ({ responsiblePerson, responsiblePersonAddress }) =>
    [responsiblePerson, responsiblePersonAddress].filter(Boolean).join(', '),
  manufacturer: ({ manufacturer, manufacturerAddress }) =>
    [manufacturer, manufacturerAddress].filter(Boolean).join(', '),
};

/** The label of a product. A missing required fact is shown as pending. `importer`: of food that names no other. */
export function labelOf(
  { kind, facts: own, ean, netQuantity }: ProductDetail,
  importer?: string,
): { rows: LabelRow[]; nutrition: NutritionTable | undefined } {
  const facts = kind === 'food' && importer && !own.importer ? { ...own, importer } : own;
  return {
    rows: [
      ...Object.entries<Fact>(FACTS).flatMap(([name, fact]) => rowOf(name as keyof typeof FACTS, fact, kind, facts)),
      ...(ean ? [{ name: 'EAN', text: ean }] : []),
    ],
    nutrition:
      kind === 'food' && !facts.alcoholPercent && (facts.nutrition || !facts.nutritionExempt)
        ? nutritionOf(facts.nutrition, netQuantity.unit)
        : undefined,
  };
}

function rowOf(
  key: keyof typeof FACTS,
  { cell, label, needed, waivedWithAlcohol }: Fact,
  kind: Kind,
  facts: ProductFacts,
): LabelRow[] {
  const name = label?.[kind];
  if (!name) return [];
  const value = facts[key];
  if (cell.type === 'boldText' && value) return [{ name, html: String(value) }];
  const write = WRITTEN[key];
  const text = write ? write(facts) : typeof value === 'number' ? formatNumber(value) : value;
  if (text) return [{ name, text }];
  const isWaived = (waivedWithAlcohol && facts.alcoholPercent) || (key === 'ingredientsHtml' && facts.singleIngredient);
  const isNeeded = needed?.includes(kind) && !isWaived;
  return isNeeded ? [{ name, text: PENDING }] : [];
}

/** The nutrients in the order and wording of LMIV Annex XV. */
function nutritionOf(nutrition: Nutrition | undefined, netUnit: string): NutritionTable {
  const per = netUnit === 'ml' || netUnit === 'l' ? 'ml' : 'g';
  const caption = `Nährwerte je 100 ${per}`;
  if (!nutrition) return { caption: `${caption}: ${PENDING}`, rows: [] };
  const grams = (value: number | undefined) => (value === undefined ? PENDING : `${formatNumber(value)} g`);
  const { energyKj, energyKcal, fat, saturatedFat, carbohydrate, sugar, fibre, protein, salt } = nutrition;
  const energy =
    energyKj === undefined || energyKcal === undefined
      ? PENDING
      : `${formatNumber(energyKj)}\u00a0kJ / ${formatNumber(energyKcal)}\u00a0kcal`;
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
