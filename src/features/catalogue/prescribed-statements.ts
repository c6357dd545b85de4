/** Statements that the law prescribes for certain ingredients, so that editors need not know them by heart. */
import type { Kind, ProductFacts } from './facts.ts';
import type { Ask } from './gap.ts';

/** A statement missing on the label. */
export interface MissingStatement {
  level: 'blocks sale' | 'due';
  column: 'statements_de' | 'quid_de' | 'use_de' | 'warnings_de';
  law: string;
  ask: Ask;
}

interface FoodStatement {
  /** Searched in the list of ingredients. */
  ingredient: RegExp;
  /** Searched in the statements or, where the law allows it, in the list. */
  statement: RegExp;
  law: string;
  words: string;
}

const FOOD: FoodStatement[] = [
  {
    ingredient: /Süßungsmittel/i,
    statement: /mit .*Süßungsmittel/i,
    law: 'LMIV art. 10(1), Annex III no. 2.1',
    words: 'mit Süßungsmittel(n)',
  },
  {
    ingredient: /Aspartam|\bE ?96[12]\b|\bE ?951\b/i,
    statement: /Phenylalanin/i,
    law: 'LMIV art. 10(1), Annex III no. 2.3',
    words: 'enthält eine Phenylalaninquelle',
  },
  {
    ingredient:
      /Tartrazin|Chinolingelb|Gelborange S|Azorubin|Carmoisin|Cochenillerot A|Ponceau 4R|Allurarot|\bE ?(?:102|104|110|122|124|129)\b/i,
    statement: /Aktivität und Aufmerksamkeit bei Kindern/i,
    law: 'Regulation (EC) 1333/2008 art. 24(1), Annex V',
    words: '<Name oder E-Nummer des Farbstoffs>: Kann Aktivität und Aufmerksamkeit bei Kindern beeinträchtigen',
  },
];

/** The legal name emphasises an ingredient: "Kekse mit Schokolade". */
const STRESSED = /\smit (?!\p{L}*(?:geschmack|aroma)\b)(?:\p{Ll}+ )?\p{Lu}\p{L}+/u;
/** Products that are unusable without instructions: "Backmischung für Kuchen". */
const NEEDS_INSTRUCTION = /(?:Back|Fertig|Kuchen)mischung|Pulver für|Mischung für|Konzentrat zum|Set zur Herstellung/i;

const withoutTags = (html: string) => html.replace(/<[^>]+>/g, '');

function foodStatements({
  foodName = '',
  ingredientsHtml,
  statements = '',
  quid,
  useInstruction,
}: ProductFacts): MissingStatement[] {
  const list = withoutTags(ingredientsHtml ?? '');
  const label = `${statements} ${list}`;
  return [
    ...FOOD.filter(({ ingredient, statement }) => ingredient.test(list) && !statement.test(label)).map(
      ({ law, words }): MissingStatement => {
        return {
          level: 'blocks sale',
          column: 'statements_de',
          law,
          ask: { key: 'statement', values: { words } },
        };
      },
    ),
    ...(STRESSED.test(foodName) && list !== '' && !/\d ?%/.test(list) && !quid
      ? [
          {
            level: 'due' as const,
            column: 'quid_de' as const,
            law: 'LMIV art. 9(1)(d), 22(1)',
            ask: { key: 'share' as const },
          },
        ]
      : []),
    ...(NEEDS_INSTRUCTION.test(foodName) && !useInstruction
      ? [
          {
            level: 'due' as const,
            column: 'use_de' as const,
            law: 'LMIV art. 9(1)(j), 27(1)',
            ask: { key: 'preparation' as const },
          },
        ]
      : []),
  ];
}

/**
 * Ingredients that Annex III of the cosmetics regulation allows only with a warning on the pack, by their INCI names.
 */
const WITH_WARNING =
  /\b(?:salicylic acid|hydrogen peroxide|(?:ammonium |glyceryl )?thioglycol(?:ic acid|ate)|p-phenylenediamine|toluene-2,5-diamine|resorcinol|[mp]-aminophenol|sodium (?:mono)?fluoro?(?:phosphate|ide)|stannous fluoride)\b/i;

const NO_WARNING = /^(?:keine?r?|-|–|nein)\.?$/i;

function cosmeticStatements({ inci = '', warnings }: ProductFacts): MissingStatement[] {
  const [ingredient] = WITH_WARNING.exec(inci) ?? [];
  // A missing warning is already a gap.
  if (!ingredient || warnings === undefined || !NO_WARNING.test(warnings.trim())) return [];
  return [
    {
      level: 'blocks sale',
      column: 'warnings_de',
      law: 'Regulation (EC) 1223/2009 art. 19(1)(d), Annex III',
      ask: { key: 'prescribedWarning', values: { ingredient } },
    },
  ];
}

export function missingStatements(kind: Kind, facts: ProductFacts): MissingStatement[] {
  if (kind === 'food') return foodStatements(facts);
  return kind === 'cosmetic' ? cosmeticStatements(facts) : [];
}
