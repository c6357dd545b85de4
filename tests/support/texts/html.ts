const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Unescapes HTML like a browser. */
export const decodeEntities = (html: string): string =>
  html.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) => {
    if (hex || decimal) return String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal));
    return ENTITIES[name ?? ''] ?? entity;
  });

/** The text of an element without child elements; undefined when there is no such element. */
export function textOf(html: string, element: string): string | undefined {
  const found = new RegExp(`<${element}(?:\\s[^>]*)?>([^<]*)</${element}>`, 'i').exec(html)?.[1];
  return found === undefined ? undefined : decodeEntities(found);
}

/** The words of a page in the order of its markup, as a person reads them: spans and soft hyphens divide no word. */
export const wordsOf = (html: string): string =>
  decodeEntities(
    html
      .replaceAll(/<(style|script)[^]*?<\/\1>/g, '')
      .replaceAll(/<\/?span[^>]*>|\u00ad/g, '')
      .replaceAll(/<[^>]*>/g, ' '),
  ).replaceAll(/\s+/g, ' ');
