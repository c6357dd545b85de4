/**
 * The facts that a product lacks, each with the law that requires it. Pure rules, shared by the sales lock and
 * `catalogue check`. A fact that is not required is not a gap.
 */
import { importBanOf } from './animal-imports.ts';
import { LARGEST_PACK, volumeOf } from './derived-duties.ts';
import { FACTS, NUTRIENTS, type Fact, type ProductFacts } from './facts.ts';
import type { Ask, DescribedProduct, Gap, GapLevel, ShopConditions } from './gap.ts';
import { missingStatements } from './prescribed-statements.ts';

type Rule = (product: DescribedProduct, shop: ShopConditions) => boolean;
interface Duty extends Gap {
  isOwed: Rule;
  isMet: Rule;
}
type FactName = keyof typeof FACTS;

const both =
  (...rules: Rule[]): Rule =>
  (...args) =>
    rules.every((rule) => rule(...args));
const not =
  (rule: Rule): Rule =>
  (...args) =>
    !rule(...args);

const isFood: Rule = ({ kind }) => kind === 'food';
const isCosmetic: Rule = ({ kind }) => kind === 'cosmetic';
const isNoFood: Rule = ({ kind }) => kind !== 'food';
const isGoods = (goodsClass: ProductFacts['goodsClass']) =>
  both(({ kind, facts }) => kind === 'goods' && facts.goodsClass === goodsClass);
/** A drink above 1.2 % vol needs neither ingredients nor nutrition (LMIV art. 16(4)). */
const isAlcoholic: Rule = ({ facts }) => facts.alcoholPercent !== undefined;
const isCooled: Rule = ({ facts }) => facts.temperatureClass === 'chilled' || facts.temperatureClass === 'frozen';
const isMeat: Rule = ({ facts }) => facts.animalOrigin === 'meat' || facts.animalOrigin === 'pork';
const hasNoOrigin: Rule = ({ facts }) => facts.origin === undefined;
const isLiquid: Rule = ({ netQuantity }) => netQuantity.unit === 'ml' || netQuantity.unit === 'l';
const isDrink: Rule = ({ facts }) => facts.drinkKind !== undefined && facts.drinkKind !== 'none';
const isLargeForOnePack: Rule = ({ netQuantity }) => (volumeOf(netQuantity) ?? 0) > LARGEST_PACK;
const owesIngredients = both(isFood, not(isAlcoholic), ({ facts }) => facts.singleIngredient === undefined);
const owesNutrition = both(isFood, not(isAlcoholic), ({ facts }) => facts.nutritionExempt === undefined);

/** `field`: a second column that the sentence names. */
const askFor = (key: Ask['key'], field?: string): Ask => ({ key, ...(field && { values: { field } }) });

/** A duty that one fact fulfils. */
const duty = (fact: FactName, level: GapLevel, law: string, isOwed: Rule, ask: Ask['key'], field?: FactName): Duty => {
  return {
    level,
    column: FACTS[fact].column,
    law,
    ask: askFor(ask, field && FACTS[field].column),
    isOwed,
    isMet: ({ facts }) => facts[fact] !== undefined,
  };
};

const PRODUCT_SAFETY = 'Regulation (EU) 2023/988 art. 19';
const COSMETICS = 'Regulation (EC) 1223/2009';

