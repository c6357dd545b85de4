import { CARD_NAME_WORDS } from '#src/shared/business.ts';

/** The first words of a name, for cards; `cut`: whether more words follow. */
export function cardName(name: string): { shown: string; cut: boolean } {
  const words = name.split(/\s+/).filter(Boolean);
  return { shown: words.slice(0, CARD_NAME_WORDS).join(' '), cut: words.length > CARD_NAME_WORDS };
}
