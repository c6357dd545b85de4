/**
 * The facts that a product still lacks, each with the law that asks for it. Pure rules, shared by the sales lock and
 * `catalogue check`. A fact that nobody owes is no gap.
 */
import { isAnimalProduct, isBannedAnimalProduct, LARGEST_PACK, volumeOf } from './derived-duties.ts';
import { FACTS, NUTRIENTS, type Fact, type ProductFacts } from './facts.ts';
import type { DescribedProduct, Gap, GapLevel, ShopFacts } from './gap.ts';
import { missingStatements } from './prescribed-statements.ts';

type Rule = (product: DescribedProduct, shop: ShopFacts) => boolean;
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
const isGoods = (goodsClass: ProductFacts['goodsClass']) => both(({ kind, facts }) => kind === 'goods' && facts.goodsClass === goodsClass);
/** A drink above 1.2 % vol owes neither ingredients nor nutrition (LMIV art. 16(4)). */
const isAlcoholic: Rule = ({ facts }) => facts.alcoholPercent !== undefined;
const isCooled: Rule = ({ facts }) => facts.temperatureClass === 'chilled' || facts.temperatureClass === 'frozen';
const isMeat: Rule = ({ facts }) => facts.animalOrigin === 'meat';
/** Asked for as the origin of meat already. */
const hasNoOrigin: Rule = ({ facts }) => facts.origin === undefined;
const isLiquid: Rule = ({ netQuantity }) => netQuantity.unit === 'ml' || netQuantity.unit === 'l';
const isDrink: Rule = ({ facts }) => facts.drinkKind !== undefined && facts.drinkKind !== 'none';
const isLargeForOnePack: Rule = ({ netQuantity }) => (volumeOf(netQuantity) ?? 0) > LARGEST_PACK;
const owesIngredients = both(isFood, not(isAlcoholic), ({ facts }) => facts.singleIngredient === undefined);
const owesNutrition = both(isFood, not(isAlcoholic), ({ facts }) => facts.nutritionExempt === undefined);

/** A duty that one fact meets. */
const duty = (fact: FactName, level: GapLevel, law: string, isOwed: Rule, ask: string): Duty => {
  return { level, column: FACTS[fact].column, law, ask, isOwed, isMet: ({ facts }) => facts[fact] !== undefined };
};

const PRODUCT_SAFETY = 'Regulation (EU) 2023/988 art. 19';
const COSMETICS = 'Regulation (EC) 1223/2009';

const FOOD: Duty[] = [
  duty('foodName', 'blocks sale', 'LMIV art. 9(1)(a), 14(1)', isFood, 'Write the legal name of the food in German, as on the label.'),
  duty(
    'ingredientsHtml',
    'blocks sale',
    'LMIV art. 9(1)(b), 9(1)(c), 14(1)',
    owesIngredients,
    'Copy the list of ingredients in German, allergens in **bold**.',
  ),
  {
    ...duty(
      'importer',
      'blocks sale',
      'LMIV art. 8(1), 9(1)(h)',
      isFood,
      'Name the company that brought the food into the EU, here or as company in shop.yaml.',
    ),
    isMet: ({ facts }, { hasImporter }) => facts.importer !== undefined || hasImporter,
  },
  {
    ...duty('importerAddress', 'blocks sale', 'LMIV art. 8(1), 9(1)(h)', isFood, 'Write the postal address of the importer.'),
    // The address in shop.yaml belongs to the shop itself, not to another importer.
    isMet: ({ facts }, { hasImporter }) => facts.importerAddress !== undefined || (facts.importer === undefined && hasImporter),
  },
  duty('origin', 'blocks sale', 'LMIV art. 26(2)(b)', both(isFood, isMeat), 'Write in German where the animal was reared and slaughtered.'),
  {
    level: 'blocks sale',
    column: FACTS.origin.column,
    law: 'Regulation (EU) 2026/1189',
    ask: 'Meat, eggs, honey and dairy from Brazil must not be brought into the EU. Write the EU country it comes from, in German, or take the product out.',
    isOwed: both(isFood, not(both(isMeat, hasNoOrigin)), ({ facts }) => isAnimalProduct(facts)),
    isMet: ({ facts }) => !isBannedAnimalProduct(facts),
  },
  duty('origin', 'recommended', 'LMIV art. 26(2)(a)', both(isFood, not(isMeat)), 'Write the country of origin in German.'),
  duty(
    'storage',
    'blocks sale',
    'LMIV art. 9(1)(g), 25(1)',
    both(isFood, isCooled),
    'Write in German at which temperature the food must be stored.',
  ),
  duty('storage', 'recommended', 'LMIV art. 25', both(isFood, not(isCooled)), 'Write in German how to store the food.'),
  duty('manufacturer', 'recommended', 'LMIV art. 8', isFood, 'Write who made the food.'),
  {
    level: 'blocks sale',
    column: FACTS.temperatureClass.column,
    law: 'Regulation (EC) 852/2004 Annex II chapter IV no. 7',
    ask: 'Find a carrier that keeps parcels cool and name it in shop.yaml (shipping.coldCarrier). Until then the product cannot be sent.',
    isOwed: both(isFood, isCooled),
    isMet: (_, { hasColdCarrier }) => hasColdCarrier,
  },
];

