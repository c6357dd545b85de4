import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from '#src/features/converting/server/html-to-markdown.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';

const markdownOf = (html: string) => {
  const result = htmlToMarkdown(html);
  return result.ok ? result.value.trimEnd() : result.error;
};
/** As a page shows it. */
const shown = (html: string) => renderMarkdown(markdownOf(html)).html.replaceAll('\n', '');

describe('HTML of another shop', () => {
  it.each([
    ['<h1>Kaffee</h1><p>aus <b>Minas</b></p>', '<h2>Kaffee</h2><p>aus <strong>Minas</strong></p>'],
    ['a<br>b<br/><br/>', '<p>a<br />b</p>'],
    ['<div>eins</div><div>zwei</div>drei', '<p>eins</p><p>zwei</p><p>drei</p>'],
    [
      '<ol><li>eins<ul><li>innen</li></ul></li><li>zwei</li></ol>',
      '<ol><li>eins<ul><li>innen</li></ul></li><li>zwei</li></ol>',
    ],
    [
      '<table><tr><th>Brennwert</th><td>10 kJ</td></tr><tr><td>Salz|e</td><td>0 g</td></tr></table>',
      '<table><thead><tr><th>Brennwert</th><th>10 kJ</th></tr></thead><tbody><tr><td>Salz|e</td><td>0 g</td></tr></tbody></table>',
    ],
    ['<p><strong>Zutaten:</strong>Wasser</p>', '<p><strong>Zutaten:</strong> Wasser</p>'],
    ['<b> fett </b>und', '<p><strong>fett</strong> und</p>'],
    ['<blockquote>Gut.</blockquote><hr>', '<blockquote><p>Gut.</p></blockquote><hr />'],
    ['2 * 3 * 4, _a_ und `b` [c](d) # e', '<p>2 * 3 * 4, _a_ und `b` [c](d) # e</p>'],
    [
      '<p># kein Titel</p><p>1. keine Liste</p><p>- auch nicht</p>',
      '<p># kein Titel</p><p>1. keine Liste</p><p>- auch nicht</p>',
    ],
    ['1 &lt; 2 &amp;amp; &lt;b&gt;', '<p>1 &lt; 2 &amp;amp; &lt;b&gt;</p>'],
    ['<a href="https://a.example/x y(1)">mehr</a>', '<p><a href="https://a.example/x%20y%281%29">mehr</a></p>'],
    ['<a href="/alt">innen</a> <a href="JaVaScript:alert(1)">js</a>', '<p>innen js</p>'],
    ['<script>x()</script><style>p{}</style><iframe src="x">y</iframe><img src=x onerror=alert(1)>Text', '<p>Text</p>'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<p></p>&nbsp;<p> </p>', ''],
    ['<b>offen <i>beides</b> ende', '<p>offen <em>beides</em> ende</p>'],
  ])('%s is shown as %s', (html, page) => {
    expect(shown(html)).toBe(page);
  });

  it('never becomes a tag that the shop would remove, and keeps its letters and digits', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<b>',
        '</b>',
        '<li>',
        '<ul>',
        '</ul>',
        '<td>',
        '<table>',
        '<tr>',
        '<br>',
        '<x onclick=1>',
      ),
      fc.constantFrom(
        '&lt;script&gt;',
        '&amp;',
        '&#60;',
        '*',
        '_',
        '`',
        '[',
        '](',
        '<!--',
        '-->',
        '\n',
        ' ',
        '| ',
        '1. ',
        '- ',
        '#',
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const result = htmlToMarkdown(pieces.join(''));
        if (result.ok) expect(renderMarkdown(result.value).removed).toEqual([]);
      }),
      { numRuns: 300 },
    );
    const words = fc.array(fc.stringMatching(/^[a-z0-9äß*_<>[\]()~|#.!-]{1,8}$/), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, (written) => {
        const text = written.join(' ');
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        expect(shown(`<p>${escaped}</p>`).replaceAll('&amp;', '&')).toBe(`<p>${escaped}</p>`);
      }),
      { numRuns: 300 },
    );
  });

  it('is left out when it is too long or nested too deeply to be shown', () => {
    expect(markdownOf('x'.repeat(31_000))).toBe('textTooLong');
    expect(markdownOf(`<p>${'y'.repeat(201_000)}</p>`)).toBe('textTooLong');
    expect(markdownOf('<ul><li>'.repeat(5000))).toBe('');
  });
});
