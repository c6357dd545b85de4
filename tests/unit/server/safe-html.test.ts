import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderMarkdown, tagsIn } from '#src/server/safe-html.ts';

const htmlOf = (markdown: string) => renderMarkdown(markdown).html;

describe('rich text', () => {
  it('becomes paragraphs, lists, emphasis and tables', () => {
    expect(htmlOf('Um **doce** de *leite*.\n\n- frio\n- quente')).toBe(
      '<p>Um <strong>doce</strong> de <em>leite</em>.</p>\n<ul>\n<li>frio</li>\n<li>quente</li>\n</ul>',
    );
    expect(htmlOf('| a | b |\n|---|---|\n| 1 | 2 |')).toMatch(
      /^<table>[\s\S]*<th>a<\/th>[\s\S]*<td>2<\/td>[\s\S]*<\/table>$/,
    );
  });

  it('has headings of the second and third level only: the product’s name is the first', () => {
    expect(htmlOf('# Um\n\n## Dois\n\n### Três\n\n#### Quatro\n\n###### Seis').replaceAll('\n', '')).toBe(
      '<h2>Um</h2><h2>Dois</h2><h3>Três</h3><h3>Quatro</h3><h3>Seis</h3>',
    );
  });

  it('keeps links to https, mail and pages of the shop', () => {
    expect(htmlOf('[a](https://example.com/?a=1&b=2)')).toBe('<p><a href="https://example.com/?a=1&amp;b=2">a</a></p>');
    expect(htmlOf('[a](mailto:a@example.com)')).toBe('<p><a href="mailto:a@example.com">a</a></p>');
    expect(htmlOf('[a](/product/mate)')).toBe('<p><a href="/product/mate">a</a></p>');
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
    [
      'a disguised javascript: link',
      '<a href="java&#10;script:alert(1)">a</a> [b](JaVaScRiPt&#58;alert(1))',
      '<p><a>a</a> <a>b</a></p>',
    ],
    ['a data: link', '[a](data:text/html,<b>x)', '<p><a>a</a></p>'],
    ['a link without encryption', '[a](http://example.com)', '<p><a>a</a></p>'],
    [
      'a new window',
      '<a href="https://example.com" target="_blank" ping="https://example.com">a</a>',
      '<p><a href="https://example.com">a</a></p>',
    ],
    ['a comment', 'a<!-- b -->c', '<p>ac</p>'],
  ])('removes %s', (_what, markdown, html) => {
    expect(htmlOf(markdown)).toBe(html);
  });

  it.each([
    ['<form action="/desk/shop"><button>a</button></form>', ['<form>', '<button>']],
    ['<meta http-equiv="refresh" content="0">', ['<meta>']],
    ['![a](https://example.com/a.png) <img src="cid:x.svg">', ['<img>']],
    ['<p onclick="x()" style="y">a</p>', ['<p onclick>', '<p style>']],
    ['[a](javascript:x) <a href="da&#10;ta:x">a</a>', ['<a href="javascript:">', '<a href="data:">']],
    ['<h2 id="cart">a</h2>', ['<h2 id>']],
    ['**a** [b](http://example.com) www.example.com <b@example.com>\n\n3. c\n\n> d\n\n<!-- e -->', []],
  ])('reports the removed markup of %s', (markdown, removed) => {
    expect(renderMarkdown(markdown).removed).toEqual(removed);
  });

  it('keeps the sections of a legal text, and no other id', () => {
    const { html } = renderMarkdown('<h2 id="section-1">a</h2><h2 id="cart">b</h2>');
    expect(html).toBe('<h2 id="section-1">a</h2><h2>b</h2>');
  });

  it('escapes HTML characters', () => {
    expect(htmlOf('2 < 3 & 4 > 1')).toBe('<p>2 &lt; 3 &amp; 4 &gt; 1</p>');
  });

  it('contains only the allowed tags, whatever is typed', () => {
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
      /^<(\/?(h[23]|p|[uo]l|li|strong|em|del|a|blockquote|code|pre|table|thead|tbody|tr|t[hd])|[bh]r \/|ol start="\d+"|a href="(https:|mailto:|(?![a-z]+:))[^"<>]*")>$/i;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const tags = htmlOf(parts.join('')).match(/<[^>]*>?/g) ?? [];
        expect(tags.filter((tag) => !ALLOWED.test(tag))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['a <b>bold</b> word', ['<b>', '</b>']],
  ['</script><img src=x>', ['</script>', '<img>']],
  ['1 < 2, <3 and a -> b', []],
])('the tag finder reports the tags in the plain text %s', (text, tags) => {
  expect(tagsIn(text)).toEqual(tags);
});
