import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLinks } from '#src/server/outbox/break-links.ts';

describe('a stranger’s text', () => {
  it.each([
    ['https://evil.example/login', 'https: / /evil. example/login'],
    ['www.evil.example', 'www. evil. example'],
    ['mailto:ana@kunde.example', 'mailto: ana@ kunde. example'],
    ['javascript:alert(1)', 'javascript: alert(1)'],
    ['evil。example', 'evil。 example'],
    ['\\\\evil\\share', '\\ \\evil\\share'],
    ['evil.1x.xn--p1ai', 'evil.1x. xn--p1ai'],
  ])('loses text that a mail program would turn into a link: %s', (text, broken) => {
    expect(breakLinks(text)).toBe(broken);
  });

  it.each(['K7QF-3MXA', 'Zwei Dosen, bestellt am 3.10.2026 um 18:30 für 4.99 €.', 'Nr.: 5 … und mehr.', 'a/b, 1 + 1'])(
    'is otherwise unchanged: %s',
    (text) => {
      expect(breakLinks(text)).toBe(text);
    },
  );

  it('contains no link however its parts are combined', () => {
    const piece = fc.constantFrom('.', 'com', 'evil', ':', '/', '@', '1', ' ', '\n', '\u200b', 'www', 'https', '\\');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(breakLinks(pieces.join(''))).not.toMatch(/\.\p{L}|\p{L}:\S|@\S|\/\/|\\\\/u);
      }),
    );
  });
});
