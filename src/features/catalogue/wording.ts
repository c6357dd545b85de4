/**
 * Finds words that promise health, cure or environmental benefits. A match is a question to the editor, not a verdict.
 */
import type { Locale } from '#src/i18n/locales.ts';
import type { Kind } from './facts.ts';

export interface Claim {
  /** The phrase as written in the text. */
  phrase: string;
  kind: 'health claim' | 'cure claim' | 'green claim';
  law: string;
}

interface ClaimRule extends Omit<Claim, 'phrase'> {
  /** undefined: for all products. */
  of?: Kind;
  words: Record<Locale, string>;
}

const RULES: ClaimRule[] = [
  {
    kind: 'health claim',
    law: 'Regulation (EC) 1924/2006 art. 10; LMIV art. 7(3)',
    of: 'food',
    words: {
      'pt-BR':
        'cura[mr]? (a |o ' +
        ')?(gripe|tosse|ressaca|doenças?)|curativ[oa]s?|medicinal|medicinais|saudáve(l|is)|superalimentos?|detox|desintoxica\\p{L}*|emagrece\\p{L}*|imunidade|bom para (o|a) (coração|pele|fígado|digestão)|(reduz|baixa|controla) (o|a) (colesterol|pressão|glicemia)|previne \\p{L}+',
      'de-DE':
        'heil(t|en|end\\p{L}*|sam\\p{L}*|kraft)|gesunde?[rsnm]?|gesundheits\\p{L}+|superfoods?|detox|entgift\\p{L}*|entschlack\\p{L}*|schlank macht|macht schlank|immunsystem|abwehrkräfte|gut für (das|die|den) (herz|haut|magen|leber|verdauung)|senkt (den|das) \\p{L}+|beugt \\p{L}+ vor',
      'en-US':
        'cures? (the |your |a ' +
        ')?(flu|colds?|cough|hangovers?|diseases?)|heals?|healing|healthy|healthful|superfoods?|detox\\p{L}*|slimming|fat[- ]burning|immune system|good for (the|your) (heart|skin|stomach|liver|digestion)|lowers? (the |your )?(cholesterol|blood pressure|blood sugar)|prevents? \\p{L}+ ?disease',
    },
  },
  {
    kind: 'cure claim',
    law: 'Regulation (EC) 1223/2009 art. 20; Regulation (EU) 655/2013; AMG § 2(1)',
    of: 'cosmetic',
    words: {
      'pt-BR':
        'cura[mr]?|curativ[oa]s?|cicatrizantes?|medicinal|medicinais|anti-?inflamatóri[oa]s?|antibacterian[oa]s?|antissépticos?|(contra|combate|trata) (a |o )?(acne|caspa|celulite|queda|eczema|psoríase|rugas|manchas)|rejuvenesce\\p{L}*',
      'de-DE':
        'heil(t|en|end\\p{L}*|sam\\p{L}*)|medizinisch\\p{L}*|entzündungshemmend\\p{L}*|antibakteriell\\p{L}*|antiseptisch\\p{L}*|(gegen|bei|behandelt) (akne|schuppen|cellulite|haarausfall|ekzeme?|neurodermitis|schuppenflechte|falten|pigmentflecken)|verjüng\\p{L}*|zellerneuer\\p{L}*',
      'en-US':
        'cures?|heals?|healing|medicinal|anti-?inflammatory|anti-?bacterial|antiseptic|(against|for|treats?|fights?) (acne|dandruff|cellulite|hair loss|eczema|psoriasis|wrinkles|dark spots)|rejuvenat\\p{L}*',
    },
  },
  {
    kind: 'green claim',
    law: 'Directive (EU) 2024/825; UWG Annex nos. 2a, 4a to 4c',
    words: {
      'pt-BR':
        'ecológic[oa]s?|ecologicamente \\p{L}+|sustentáve(l|is)|sustentabilidade|biodegradáve(l|is)|(neutr[oa]s? ' +
        'em|livres? de) carbono|amig[oa]s? d[oa] (ambiente|natureza)|que respeita (o meio ambiente|a natureza)',
      'de-DE':
        'umweltfreundlich\\p{L}*|umweltschonend\\p{L}*|klimaneutral\\p{L}*|klimafreundlich\\p{L}*|co2-neutral\\p{L}*|nachhaltig\\p{L}*|ökologisch\\p{L}*|biologisch abbaubar\\p{L}*|ressourcenschonend\\p{L}*|naturfreundlich\\p{L}*',
      'en-US':
        'eco-?friendly|environmentally friendly|sustainab\\p{L}+|biodegradable|(climate|carbon)[- ' +
        ']neutral|ecological\\p{L}*|kind to the (environment|planet)|planet-friendly',
    },
  },
];

const expressions = RULES.map((rule) => ({
  ...rule,
  patterns: Object.fromEntries(
    Object.entries(rule.words).map(([locale, words]) => [
      locale,
      new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'giu'),
    ]),
  ) as Record<Locale, RegExp>,
}));

/** The claims of a text in a language, in the order of the rules; each phrase once. */
export function findClaims(text: string, locale: Locale, product: Kind): Claim[] {
  return expressions
    .filter(({ of }) => of === undefined || of === product)
    .flatMap(({ kind, law, patterns }) => {
      const phrases = new Set([...text.matchAll(patterns[locale])].map(([phrase]) => phrase));
      return [...phrases].map((phrase) => ({ phrase, kind, law }));
    });
}
