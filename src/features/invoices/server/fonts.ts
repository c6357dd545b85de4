import { readFileSync } from 'node:fs';
import path from 'node:path';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';

const FONTS = 'src/features/invoices/server/fonts';

let fonts: { regular: Font; bold: Font } | undefined;

/** Parses the fonts once per process, because parsing takes longer than writing an invoice. */
export function loadFonts() {
  const load = (name: string) => create(readFileSync(path.resolve(FONTS, name))) as Font;
  return (fonts ??= { regular: load('noto-sans-400.ttf'), bold: load('noto-sans-700.ttf') });
}

/** Invisible characters, such as joiners and emoji selectors. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}+$/u;

/**
 * The text as documents print it. Letters that the fonts lack are transliterated to Latin letters, as parcel services
 * do, so that names stay readable on invoices and packing slips.
 */
export function toPrintable(text: string): string {
  const { regular } = loadFonts();
  let printed = '';
  let unknown = '';
  const flush = () => {
    // Some letters, such as a long vowel in Arabic, have no transliteration.
    printed += anyAscii(unknown) || (unknown === '' || INVISIBLE.test(unknown) ? '' : '?');
    unknown = '';
  };
  for (const character of text) {
    if (character !== '\n' && !regular.hasGlyphForCodePoint(character.codePointAt(0)!)) unknown += character;
    else {
      flush();
      printed += character;
    }
  }
  flush();
  return printed || (text === '' ? '' : '?');
}
