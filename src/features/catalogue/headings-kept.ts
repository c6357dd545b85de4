const TAG = /<(\/?)(\w+)[^>]*>/g;
const VOID = ['br', 'hr'];
const BETWEEN_ITEMS = /(?<=<\/?(?:li|ul|ol)>)\n(?=<)/g;

/** The outermost elements of HTML that `renderMarkdown` wrote. */
function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(TAG)) {
    if (!VOID.includes(name)) depth += slash ? -1 : 1;
    if (depth > 0) continue;
    const end = index + tag.length;
    blocks.push(html.slice(start, end).replace(/^\n+/, ''));
    start = end;
  }
  const rest = html.slice(start).replace(/^\n+/, '');
  return rest ? [...blocks, rest] : blocks;
}

const isHeading = (block: string | undefined): boolean => /^<h[23]/.test(block ?? '');

/**
 * A rich text whose headings share a box with the block that they introduce, so that no column ends with a heading:
 * Firefox and WebKit know no `break-after: avoid` between columns.
 */
export function headingsKept(html: string): string {
  const blocks = blocksOf(html);
  const isInside = (at: number) => isHeading(blocks[at - 1]);
  return blocks
    .map((block, at) => {
      const opens = isHeading(block) && !isInside(at) && at + 1 < blocks.length;
      const closes = isInside(at) && (!isHeading(block) || at + 1 === blocks.length);
      return (opens ? '<section>' : '') + block + (closes ? '</section>' : '');
    })
    .join('')
    .replaceAll(BETWEEN_ITEMS, '');
}
