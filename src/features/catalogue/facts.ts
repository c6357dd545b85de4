/**
 * Every fact of a product is declared here, once. The spreadsheet's columns, the stored facts, the label and the list
 * of missing facts follow this table. It contains only plain data, because browser code must not load a schema library.
 */
export const KINDS = ['food', 'cosmetic', 'goods'] as const;
export type Kind = (typeof KINDS)[number];

/** The type of a cell. `boldText` is a long text in which `**…**` marks allergens; it is stored as HTML. */
type Cell =
  | { type: 'text'; max: number }
  | { type: 'longText' | 'boldText' }
  | { type: 'number'; min: number; max: number; places: number; example: string }
  | { type: 'choice'; values: readonly string[] }
  /** Several of the values with a space between them, or `none`. */
  | { type: 'choices'; values: readonly string[] }
  /** Codes of products, stored with a space between them. */
  | { type: 'codes'; most: number }
  /** Codes of products, each with its units in a set. */
  | { type: 'parts' }
  /** A day such as 2027-01-31. */
  | { type: 'day' };

export interface Fact {
  /** Name of the column in products.csv. */
  column: string;
  cell: Cell;
  /** The kinds of product for which the law requires this fact. */
  needed?: readonly Kind[];
  /** The kinds that may have the fact. Default: those of `label`, otherwise those of `needed`, otherwise all. */
  of?: readonly Kind[];
  /** Drinks above 1.2 % vol need neither ingredients nor nutrition (LMIV art. 16(4)). */
  waivedWithAlcohol?: true;
  /** The row's name on the label of each kind that shows the fact. German, because the label is a legal text. */
  label?: Partial<Record<Kind, string>>;
}

const everyKind = <const T extends string>(name: T) => ({ food: name, cosmetic: name, goods: name });
const percentOf100g = { type: 'number', min: 0, max: 100, places: 3, example: '12.5' } as const;
const FOOD = { of: ['food'] } as const;
const COSMETIC = { of: ['cosmetic'] } as const;
const GOODS = { of: ['goods'] } as const;
const MADE_OUTSIDE_FOOD = ['cosmetic', 'goods'] as const;

/** LMIV Annex II. `fish` is any fish. */
export const ALLERGENS = [
  ...(['gluten', 'crustaceans', 'egg', 'fish', 'peanut', 'soy', 'milk', 'nuts', 'celery', 'mustard'] as const),
  ...(['sesame', 'sulphites', 'lupin', 'molluscs'] as const),
] as const;
export const SCENTS = ['floral', 'fruity', 'citrus', 'fresh', 'herbal', 'spicy', 'sweet', 'woody'] as const;
export const HAIR_TYPES = ['curly', 'straight', 'fine', 'dry', 'oily', 'damaged', 'coloured'] as const;

const YES_OR_NO = { type: 'choice', values: ['yes', 'no'] } as const;
const CONFIRMED = { type: 'choice', values: ['yes'] } as const;
const percentByVolume = { type: 'number', min: 0, max: 100, places: 1, example: '3.5' } as const;