const FOOD: Duty[] = [
  duty('foodName', 'blocks sale', 'LMIV art. 9(1)(a), 14(1)', isFood, 'foodName'),
  duty('ingredientsHtml', 'blocks sale', 'LMIV art. 9(1)(b), 9(1)(c), 14(1)', owesIngredients, 'ingredients'),
  {
    ...duty('importer', 'blocks sale', 'LMIV art. 8(1), 9(1)(h)', isFood, 'importer'),
    isMet: ({ facts }, { hasImporter }) => facts.importer !== undefined || hasImporter,
  },
  {
    ...duty('importerAddress', 'blocks sale', 'LMIV art. 8(1), 9(1)(h)', isFood, 'importerAddress'),
    // The address in shop.yaml belongs to the shop itself, not to another importer.
    isMet: ({ facts }, { hasImporter }) =>
      facts.importerAddress !== undefined || (facts.importer === undefined && hasImporter),
  },
  duty('origin', 'blocks sale', 'LMIV art. 26(2)(b)', both(isFood, isMeat), 'meatOrigin'),
  duty('origin', 'recommended', 'LMIV art. 26(2)(a)', both(isFood, not(isMeat)), 'origin'),
  duty('storage', 'blocks sale', 'LMIV art. 9(1)(g), 25(1)', both(isFood, isCooled), 'temperature'),
  duty('storage', 'recommended', 'LMIV art. 25', both(isFood, not(isCooled)), 'storage'),
  duty('manufacturer', 'recommended', 'LMIV art. 8', isFood, 'maker'),
  {
    level: 'blocks sale',
    column: FACTS.temperatureClass.column,
    law: 'Regulation (EC) 852/2004 Annex II chapter IV no. 7',
    ask: askFor('coldCarrier'),
    isOwed: both(isFood, isCooled),
    isMet: (_, { hasColdCarrier }) => hasColdCarrier,
  },
];

const DRINKS: Duty[] = [
  {
    ...duty('drinkKind', 'due', 'VerpackDG § 46(1), 46(4) no. 7', both(isFood, isLiquid), 'drinkKind'),
    // The old column `deposit` also answers the question.
    isMet: ({ facts, deposit }) => facts.drinkKind !== undefined || deposit > 0,
  },
  duty('packs', 'blocks sale', 'VerpackDG § 46(1)', both(isFood, isDrink, isLargeForOnePack), 'packs'),
  duty('packaging', 'blocks sale', 'VerpackDG § 46(1)', both(isFood, isDrink), 'packaging'),
  duty(
    'dpgMarked',
    'blocks sale',
    'VerpackDG § 46(1)',
    ({ deposit, facts }) => deposit > 0 && !facts.reusable,
    'dpgMarked',
  ),
];

const COSMETIC: Duty[] = [
  duty('inci', 'blocks sale', `${COSMETICS} art. 19(1)(g); OLG Karlsruhe 6 U 84/17`, isCosmetic, 'inci'),
  duty('cosmeticFunction', 'due', `${COSMETICS} art. 19(1)(f)`, isCosmetic, 'cosmeticFunction'),
  {
    ...duty('periodAfterOpening', 'due', `${COSMETICS} art. 19(1)(c)`, isCosmetic, 'periodAfterOpening', 'durability'),
    isMet: ({ facts }) => facts.periodAfterOpening !== undefined || facts.durability !== undefined,
  },
  duty('cpnp', 'blocks sale', `${COSMETICS} art. 13(1)`, isCosmetic, 'cpnp'),
];

