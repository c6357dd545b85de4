import type { WordRules } from '#src/i18n/locales.ts';

/** After these words a subtitle no longer names the product, but its purpose, ingredients or origin. */
const TURNS: Record<WordRules, string[]> = {
  portuguese: ['para', 'com', 'sem', 'em', 'que', 'de uso', 'do dia'],
  german: ['für', 'mit', 'ohne', 'zum', 'zur', 'zu', 'im', 'in', 'aus', 'auf', 'der', 'die', 'wie', 'bei'],
  english: ['and', 'for', 'with', 'to', 'from', 'that', 'in', 'of', 'made', 'by', 'the'],
  none: [],
};
const TURN = new RegExp(`,|;|:|(?<!\\p{L})(?:${Object.values(TURNS).flat().join('|')})(?!\\p{L})`, 'iu');

/** Splits a subtitle into the words that name the product and the rest: "Kokosmilch für Moqueca" → Kokosmilch. */
export function partSubject(subtitle: string): { subject: string; rest: string } {
  const at = subtitle.search(TURN);
  return at >= 0 ? { subject: subtitle.slice(0, at), rest: subtitle.slice(at) } : { subject: subtitle, rest: '' };
}