const DRINKS: Duty[] = [
  {
    ...duty(
      'drinkKind',
      'due',
      'VerpackDG § 46(1), 46(4) no. 7',
      both(isFood, isLiquid),
      'Write the kind of drink: other (soft drink, water, beer), juice, nectar, milk, wine, spirit or medical; or none for oil, sauce and the like.',
    ),
    // The old column `deposit` answers the question too.
    isMet: ({ facts, deposit }) => facts.drinkKind !== undefined || deposit > 0,
  },
  duty(
    'packs',
    'blocks sale',
    'VerpackDG § 46(1)',
    both(isFood, isDrink, isLargeForOnePack),
    'Write how many bottles or cans one unit contains, or 1 for a single large one: each of up to 3 l carries a deposit.',
  ),
  duty(
    'packaging',
    'blocks sale',
    'VerpackDG § 46(1)',
    both(isFood, isDrink),
    'Write the packaging: can, pet (plastic bottle), glass, carton or pouch. It decides whether a deposit is due.',
  ),
  duty(
    'dpgMarked',
    'blocks sale',
    'VerpackDG § 46(1)',
    ({ deposit, facts }) => deposit > 0 && !facts.reusable,
    'Confirm with "yes" that each pack bears the mark of the German deposit system (DPG). A pack without it must not be sold.',
  ),
];

const COSMETIC: Duty[] = [
  duty(
    'inci',
    'blocks sale',
    `${COSMETICS} art. 19(1)(g); OLG Karlsruhe 6 U 84/17`,
    isCosmetic,
    'Copy the list headed "Ingredients" (INCI) from the pack.',
  ),
  duty('cosmeticFunction', 'due', `${COSMETICS} art. 19(1)(f)`, isCosmetic, 'Write in German what the product is for.'),
  {
    ...duty(
      'periodAfterOpening',
      'due',
      `${COSMETICS} art. 19(1)(c)`,
      isCosmetic,
      'Write the months that stand in the open jar on the pack. If there is no jar, write in durability_de until when it keeps.',
    ),
    isMet: ({ facts }) => facts.periodAfterOpening !== undefined || facts.durability !== undefined,
  },
  duty(
    'cpnp',
    'blocks sale',
    `${COSMETICS} art. 13(1)`,
    isCosmetic,
    'Ask the responsible person whether the product is notified in the EU’s portal for cosmetics (CPNP). If it is, write "yes".',
  ),
];

