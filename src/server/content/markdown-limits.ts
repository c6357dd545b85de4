/** The longest legal text of the shop has 15,000 characters and 130 lines. */
const MAX_LENGTH = 30_000;
const MAX_LINES = 2000;
const MAX_NESTING = 20;
const MAX_ITEMS = 500;
const MAX_PLACES = 500;
/** Limit of the characters that marked reads when each mark of a paragraph makes it read the whole paragraph again. */
const MAX_STEPS = 400_000;
/** Limit of table cells, because marked fills each row up to the columns of its head. */
const MAX_CELLS = 3000;

/** Keys of `desk:errors`. */
export type MarkdownProblem = 'markdown_too_long' | 'markdown_too_complex';

/** What the command line says about a problem to editors of the files. */
export const MARKDOWN_ADVICE: Record<MarkdownProblem, string> = {
  markdown_too_long: 'is too long. Write at most 30,000 characters in 2,000 lines.',
  markdown_too_complex:
    'is too complex. Nest at most 20 lists and quotations, and write at most 3,000 cells in tables and 64 ' +
    'characters before an @, and divide paragraphs with many of the signs * _ ` ~ [ ( ! by blank lines.',
};

/** List and quotation markers at the beginning of a line. */
const CONTAINERS = /^[\s\d>*+.)-]*/;
const CONTAINER = />|[*+-](?=\s)|\d[.)](?=\s)/g;
const ITEM = /^[\s>]*(?:[*+-]|\d+[.)])\s/gm;
const PLACE = /\{\{/g;
/** A blank line ends a paragraph, and so does a line that begins with a bullet. */
const PARAGRAPH_END = /\n[^\S\n]*\n|\n(?= {0,3}[*+-] +\S)/;
const MARK = /[*_~`![(]/g;
const COLUMN = /\|/g;
/** Longer than the local part of any email address; marked searches for addresses again at each letter. */
const LONG_WORD_WITH_AT = /(?<![\w.!#$%&'*+/=?`{|}~-])[\w.!#$%&'*+/=?`{|}~-]{65,}@/;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function isNested(line: string): boolean {
  const begin = CONTAINERS.exec(line)![0];
  // Each level of a list is indented by two columns or more.
  return countOf(begin, CONTAINER) > MAX_NESTING || line.search(/\S|$/) > 2 * MAX_NESTING;
}

/** Upper bound of the table cells in a paragraph. */
function cellsOf(paragraph: string): number {
  const lines = paragraph.split('\n');
  return lines.length * Math.max(...lines.map((line) => countOf(line, COLUMN)));
}

/** Why marked must not parse this text: some texts take quadratic time, and deeply nested ones overflow the stack. */
export function markdownProblem(markdown: string): MarkdownProblem | undefined {
  if (markdown.length > MAX_LENGTH) return 'markdown_too_long';
  const lines = markdown.split('\n');
  if (lines.length > MAX_LINES) return 'markdown_too_long';
  const paragraphs = markdown.split(PARAGRAPH_END);
  const sum = (costOf: (paragraph: string) => number) =>
    paragraphs.reduce((all, paragraph) => all + costOf(paragraph), 0);
  const isComplex =
    lines.some(isNested) ||
    sum((paragraph) => paragraph.length * countOf(paragraph, MARK)) > MAX_STEPS ||
    sum(cellsOf) > MAX_CELLS ||
    LONG_WORD_WITH_AT.test(markdown) ||
    countOf(markdown, ITEM) > MAX_ITEMS ||
    countOf(markdown, PLACE) > MAX_PLACES;
  return isComplex ? 'markdown_too_complex' : undefined;
}
