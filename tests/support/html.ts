const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The text that a browser reads from escaped HTML. */
export const decodeEntities = (html: string): string =>
  html.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) => {
    if (hex || decimal) return String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal));
    return ENTITIES[name ?? ''] ?? entity;
  });

/** The text of an element without children; undefined where there is none, or one with children. */
export function textOf(html: string, element: string): string | undefined {
  const found = new RegExp(`<${element}(?:\\s[^>]*)?>([^<]*)</${element}>`, 'i').exec(html)?.[1];
  return found === undefined ? undefined : decodeEntities(found);
}