/** Facts that no label prints: duties and the completeness checks use them. */
const UNPRINTED_FACTS = {
  /** Whether the picture shows the product itself; a drawing is marked as such. */
  pictureKind: { column: 'picture_kind', cell: { type: 'choice', values: ['drawing', 'photo'] } },
  /** Why the food needs no nutrition declaration (LMIV Annex V). */
  nutritionExempt: {
    column: 'nutrition_exempt',
    cell: { type: 'choice', values: ['unprocessed', 'herbs-spices', 'salt', 'coffee', 'tea', 'vinegar', 'water'] },
    ...FOOD,
  },
  /** One ingredient with the food's own name: no list is required (LMIV art. 19(1)(e)). */
  singleIngredient: { column: 'single_ingredient', cell: CONFIRMED, ...FOOD },
  animalOrigin: {
    column: 'animal_origin',
    cell: { type: 'choice', values: ['none', 'meat', 'pork', 'egg', 'honey', 'dairy', 'fish', 'farmed-fish'] },
    ...FOOD,
  },
  temperatureClass: {
    column: 'temperature_class',
    cell: { type: 'choice', values: ['ambient', 'chilled', 'frozen'] },
    ...FOOD,
  },
  packaging: {
    column: 'packaging',
    cell: { type: 'choice', values: ['can', 'pet', 'glass', 'carton', 'pouch'] },
    ...FOOD,
  },
  /**
   * `other`: a drink without an exemption; `none`: not a drink, such as oil. The others are those of §46(4) no. 7
   * VerpackDG.
   */
  drinkKind: {
    column: 'drink_kind',
    cell: { type: 'choice', values: ['none', 'other', 'wine', 'spirit', 'milk', 'juice', 'nectar', 'medical'] },
    ...FOOD,
  },
  /** The bottler takes the pack back and fills it again. Its deposit is the bottler's, in the column `deposit`. */
  reusable: { column: 'reusable', cell: CONFIRMED, ...FOOD },
  /** The lists filter by these facts (`facets.ts`). No value means unknown. */
  vegan: { column: 'vegan', cell: YES_OR_NO, of: ['food', 'cosmetic'] },
  vegetarian: { column: 'vegetarian', cell: YES_OR_NO, ...FOOD },
  /** The allergens among the ingredients. */
  allergens: { column: 'allergens', cell: { type: 'choices', values: ALLERGENS }, ...FOOD },
  /** The allergens of which the product may contain traces. */
  traces: { column: 'traces', cell: { type: 'choices', values: ALLERGENS }, ...FOOD },
  scent: { column: 'scent', cell: { type: 'choices', values: SCENTS }, ...COSMETIC },
  hairType: { column: 'hair_type', cell: { type: 'choices', values: HAIR_TYPES }, ...COSMETIC },
  /** Whether the packing page asks for the product's lot. Where it is absent, `asksForLot` decides. */
  noteLot: { column: 'note_lot', cell: YES_OR_NO },
  /** The weight of one unit with its pack. `gramsOf` estimates a missing one. */
  grossWeight: {
    column: 'gross_weight_g',
    cell: { type: 'number', min: 1, max: 100_000, places: 0, example: '560' },
  },
  /** What its page proposes beside it, before what buyers bought together. */
  goesWith: { column: 'goes_with', cell: { type: 'codes', most: 4 } },
  /** The last day of a variant that sells units until their date. */
  soldUntil: { column: 'sold_until', cell: { type: 'day' } },
  /** What is in a set. A product with parts is a set: its stock, deposit and label are those of its parts. */
  parts: { column: 'parts', cell: { type: 'parts' } },
  /** The number of packs in a unit: 6 for a six-pack. Each carries its own deposit. */
  packs: { column: 'packs', cell: { type: 'number', min: 1, max: 100, places: 0, example: '6' }, ...FOOD },
  /** The pack bears the mark of the German deposit system. */
  dpgMarked: { column: 'dpg_marked', cell: CONFIRMED, ...FOOD },
  /** Further rules that apply to the goods. */
  goodsClass: { column: 'goods_class', cell: { type: 'choice', values: ['textile', 'footwear', 'toy'] }, ...GOODS },
  /** `decorative`: only colours or adorns skin, hair or nails. */
  cosmeticClass: { column: 'cosmetic_class', cell: { type: 'choice', values: ['decorative', 'perfume'] }, ...COSMETIC },
  ce: { column: 'ce', cell: CONFIRMED, ...GOODS },
  /** The product is notified in the EU's portal for cosmetics (Regulation 1223/2009 art. 13). */
  cpnp: { column: 'cpnp', cell: CONFIRMED, ...COSMETIC },
  oilVol: { column: 'oil_vol', cell: percentByVolume, ...COSMETIC },
  ethanolVol: { column: 'ethanol_vol', cell: percentByVolume, ...COSMETIC },
  /** A description of the hygiene seal, so that customer and packer recognise it (§312g(2) no. 3 BGB). */
  seal: { column: 'seal_de', cell: { type: 'text', max: 200 } },
} as const satisfies Record<string, Fact>;