const SAFETY: Duty[] = [
  duty('manufacturer', 'blocks sale', `${PRODUCT_SAFETY}(a)`, isNoFood, 'Write the name of the manufacturer.'),
  duty('manufacturerAddress', 'blocks sale', `${PRODUCT_SAFETY}(a)`, isNoFood, 'Write the postal address of the manufacturer.'),
  duty('manufacturerContact', 'blocks sale', `${PRODUCT_SAFETY}(a)`, isNoFood, 'Write the email or web address of the manufacturer.'),
  duty(
    'responsiblePerson',
    'blocks sale',
    `${PRODUCT_SAFETY}(b)`,
    isNoFood,
    'Ask the supplier which company in the EU answers for the product (the "responsible person": maker, importer or agent), and write its name.',
  ),
  duty(
    'responsiblePersonAddress',
    'blocks sale',
    `${PRODUCT_SAFETY}(b)`,
    isNoFood,
    'Write the postal address of that company ("responsible person").',
  ),
  duty(
    'responsiblePersonContact',
    'blocks sale',
    `${PRODUCT_SAFETY}(b)`,
    isNoFood,
    'Write the email or web address of that company ("responsible person").',
  ),
  duty(
    'warnings',
    'blocks sale',
    `${PRODUCT_SAFETY}(d)`,
    isNoFood,
    'Copy warnings and safety information in German; write "Keine" if the maker gives none.',
  ),
  {
    level: 'blocks sale',
    column: 'picture',
    law: `${PRODUCT_SAFETY}(c)`,
    ask: 'Add a picture of the product.',
    isOwed: isNoFood,
    isMet: ({ hasPicture }) => hasPicture,
  },
  {
    level: 'due',
    column: 'picture',
    law: `${PRODUCT_SAFETY}(c)`,
    ask: 'Replace the drawing by a photograph, then write "photo" in picture_kind.',
    isOwed: both(isNoFood, ({ hasPicture }) => hasPicture),
    isMet: ({ facts }) => facts.pictureKind === 'photo',
  },
  {
    level: 'recommended',
    column: 'picture',
    law: 'UWG § 5a(1)',
    ask: 'Add a picture of the product.',
    isOwed: isFood,
    isMet: ({ hasPicture }) => hasPicture,
  },
  duty(
    'fibre',
    'blocks sale',
    'Regulation (EU) 1007/2011 art. 16(1)',
    isGoods('textile'),
    'Write the fibres in German with their shares, such as "100 % Baumwolle".',
  ),
  duty(
    'shoeMaterials',
    'due',
    'Directive 94/11/EC art. 1, BedGgstV § 10a',
    isGoods('footwear'),
    'Write in German the material of upper, lining and sole.',
  ),
  duty(
    'ce',
    'blocks sale',
    'Directive 2009/48/EC art. 16, 2. ProdSV',
    isGoods('toy'),
    'Confirm with "yes" that the toy bears the CE mark.',
  ),
  duty(
    'seal',
    'blocks sale',
    'BGB § 312g(2) no. 3',
    ({ withdrawal }) => withdrawal === 'sealed-hygiene',
    'Describe the hygiene seal in German, or write "none" in withdrawal: without a seal the right of withdrawal stays.',
  ),
];

const DUTIES: readonly Duty[] = [...FOOD, ...DRINKS, ...COSMETIC, ...SAFETY];
const CHECKED = new Set(DUTIES.map(({ column }) => column));

/** All gaps of a product: those that block its sale come first. */
export function gapsOf(product: DescribedProduct, shop: ShopFacts): Gap[] {
  const found = DUTIES.filter((rule) => rule.isOwed(product, shop) && !rule.isMet(product, shop)).map(
    ({ level, column, law, ask }): Gap => ({ level, column, law, ask }),
  );
  const gaps = [...found, ...nutritionGaps(product, shop), ...missingStatements(product.kind, product.facts), ...declaredGaps(product)];
  return LEVELS.flatMap((level) => gaps.filter((gap) => gap.level === level));
}

const LEVELS: readonly GapLevel[] = ['blocks sale', 'due', 'recommended'];

function nutritionGaps(product: DescribedProduct, shop: ShopFacts): Gap[] {
  if (!owesNutrition(product, shop)) return [];
  return Object.entries<Fact>(NUTRIENTS)
    .filter(([name, { needed }]) => needed && product.facts.nutrition?.[name as keyof typeof NUTRIENTS] === undefined)
    .map(([, { column }]) => ({
      level: 'blocks sale',
      column,
      law: 'LMIV art. 9(1)(l), 14(1), 30(1)',
      ask: 'Copy the nutrition table (per 100 g or 100 ml) from the label. Coffee, tea, spices and the like owe none: then fill in nutrition_exempt.',
    }));
}

/** A fact that its declaration calls needed, and that no rule above covers. */
function declaredGaps({ kind, facts }: DescribedProduct): Gap[] {
  return Object.entries<Fact>(FACTS)
    .filter(([name, { needed, column }]) => needed?.includes(kind) && !CHECKED.has(column) && facts[name as FactName] === undefined)
    .map(([, { column }]) => ({ level: 'due', column, law: 'UWG § 5a(1)', ask: `Fill in the column ${column}.` }));
}
