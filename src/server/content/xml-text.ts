/** Reads XML from outside. All values stay strings, so that no amount is rounded. */
import { XMLParser } from 'fast-xml-parser';

/** `lists`: elements that may repeat. A document's own entities are ignored; `textOf` resolves XML's five. */
export const xmlParser = (lists: readonly string[]): XMLParser =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && lists.includes(name),
  });

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const signOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** The text of a node, with or without attributes; '' without one. */
export const textOf = (node: unknown): string => {
  const found = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)['#text'] : node;
  const text = typeof found === 'string' ? found : '';
  return text
    .replace(
      /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
      (whole, name?: string, ten?: string, hex = '') =>
        name ? (ENTITIES[name] ?? whole) : signOf(ten ? Number(ten) : Number.parseInt(hex, 16)),
    )
    .trim();
};
