/** Which animal products may be imported into the EU from which country, and since when. */
import type { ProductFacts } from './facts.ts';

type AnimalOrigin = Exclude<ProductFacts['animalOrigin'], undefined | 'none' | 'fish'>;

interface ImportRule {
  /** German name on labels. */
  country: string;
  products: readonly AnimalOrigin[];
  isAllowed: boolean;
  /** First day of the rule. A later rule for the same goods replaces it. */
  since: string;
  law: string;
}

/**
 * The EU lists the countries that may send animal products; anything without a row is forbidden. Caught fish is not
 * checked.
 */
const RULES: readonly ImportRule[] = [
  {
    // Annex -I, inserted by (EU) 2022/2293, lists no residue control plan of Brazil for milk and pigs.
    country: 'Brasilien',
    products: ['dairy', 'pork'],
    isAllowed: false,
    since: '2022-12-15',
    law: 'Regulation (EU) 2021/405 Annex -I',
  },
  {
    // Annex XVIa, inserted by (EU) 2026/1189 (OJ L of 5 June 2026), lists Brazil for no animal product.
    country: 'Brasilien',
    products: ['meat', 'egg', 'honey', 'farmed-fish'],
    isAllowed: false,
    since: '2026-09-03',
    law: 'Regulation (EU) 2021/405 Annex XVIa, Regulation (EU) 2026/1189',
  },
];

const CHECKED: ReadonlySet<string> = new Set<AnimalOrigin>(['meat', 'pork', 'egg', 'honey', 'dairy', 'farmed-fish']);

/** The EU and its countries, by their German names on labels. */
const EU =
  /(?<!\p{L})(EU|Europäische(n|r)? Union|Belgien|Bulgarien|Dänemark|Deutschland|Estland|Finnland|Frankreich|Griechenland|Irland|Italien|Kroatien|Lettland|Litauen|Luxemburg|Malta|Niederlande|Österreich|Polen|Portugal|Rumänien|Schweden|Slowakei|Slowenien|Spanien|Tschechien|Ungarn|Zypern)(?!\p{L})/u;
const NOT_EU = /\b(Nicht-EU|Brasilien)\b/i;

/** Why a food must not be imported. `since` is unknown for a country without a rule. */
export interface ImportBan {
  law: string;
  since?: string;
}

/**
 * undefined: the food may be imported, or needs no import. A food without an origin counts as Brazilian. `today` as
 * 2026-11-27.
 */
export function importBanOf({ animalOrigin, origin = '' }: ProductFacts, today: string): ImportBan | undefined {
  if (!animalOrigin || !CHECKED.has(animalOrigin)) return undefined;
  if (EU.test(origin) && !NOT_EU.test(origin)) return undefined;
  const known = RULES.filter(
    ({ country, products, since }) =>
      (origin === '' || origin.includes(country) || /Nicht-EU/i.test(origin)) &&
      products.some((product) => product === animalOrigin) &&
      since <= today,
  );
  const rule = known.toSorted((a, b) => a.since.localeCompare(b.since)).at(-1);
  if (!rule) return { law: 'Regulation (EU) 2021/405' };
  return rule.isAllowed ? undefined : { law: rule.law, since: rule.since };
}