/** The label shows them in this order (LMIV art. 9 and 14, GPSR art. 19, Regulation 1223/2009 art. 19). */
export const FACTS = {
  foodName: {
    column: 'food_name_de',
    cell: { type: 'text', max: 200 },
    needed: ['food'],
    label: { food: 'Bezeichnung' },
  },
  ingredientsHtml: {
    column: 'ingredients_de',
    cell: { type: 'boldText' },
    needed: ['food'],
    waivedWithAlcohol: true,
    label: { food: 'Zutaten' },
  },
  alcoholPercent: {
    column: 'alcohol_percent',
    cell: { type: 'number', min: 1.2, max: 99, places: 1, example: '4.7' },
    label: { food: 'Alkohol' },
  },
  inci: {
    column: 'inci',
    cell: { type: 'longText' },
    needed: ['cosmetic'],
    label: { cosmetic: 'Inhaltsstoffe (INCI)' },
  },
  /** months */
  periodAfterOpening: {
    column: 'period_after_opening',
    cell: { type: 'number', min: 1, max: 120, places: 0, example: '12' },
    needed: ['cosmetic'],
    label: { cosmetic: 'Nach dem Öffnen haltbar' },
  },
  /**
   * The law requires no date before the purchase. This text says how long the product keeps, or where its date is
   * printed.
   */
  durability: { column: 'durability_de', cell: { type: 'text', max: 120 }, label: { cosmetic: 'Mindesthaltbarkeit' } },
  cosmeticFunction: {
    column: 'function_de',
    cell: { type: 'text', max: 200 },
    label: { cosmetic: 'Verwendungszweck' },
  },
  quid: { column: 'quid_de', cell: { type: 'text', max: 300 }, label: { food: 'Menge hervorgehobener Zutaten' } },
  /** Further statements of LMIV Annex III, such as "Mit Süßungsmitteln". */
  statements: { column: 'statements_de', cell: { type: 'text', max: 400 }, label: { food: 'Weitere Pflichtangaben' } },
  useInstruction: { column: 'use_de', cell: { type: 'longText' }, label: everyKind('Gebrauchsanleitung') },
  storage: {
    column: 'storage_de',
    cell: { type: 'text', max: 400 },
    needed: ['food'],
    label: { food: 'Aufbewahrung' },
  },
  origin: { column: 'origin_de', cell: { type: 'text', max: 200 }, needed: ['food'], label: everyKind('Ursprung') },
  /** The importer of the food (LMIV art. 8(1)). The label shows name and address in one row. */
  importer: { column: 'importer', cell: { type: 'text', max: 200 }, label: everyKind('Importeur') },
  importerAddress: { column: 'importer_address', cell: { type: 'text', max: 400 } },
  manufacturer: {
    column: 'manufacturer',
    cell: { type: 'text', max: 200 },
    needed: KINDS,
    label: everyKind('Hersteller'),
  },
  /** The label shows it in the manufacturer's row. */
  manufacturerAddress: {
    column: 'manufacturer_address',
    cell: { type: 'text', max: 400 },
    needed: MADE_OUTSIDE_FOOD,
    of: KINDS,
  },
  manufacturerContact: {
    column: 'manufacturer_contact',
    cell: { type: 'text', max: 200 },
    needed: MADE_OUTSIDE_FOOD,
    label: { cosmetic: 'Elektronische Anschrift', goods: 'Elektronische Anschrift' },
  },
  responsiblePerson: {
    column: 'responsible_person',
    cell: { type: 'text', max: 400 },
    needed: MADE_OUTSIDE_FOOD,
    label: { cosmetic: 'Verantwortliche Person in der EU', goods: 'Verantwortliche Person in der EU' },
  },
  /** The label shows it in the responsible person's row. */
  responsiblePersonAddress: {
    column: 'responsible_person_address',
    cell: { type: 'text', max: 400 },
    of: MADE_OUTSIDE_FOOD,
  },
  responsiblePersonContact: {
    column: 'responsible_person_contact',
    cell: { type: 'text', max: 200 },
    label: {
      cosmetic: 'Verantwortliche Person, elektronische Anschrift',
      goods: 'Verantwortliche Person, elektronische Anschrift',
    },
  },
  fibre: { column: 'fibre_de', cell: { type: 'text', max: 300 }, label: { goods: 'Faserzusammensetzung' } },
  shoeMaterials: { column: 'shoe_materials', cell: { type: 'text', max: 300 }, label: { goods: 'Schuhmaterial' } },
  warnings: {
    column: 'warnings_de',
    cell: { type: 'longText' },
    needed: MADE_OUTSIDE_FOOD,
    label: { food: 'Warnhinweise', cosmetic: 'Warn- und Anwendungshinweise', goods: 'Warnhinweise' },
  },
  /** Source of ingredients or nutrition (ODbL 1.0). */
  source: { column: 'facts_source', cell: { type: 'choice', values: ['openfoodfacts'] } },
  ...UNPRINTED_FACTS,
} as const satisfies Record<string, Fact>;

