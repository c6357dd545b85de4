/** HTML of another shop as the Markdown that product texts accept. Nothing of the HTML itself is left. */
import sanitizeHtml from 'sanitize-html';
import { markdownProblem } from '#src/server/content/markdown-limits.ts';
import { renderMarkdown } from '#src/server/safe-html.ts';
import { textOf as decoded } from '#src/server/content/xml-text.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';

const LONGEST_HTML = 200_000;
const MOST_NESTED = 12;

/** Tags that begin a line of their own. */
const BLOCKS = ['p', 'div', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'table', 'tr', 'hr'];
const INLINE = ['strong', 'em', 'del', 'a', 'br', 'th', 'td'];
/** Tags of the same meaning. */
const SAME: Record<string, string> = {
  ...{ h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', b: 'strong', i: 'em', s: 'del', strike: 'del' },
  ...{ section: 'div', article: 'div', header: 'div', footer: 'div', pre: 'div', dt: 'div', dd: 'div', center: 'div' },
};
/** Readers never see what is inside these elements. */
const UNREAD = ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'svg', 'iframe', 'object'];

interface Node {
  tag: string;
  href: string;
  children: (Node | string)[];
}

export function htmlToMarkdown(html: string): Result<string, 'textTooLong' | 'textTooComplex'> {
  if (html.length > LONGEST_HTML) return fail('textTooLong');
  const markdown = blocksOf(treeOf(clean(html)).children).join('\n\n');
  const problem = markdownProblem(markdown);
  if (problem) return fail(problem === 'markdown_too_long' ? 'textTooLong' : 'textTooComplex');
  // The text is escaped, so this would be a fault of this file: better no text than a wrong one.
  if (renderMarkdown(markdown).removed.length > 0) return fail('textTooComplex');
  return ok(markdown === '' ? '' : `${markdown}\n`);
}

/** Returns balanced tags of the list above, without attributes except addresses. */
const clean = (html: string): string =>
  sanitizeHtml(html.replace(/[\p{Cc}\uFFFD]/gu, ' '), {
    allowedTags: [...BLOCKS, ...INLINE],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto', 'tel'],
    nonTextTags: UNREAD,
    nestingLimit: MOST_NESTED,
    transformTags: SAME,
  });

const TOKEN = /<(\/?)([a-z0-9]+)(?: href="([^"]*)")?[^>]*>|[^<]+/g;
const EMPTY = new Set(['br', 'hr']);

function treeOf(html: string): Node {
  const root: Node = { tag: '', href: '', children: [] };
  const open = [root];
  for (const [token, close, tag, href = ''] of html.matchAll(TOKEN)) {
    const into = open.at(-1)!;
    if (tag === undefined) into.children.push(token.replaceAll('&nbsp;', ' '));
    else if (close) {
      if (into.tag === tag && open.length > 1) open.pop();
    } else {
      const node: Node = { tag, href: decoded(href), children: [] };
      into.children.push(node);
      if (!EMPTY.has(tag)) open.push(node);
    }
  }
  return root;
}

const isBlock = (child: Node | string): boolean => typeof child !== 'string' && hasBlock(child);
const hasBlock = ({ tag, children }: Node): boolean => BLOCKS.includes(tag) || children.some(isBlock);

/** Paragraphs, headings, lists and tables, each as its Markdown. */
function blocksOf(children: Node['children']): string[] {
  const blocks: string[] = [];
  let line: Node['children'] = [];
  const endLine = () => {
    const text = paragraph(line);
    if (text !== '') blocks.push(text);
    line = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || !hasBlock(child)) {
      line.push(child);
      continue;
    }
    endLine();
    blocks.push(...blockOf(child));
  }
  endLine();
  return blocks;
}

function blockOf(node: Node): string[] {
  switch (node.tag) {
    case 'h2':
    case 'h3': {
      const text = oneLine(node.children);
      return text === '' ? [] : [`${node.tag === 'h2' ? '##' : '###'} ${text}`];
    }
    case 'ul':
    case 'ol':
      return listOf(node);
    case 'blockquote':
      return quoted(blocksOf(node.children));
    case 'table':
      return tableOf(node);
    case 'hr':
      return ['---'];
    default:
      return blocksOf(node.children);
  }
}

