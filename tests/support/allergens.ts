/** The substances of LMIV Annex II as German lists of ingredients name them, small letters. */
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

/** Words that hold an allergen's name and no allergen. */
const HARMLESS = /kokosmilch|milchsäure|buchweizen|(kakao|shea|kokos)butter|butternuss|(butter|käse)(geschmack|aroma)|cashewapf|cashewäpf/;

const isAllergen = (word: string) => ALLERGEN.test(word.toLowerCase()) && !HARMLESS.test(word.toLowerCase());
const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? [];

/** Words of a German list of ingredients that name an allergen and do not stand in bold. */
export const unmarkedAllergens = (ingredients: string): string[] => wordsOf(ingredients.replace(/\*\*[^*]+\*\*/g, ' ')).filter(isAllergen);

/** What stands in bold without naming an allergen. */
export const needlesslyMarked = (ingredients: string): string[] =>
  [...ingredients.matchAll(/\*\*([^*]+)\*\*/g)].map(([, marked]) => marked ?? '').filter((marked) => !wordsOf(marked).some(isAllergen));