const NEEDED_NUTRIENT = { needed: ['food'], waivedWithAlcohol: true } as const;

/** Nutrition per 100 g or 100 ml, stored together as the fact `nutrition`; the label shows a table (LMIV Annex XV). */
export const NUTRIENTS = {
  energyKj: {
    column: 'energy_kj',
    cell: { type: 'number', min: 0, max: 4000, places: 1, example: '1450' },
    ...NEEDED_NUTRIENT,
  },
  energyKcal: {
    column: 'energy_kcal',
    cell: { type: 'number', min: 0, max: 1000, places: 1, example: '347' },
    ...NEEDED_NUTRIENT,
  },
  fat: { column: 'fat_g', cell: percentOf100g, ...NEEDED_NUTRIENT },
  saturatedFat: { column: 'saturated_fat_g', cell: percentOf100g, ...NEEDED_NUTRIENT },
  carbohydrate: { column: 'carbohydrate_g', cell: percentOf100g, ...NEEDED_NUTRIENT },
  sugar: { column: 'sugar_g', cell: percentOf100g, ...NEEDED_NUTRIENT },
  fibre: { column: 'fibre_g', cell: percentOf100g, ...FOOD },
  protein: { column: 'protein_g', cell: percentOf100g, ...NEEDED_NUTRIENT },
  salt: { column: 'salt_g', cell: percentOf100g, ...NEEDED_NUTRIENT },
} as const satisfies Record<string, Fact>;

type ValueOf<C extends Cell> = C extends { type: 'number' }
  ? number
  : C extends { type: 'choice'; values: readonly (infer V)[] }
    ? V
    : string;
type Known<T extends Record<string, Fact>> = { -readonly [Name in keyof T]?: ValueOf<T[Name]['cell']> };

export type Nutrition = Known<typeof NUTRIENTS>;
/** The facts of a label, in German. Unknown facts are absent. */
export type ProductFacts = Known<typeof FACTS> & { nutrition?: Nutrition };

type Declared = typeof FACTS & typeof NUTRIENTS;
/** The cells of a spreadsheet row that hold facts, by column. */
export type FactCells = { [Name in keyof Declared as Declared[Name]['column']]: ValueOf<Declared[Name]['cell']> };

/** Every declared fact, nutrients last. */
export const declaredFacts = (): Fact[] => [...Object.values(FACTS), ...Object.values(NUTRIENTS)];
