import { CARD_NAME_WORDS } from '#src/shared/business.ts';

/** Punctuation that a cut name loses, because a "…" follows. */
const TRAILING_PUNCTUATION = /(?:[\s,;:·–—/&(-]|\s\+)+$/u;

/** The first words of a name, for cards; `cut`: whether more words follow. */
export function cardName(name: string): { shown: string; cut: boolean } {
  const words = name.split(/\s+/).filter(Boolean);
  const shown = words.slice(0, CARD_NAME_WORDS).join(' ');
  const cut = words.length > CARD_NAME_WORDS;
  return { shown: cut ? shown.replace(TRAILING_PUNCTUATION, '') : shown, cut };
}
