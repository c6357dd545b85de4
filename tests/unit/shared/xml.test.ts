import { expect, it } from 'vitest';
import { textBlock } from '#src/shared/text-block.schema.ts';
import { textLine } from '#src/shared/text-line.schema.ts';
import { escapeXml } from '#src/shared/xml.ts';

const FORBIDDEN = ['\u0000', '\u000b', '\u001f', '\ud800', '\udc00', '\ufffe', '\uffff'];

it('XML text loses every character that XML forbids, and no other', () => {
  for (const character of FORBIDDEN)
    expect(escapeXml(`Pão${character} & Mel`), escape(character)).toBe('Pão &amp; Mel');
  const allowed = 'a\t\n\r\u007f\ud7ff\ue000\ufffd😀李';
  expect(escapeXml(allowed)).toBe(allowed);
});

it('typed text never contains a code point that XML forbids', () => {
  for (const character of FORBIDDEN) {
    expect(textLine(20).safeParse(`Pão${character}Mel`).success, escape(character)).toBe(false);
    expect(escapeXml(textBlock(20).parse(`Pão${character}Mel`)), escape(character)).toMatch(/^Pão\ufffd?Mel$/);
  }
});
