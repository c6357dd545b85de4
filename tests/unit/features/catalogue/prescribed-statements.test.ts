import { describe, expect, it } from 'vitest';
import type { Kind, ProductFacts } from '#src/features/catalogue/facts.ts';
import { missingStatements } from '#src/features/catalogue/prescribed-statements.ts';

const missing = (kind: Kind, facts: ProductFacts) =>
  missingStatements(kind, facts).map(({ level, column }) => `${level}: ${column}`);

const BLOCKS = 'blocks sale: statements_de';
const AZO = 'Tartrazin: Kann Aktivität und Aufmerksamkeit bei Kindern beeinträchtigen';
const LIST = 'Zucker, <strong>Weizenmehl</strong>, Schokolade';

describe('the statements that an ingredient requires', () => {
  it.each<[string, ProductFacts, string[]]>([
    ['sweeteners', { ingredientsHtml: 'Wasser, Süßungsmittel Sucralose' }, [BLOCKS]],
    [
      'sweeteners with their words',
      { ingredientsHtml: 'Wasser, Süßungsmittel Sucralose', statements: 'Mit Süßungsmittel' },
      [],
    ],
    [
      'aspartame without its words',
      { ingredientsHtml: 'Süßungsmittel E 951', statements: 'Mit Süßungsmittel' },
      [BLOCKS],
    ],
    [
      'aspartame',
      { ingredientsHtml: 'Süßungsmittel Aspartam', statements: 'Mit Süßungsmittel. Enthält eine Phenylalaninquelle' },
      [],
    ],
    ['an azo dye by name', { ingredientsHtml: 'Zucker, Farbstoff <strong>Tartrazin</strong>' }, [BLOCKS]],
    ['an azo dye by number', { ingredientsHtml: 'Zucker, Farbstoff E129' }, [BLOCKS]],
    ['an azo dye with its words', { ingredientsHtml: 'Zucker, Farbstoff E 102', statements: AZO }, []],
    ['another dye', { ingredientsHtml: 'Zucker, Farbstoff E 1020, E 100' }, []],
    ['a stressed ingredient', { foodName: 'Kekse mit Schokolade', ingredientsHtml: LIST }, ['due: quid_de']],
    [
      'a stressed ingredient with its share',
      { foodName: 'Kekse mit Schokolade', ingredientsHtml: `${LIST} (12 %)` },
      [],
    ],
    ['a share of its own', { foodName: 'Kekse mit Schokolade', ingredientsHtml: LIST, quid: 'Schokolade (12 %)' }, []],
    ['a taste', { foodName: 'Kekse mit Schokoladengeschmack', ingredientsHtml: LIST }, []],
    ['a baking mix', { foodName: 'Backmischung für Kuchen' }, ['due: use_de']],
    ['a baking mix with its instruction', { foodName: 'Backmischung für Kuchen', useInstruction: 'Backen' }, []],
  ])('are required where the rule says so: %s', (_, facts, expected) => {
    expect(missing('food', facts)).toEqual(expected);
    expect(missing('goods', facts)).toEqual([]);
  });

  it.each<[string | undefined, string[]]>([
    ['Keine', ['blocks sale: warnings_de']],
    ['Nicht bei Kindern unter drei Jahren verwenden.', []],
    [undefined, []],
  ])('are invalid for a cosmetic when they are %s', (warnings, expected) => {
    const facts = { inci: 'AQUA, SALICYLIC ACID, PARFUM', ...(warnings && { warnings }) };
    expect(missing('cosmetic', facts)).toEqual(expected);
    expect(missing('cosmetic', { ...facts, inci: 'AQUA, PARFUM' })).toEqual([]);
  });
});
