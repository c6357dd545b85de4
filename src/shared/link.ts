import { normalizeText } from './normalize.ts';

// Mail programs turn "word.word" into a link, but neither "z. B." nor "24.12.2026" nor "so ...". Marks and joiners
// between the letters do not stop them.
const DOMAIN = /[\p{L}\p{M}\p{N}][.\u3002][\p{M}\u200c\u200d]*\p{L}[\p{M}\u200c\u200d]*[\p{L}\p{N}-]/u;
const ADDRESS = /@|:\/|\b(?:mailto|tel|www)\b/iu;

/** Whether a mail program would show a part of the text as a link or an address. */
export function hasLink(text: string): boolean {
  const plain = normalizeText(text, 'NFKD');
  return ADDRESS.test(plain) || DOMAIN.test(plain);
}