const quoted = (blocks: string[]): string[] =>
  blocks.length === 0 ? [] : [blocks.join('\n\n').replaceAll(/^/gm, '> ')];

function listOf({ tag, children }: Node): string[] {
  const items = children.flatMap((child) =>
    typeof child === 'string' ? [] : [blocksOf(child.tag === 'li' ? child.children : [child])],
  );
  const written = items
    .filter((blocks) => blocks.length > 0)
    .map((blocks, index) => {
      const mark = tag === 'ol' ? `${index + 1}. ` : '- ';
      return mark + blocks.join('\n').replaceAll('\n', `\n${' '.repeat(mark.length)}`);
    });
  return written.length === 0 ? [] : [written.join('\n')];
}

function tableOf(node: Node): string[] {
  const rows = rowsOf(node).map((row) =>
    row.children.flatMap((cell) => (typeof cell === 'string' ? [] : [oneLine(cell.children)])),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 2) return rows.flat().filter(Boolean);
  const written = rows.map((row) => `| ${Array.from({ length: width }, (_, place) => row[place] ?? '').join(' | ')} |`);
  return [[written[0]!, `|${' --- |'.repeat(width)}`, ...written.slice(1)].join('\n')];
}

const rowsOf = (node: Node): Node[] =>
  node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.tag === 'tr' ? [child] : rowsOf(child);
  });

const BREAK = '\\\n';

/** The text of a heading or a cell. */
const oneLine = (children: Node['children']): string => paragraph(children).replaceAll(BREAK, ' ');

function paragraph(children: Node['children']): string {
  const text = withSpaces(inline(children))
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ?\\\n ?/g, BREAK);
  return parted(text)
    .inner.replaceAll(/^(?=[#>=+-])/gm, '\\')
    .replaceAll(/^(\d+)(?=[.)])/gm, '$1\\');
}

const inline = (children: Node['children']): string =>
  children.map((child) => (typeof child === 'string' ? escaped(child) : marked(child))).join('');

function marked(node: Node): string {
  const text = inline(node.children);
  switch (node.tag) {
    case 'br':
      return BREAK;
    case 'strong':
      return around(text, '**');
    case 'em':
      return around(text, '*');
    case 'del':
      return around(text, '~~');
    case 'a':
      return linked(text, node.href);
    // A block inside of a line, such as a list in a cell.
    default:
      return BLOCKS.includes(node.tag) || node.tag === 'td' || node.tag === 'th' ? ` ${text} ` : text;
  }
}

/** A text without the spaces and line breaks around it. An expression would look for the end at each line break. */
function parted(text: string): { before: string; inner: string; after: string } {
  const start = /^(?:\s|\\\n)*/.exec(text)![0].length;
  let end = text.length;
  while (end > start && /\s/.test(text[end - 1]!)) end -= text.endsWith(BREAK, end) ? BREAK.length : 1;
  return { before: text.slice(0, start), inner: text.slice(start, end), after: text.slice(end) };
}

/** Markdown marks touch the text, so spaces go before and behind them. Nested marks of one kind would end each other. */
function around(text: string, mark: string): string {
  const { before, inner, after } = parted(text);
  return inner === '' || inner.includes('*') || inner.includes('~~') || inner.includes(BREAK)
    ? text
    : before + edgeOf(inner[0]!) + mark + inner + mark + edgeOf(inner.at(-1)!) + after;
}

/** Between a mark beside punctuation and a letter outside of it: there Markdown needs a space. */
const EDGE = '\0';
const edgeOf = (sign: string): string => (/[\p{P}\p{S}]/u.test(sign) ? EDGE : '');
const withSpaces = (text: string): string =>
  text.replaceAll(/(?<=[\p{L}\p{N}])\0|\0(?=[\p{L}\p{N}])/gu, ' ').replaceAll(EDGE, '');

function linked(text: string, href: string): string {
  const label = text.replaceAll(BREAK, ' ').trim();
  if (label === '' || !/^(?:https:\/\/|mailto:|tel:)./.test(href) || label.includes('](')) return text;
  const address = href.replaceAll(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `[${label}](${address})`;
}

/** Signs that Markdown or HTML would read. */
const escaped = (text: string): string =>
  decoded(`.${text}.`)
    .slice(1, -1)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_[\]<~|]/g, '\\$&')
    .replaceAll(/&(?=#?\w+;)/g, '\\&');
