import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderBold, renderRichText } from '#src/features/editing/server/rich-text.ts';

describe('rich text', () => {
  it('becomes paragraphs, lists, emphasis and tables', () => {
    expect(renderRichText('Um **doce** de *leite*.\n\n- frio\n- quente')).toBe(
      '<p>Um <strong>doce</strong> de <em>leite</em>.</p>\n<ul>\n<li>frio</li>\n<li>quente</li>\n</ul>',
    );
    expect(renderRichText('| a | b |\n|---|---|\n| 1 | 2 |')).toMatch(/^<table>[\s\S]*<th>a<\/th>[\s\S]*<td>2<\/td>[\s\S]*<\/table>$/);
  });

  it('has headings of the second and third level only: the product’s name is the first', () => {
    expect(renderRichText('# Um\n\n## Dois\n\n### Três\n\n#### Quatro\n\n###### Seis').replaceAll('\n', '')).toBe(
      '<h2>Um</h2><h2>Dois</h2><h3>Três</h3><h3>Quatro</h3><h3>Seis</h3>',
    );
  });

  it('keeps links to https, mail and pages of the shop', () => {
    expect(renderRichText('[a](https://example.com/?a=1&b=2)')).toBe('<p><a href="https://example.com/?a=1&amp;b=2">a</a></p>');
    expect(renderRichText('[a](mailto:a@example.com)')).toBe('<p><a href="mailto:a@example.com">a</a></p>');
    expect(renderRichText('[a](/product/mate)')).toBe('<p><a href="/product/mate">a</a></p>');
  });

  it.each([
    ['a script', 'a<script>alert(1)</script>b', '<p>ab</p>'],
    ['a style', 'a<style>p{color:red}</style>b', '<p>ab</p>'],
    ['a handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['an inline style and a class', '<p style="color:red" class="x" id="y">a</p>', '<p>a</p>'],
    ['a picture', 'a ![b](https://example.com/x.png) <img src=x onerror=alert(1)> c', '<p>a   c</p>'],
    ['a frame', 'a<iframe src="https://example.com"></iframe>b', '<p>ab</p>'],
    ['a form', '<form action="/api/"><input name="a"><button>b</button></form>', 'b'],
    ['a drawing', 'a <svg><a href="javascript:alert(1)"><text>b</text></a></svg>', '<p>a <a>b</a></p>'],
    ['a javascript: link', '[a](javascript:alert(1))', '<p><a>a</a></p>'],
    ['a disguised javascript: link', '<a href="java&#10;script:alert(1)">a</a> [b](JaVaScRiPt&#58;alert(1))', '<p><a>a</a> <a>b</a></p>'],
    ['a data: link', '[a](data:text/html,<b>x)', '<p><a>a</a></p>'],
    ['a link without encryption', '[a](http://example.com)', '<p><a>a</a></p>'],
    [
      'a new window',
      '<a href="https://example.com" target="_blank" ping="https://example.com">a</a>',
      '<p><a href="https://example.com">a</a></p>',
    ],
    ['a comment', 'a<!-- b -->c', '<p>ac</p>'],
  ])('loses %s', (_what, markdown, html) => {
    expect(renderRichText(markdown)).toBe(html);
  });

  it('shows characters of HTML as typed', () => {
    expect(renderRichText('2 < 3 & 4 > 1')).toBe('<p>2 &lt; 3 &amp; 4 &gt; 1</p>');
  });

  it('holds only the allowed tags, whatever is typed', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '<script>',
        '</script>',
        '<img src=x onerror=alert(1)>',
        '<a href="',
        '">',
        'javascript:',
        '[x](',
        ')',
        '<svg/onload=',
        '<!--',
      ),
      fc.constantFrom(
        '<style>',
        '<p style=',
        '<math>',
        '"',
        "'",
        '>',
        '<',
        '&#106;',
        '\n',
        '# ',
        '**',
        '`',
        '```\n',
        '<textarea>',
        '</',
        'on',
      ),
      fc.string({ unit: 'grapheme' }),
    );
    const ALLOWED =
      /^<(\/?(h[23]|p|[uo]l|li|strong|em|a|table|thead|tbody|tr|t[hd])|br \/|a href="(https:|mailto:|(?![a-z]+:))[^"<>]*")>$/i;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const tags = renderRichText(parts.join('')).match(/<[^>]*>?/g) ?? [];
        expect(tags.filter((tag) => !ALLOWED.test(tag))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a line with bold allergens', () => {
  it('has them in bold, in the middle of a word too', () => {
    expect(renderBold('Zucker, **Vollmilch**, Emulgator **Soja**lecithin')).toBe(
      'Zucker, <strong>Vollmilch</strong>, Emulgator <strong>Soja</strong>lecithin',
    );
  });

  it('shows everything else as typed', () => {
    expect(renderBold('Fett < 3 % & *Salz* "fein" [x](y) # <b>')).toBe('Fett &#60; 3 % &#38; *Salz* &#34;fein&#34; [x](y) # &#60;b&#62;');
    expect(renderBold('**<img src=x onerror=alert(1)>**')).toBe('<strong>&#60;img src=x onerror=alert(1)&#62;</strong>');
    expect(renderBold('Zucker, **Milch')).toBe('Zucker, **Milch');
  });

  it('holds no tag but strong, whatever is typed', () => {
    const part = fc.oneof(fc.constantFrom('**', '*', '<', '>', '&', '"', '<strong onclick=x>'), fc.string());
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(renderBold(parts.join('')).replace(/<\/?strong>/g, '')).not.toMatch(/[<>]/);
      }),
    );
  });
});