const SAFETY: Duty[] = [
  duty('manufacturer', 'blocks sale', `${PRODUCT_SAFETY}(a)`, isNoFood, 'manufacturer'),
  duty('manufacturerAddress', 'blocks sale', `${PRODUCT_SAFETY}(a)`, isNoFood, 'manufacturerAddress'),
  duty('manufacturerContact', 'blocks sale', `${PRODUCT_SAFETY}(a)`, isNoFood, 'manufacturerContact'),
  duty('responsiblePerson', 'blocks sale', `${PRODUCT_SAFETY}(b)`, isNoFood, 'responsiblePerson'),
  duty('responsiblePersonAddress', 'blocks sale', `${PRODUCT_SAFETY}(b)`, isNoFood, 'responsiblePersonAddress'),
  duty('responsiblePersonContact', 'blocks sale', `${PRODUCT_SAFETY}(b)`, isNoFood, 'responsiblePersonContact'),
  duty('warnings', 'blocks sale', `${PRODUCT_SAFETY}(d)`, isNoFood, 'warnings'),
  {
    level: 'blocks sale',
    column: 'picture',
    law: `${PRODUCT_SAFETY}(c)`,
    ask: askFor('picture'),
    isOwed: isNoFood,
    isMet: ({ hasPicture }) => hasPicture,
  },
  {
    level: 'due',
    column: 'picture',
    law: `${PRODUCT_SAFETY}(c)`,
    ask: askFor('photo', 'picture_kind'),
    isOwed: both(isNoFood, ({ hasPicture }) => hasPicture),
    isMet: ({ facts }) => facts.pictureKind === 'photo',
  },
  {
    level: 'recommended',
    column: 'picture',
    law: 'UWG § 5a(1)',
    ask: askFor('picture'),
    isOwed: isFood,
    isMet: ({ hasPicture }) => hasPicture,
  },
  duty('fibre', 'blocks sale', 'Regulation (EU) 1007/2011 art. 16(1)', isGoods('textile'), 'fibre'),
  duty('shoeMaterials', 'due', 'Directive 94/11/EC art. 1, BedGgstV § 10a', isGoods('footwear'), 'shoeMaterials'),
  duty('ce', 'blocks sale', 'Directive 2009/48/EC art. 16, 2. ProdSV', isGoods('toy'), 'ce'),
  {
    ...duty('seal', 'blocks sale', 'BGB § 312g(2) no. 3', ({ withdrawal }) => withdrawal === 'sealed-hygiene', 'seal'),
    ask: askFor('seal', 'withdrawal'),
  },
];

const DUTIES: readonly Duty[] = [...FOOD, ...DRINKS, ...COSMETIC, ...SAFETY];
const CHECKED = new Set(DUTIES.map(({ column }) => column));

/** All gaps of a product; those that block its sale come first. A set has none: its page shows the label of each part. */
export function gapsOf(product: DescribedProduct, shop: ShopConditions): Gap[] {
  if (product.facts.parts !== undefined) return [];
  const found = DUTIES.filter((rule) => rule.isOwed(product, shop) && !rule.isMet(product, shop)).map(
    ({ level, column, law, ask }): Gap => ({ level, column, law, ask }),
  );
  const gaps = [
    ...found,
    ...importGaps(product, shop),
    ...nutritionGaps(product, shop),
    ...missingStatements(product.kind, product.facts),
    ...declaredGaps(product),
  ];
  return LEVELS.flatMap((level) => gaps.filter((gap) => gap.level === level));
}

const LEVELS: readonly GapLevel[] = ['blocks sale', 'due', 'recommended'];

function importGaps(product: DescribedProduct, shop: ShopConditions): Gap[] {
  // Already covered by the meat origin field.
  if (!isFood(product, shop) || (isMeat(product, shop) && hasNoOrigin(product, shop))) return [];
  const ban = importBanOf(product.facts, shop.today);
  if (!ban) return [];
  const ask: Ask = ban.since ? { key: 'animalOrigin', values: { since: ban.since } } : { key: 'animalCountry' };
  return [{ level: 'blocks sale', column: FACTS.origin.column, law: ban.law, ask }];
}

function nutritionGaps(product: DescribedProduct, shop: ShopConditions): Gap[] {
  if (!owesNutrition(product, shop)) return [];
  return Object.entries<Fact>(NUTRIENTS)
    .filter(([name, { needed }]) => needed && product.facts.nutrition?.[name as keyof typeof NUTRIENTS] === undefined)
    .map(([, { column }]) => ({
      level: 'blocks sale',
      column,
      law: 'LMIV art. 9(1)(l), 14(1), 30(1)',
      ask: askFor('nutrition', 'nutrition_exempt'),
    }));
}

/** A fact that is declared as required, without one of the rules above. */
function declaredGaps({ kind, facts }: DescribedProduct): Gap[] {
  return Object.entries<Fact>(FACTS)
    .filter(
      ([name, { needed, column }]) =>
        needed?.includes(kind) && !CHECKED.has(column) && facts[name as FactName] === undefined,
    )
    .map(([, { column }]) => ({ level: 'due', column, law: 'UWG § 5a(1)', ask: askFor('fact', column) }));
}
