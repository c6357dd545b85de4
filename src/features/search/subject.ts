import type { WordRules } from '#src/i18n/locales.ts';

/** Words after which a subtitle no longer names the thing, but says what it is for, with or like. */
const TURNS: Record<WordRules, string[]> = {
  portuguese: ['para', 'com', 'sem', 'em', 'que', 'de uso', 'do dia'],
  german: ['für', 'mit', 'ohne', 'zum', 'zur', 'zu', 'im', 'in', 'aus', 'auf', 'der', 'die', 'wie', 'bei'],
  english: ['and', 'for', 'with', 'to', 'from', 'that', 'in', 'of', 'made', 'by', 'the'],
  none: [],
};
const TURN = new RegExp(`,|;|:|(?<!\\p{L})(?:${Object.values(TURNS).flat().join('|')})(?!\\p{L})`, 'iu');

/** A subtitle's first words, which name the thing, and the rest: "Kokosmilch für Moqueca" → Kokosmilch. */
export function partSubject(subtitle: string): { subject: string; rest: string } {
  const at = subtitle.search(TURN);
  return at >= 0 ? { subject: subtitle.slice(0, at), rest: subtitle.slice(at) } : { subject: subtitle, rest: '' };
}
