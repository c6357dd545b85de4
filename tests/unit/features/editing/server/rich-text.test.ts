import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderBold } from '#src/features/editing/server/rich-text.ts';

describe('a line with bold allergens', () => {
  it('has the allergens in bold, also inside a word', () => {
    expect(renderBold('Zucker, **Vollmilch**, Emulgator **Soja**lecithin')).toBe(
      'Zucker, <strong>Vollmilch</strong>, Emulgator <strong>Soja</strong>lecithin',
    );
  });

  it('shows everything else as typed', () => {
    expect(renderBold('Fett < 3 % & *Salz* "fein" [x](y) # <b>')).toBe(
      'Fett &#60; 3 % &#38; *Salz* &#34;fein&#34; [x](y) # &#60;b&#62;',
    );
    expect(renderBold('**<img src=x onerror=alert(1)>**')).toBe(
      '<strong>&#60;img src=x onerror=alert(1)&#62;</strong>',
    );
    expect(renderBold('Zucker, **Milch')).toBe('Zucker, **Milch');
  });

  it('contains no tag except strong, whatever is typed', () => {
    const part = fc.oneof(fc.constantFrom('**', '*', '<', '>', '&', '"', '<strong onclick=x>'), fc.string());
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(renderBold(parts.join('')).replace(/<\/?strong>/g, '')).not.toMatch(/[<>]/);
      }),
    );
  });
});
