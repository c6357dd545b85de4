/**
 * Finds words that promise health, cure or environmental benefits. A match is a question to the editor, not a verdict.
 */
import { LOCALE_CODES, type Locale } from '#src/i18n/locales.ts';
import { phrasePattern } from '#src/i18n/translate.ts';
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
  /** The list in `locales/<code>/words.json`. */
  list: 'healthClaims' | 'cureClaims' | 'greenClaims';
}

const RULES: ClaimRule[] = [
  {
    kind: 'health claim',
    law: 'Regulation (EC) 1924/2006 art. 10; LMIV art. 7(3)',
    of: 'food',
    list: 'healthClaims',
  },
  {
    kind: 'cure claim',
    law: 'Regulation (EC) 1223/2009 art. 20; Regulation (EU) 655/2013; AMG § 2(1)',
    of: 'cosmetic',
    list: 'cureClaims',
  },
  { kind: 'green claim', law: 'Directive (EU) 2024/825; UWG Annex nos. 2a, 4a to 4c', list: 'greenClaims' },
];

/** Whole words only. */
function compile(locale: Locale, list: ClaimRule['list']): RegExp | undefined {
  const pattern = phrasePattern(locale, list);
  return pattern === undefined ? undefined : new RegExp(`(?<!\\p{L})${pattern}(?!\\p{L})`, 'giu');
}

const compiled = RULES.map((rule) => ({
  ...rule,
  patterns: new Map(LOCALE_CODES.map((locale) => [locale, compile(locale, rule.list)])),
}));

/** The claims of a text in a language, in the order of the rules; each phrase once. */
export function findClaims(text: string, locale: Locale, product: Kind): Claim[] {
  return compiled
    .filter(({ of }) => of === undefined || of === product)
    .flatMap(({ kind, law, patterns }) => {
      const pattern = patterns.get(locale);
      const phrases = new Set(pattern ? [...text.matchAll(pattern)].map(([phrase]) => phrase) : []);
      return [...phrases].map((phrase) => ({ phrase, kind, law }));
    });
}
