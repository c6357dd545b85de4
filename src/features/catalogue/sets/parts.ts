/** What is in a set, as an editor writes it in the column `parts`: `BEB-001 2, DOC-003 1`. */

/** Most different products in a set, and most units of one of them. */
export const MOST_PARTS = 12;
export const MOST_PART_UNITS = 24;

export interface WrittenPart {
  code: string;
  units: number;
}

/** Reads the parts; undefined when the text has another form. Without a number, a set has one unit of the part. */
export function readParts(text: string): WrittenPart[] | undefined {
  const parts = text
    .split(/[,;]/)
    .map((part) => /^\s*([A-Z0-9][A-Z0-9-]{1,19})(?:\s+(\d{1,2}))?\s*$/.exec(part))
    .map((found) => found && { code: found[1]!, units: Number(found[2] ?? 1) });
  return parts.every((part) => part !== null) ? parts : undefined;
}

export const writeParts = (parts: readonly WrittenPart[]): string =>
  parts.map(({ code, units }) => `${code} ${units}`).join(', ');
