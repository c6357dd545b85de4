/** The allergens of LMIV Annex II in small letters, as German lists of ingredients name them. */
const ALLERGEN = new RegExp(
  [
    'milch|molke|käse|butter|sahne|rahm|jogh?urt|la[kc]tose|[kc]asein',
    'weizen|dinkel|roggen|gerste|hafer|triticale|emmer|gluten|seitan|malz',
    'soja|erdn[uü]ss|cashew|mandel|haseln[uü]ss|waln[uü]ss|pe[kc]ann[uü]ss|paran[uü]ss|pistazie|macadamia',
    'fisch|lachs|sardelle|krebs|krabbe|garnele|hummer|shrimp|weichtier|muschel|kalmar',
    'sesam|sellerie|senf|lupine|sulfit|schwefeldioxid',
    '^(voll|hühner)?ei(er.*|gelb.*|klar.*|pulver|weiß.*)?$',
  ].join('|'),
);

/** Words that contain an allergen's name but are no allergen. */
const HARMLESS =
  /kokosmilch|milchsäure|buchweizen|(kakao|shea|kokos)butter|butternuss|(butter|käse)(geschmack|aroma)|cashewapf|cashewäpf/;

const isAllergen = (word: string) => ALLERGEN.test(word.toLowerCase()) && !HARMLESS.test(word.toLowerCase());
const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? [];

/** The words of a German list of ingredients that name an allergen and are not bold. */
export const unmarkedAllergens = (ingredients: string): string[] =>
  wordsOf(ingredients.replace(/\*\*[^*]+\*\*/g, ' ')).filter(isAllergen);

/** The bold words that name no allergen. */
export const needlesslyMarked = (ingredients: string): string[] =>
  [...ingredients.matchAll(/\*\*([^*]+)\*\*/g)]
    .map(([, marked]) => marked ?? '')
    .filter((marked) => !wordsOf(marked).some(isAllergen));
