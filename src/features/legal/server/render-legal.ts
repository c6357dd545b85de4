import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked';
import { renderMarkdown, type SafeHtml } from '#src/server/safe-html.ts';

/** Second-level headings get an `id`, so that a page can link to them. */
export function renderHtml(markdown: string): SafeHtml & { sections: { id: string; title: string }[] } {
  const sections: { id: string; title: string }[] = [];
  const extension: MarkedExtension = {
    renderer: {
      heading({ depth, tokens }) {
        const inner = this.parser.parseInline(tokens);
        if (depth !== 2) return `<h${depth}>${inner}</h${depth}>\n`;
        const id = `section-${sections.length + 1}`;
        sections.push({ id, title: inlineText(tokens) });
        return `<h2 id="${id}">${inner}</h2>\n`;
      },
    },
  };
  return { ...renderMarkdown(markdown, { extension, allowsHttp: true }), sections };
}

/**
 * Plain text for a mail: underlined headings, lists with hyphens or numbers, and each link's address after its text.
 */
export const renderText = (markdown: string): string => new Marked().lexer(markdown).map(blockText).join('').trim();

const WIDTH = 76;

function blockText(token: Token): string {
  if (token.type === 'heading') {
    const title = inlineText(token.tokens ?? []);
    return `${title}\n${'-'.repeat(Math.min(title.length, WIDTH))}\n\n`;
  }
  if (token.type === 'list') {
    const { ordered, start, items } = token as Tokens.List;
    const lines = items.map((item, index) => {
      const mark = ordered ? `${Number(start) + index}. ` : '- ';
      return wrap(mark + inlineText(item.tokens), ' '.repeat(mark.length));
    });
    return `${lines.join('\n')}\n\n`;
  }
  return token.type === 'space' ? '' : `${wrap(inlineText([token]))}\n\n`;
}

export function inlineText(tokens: Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n';
      const words =
        'tokens' in token && token.tokens ? inlineText(token.tokens) : 'text' in token ? String(token.text) : token.raw;
      const address = token.type === 'link' ? (token as Tokens.Link).href.replace(/^mailto:/, '') : words;
      return address === words ? words : `${words} (${address})`;
    })
    .join('');
}

/** Breaks lines at spaces; those after the first begin with `indent`. */
const wrap = (text: string, indent = ''): string =>
  text
    .split('\n')
    .map((line) => wrapLine(line, indent))
    .join('\n');

function wrapLine(line: string, indent: string): string {
  const [first = '', ...words] = line.split(' ');
  const lines = [first];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last.length + 1 + word.length > WIDTH) lines.push(indent + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
