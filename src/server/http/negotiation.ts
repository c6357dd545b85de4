export type Coding = 'br' | 'gzip';

// A quality of 0 is a refusal.
const TAKES: [Coding, RegExp][] = [
  ['br', /(?<![\w-])br(?![\w-])(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/],
  ['gzip', /(?<![\w-])gzip(?![\w-])(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/],
];

/** How an answer to this Accept-Encoding is packed best; undefined: not at all. */
export function codingFor(accepted: string | string[] | undefined): Coding | undefined {
  return accepted === undefined ? undefined : TAKES.find(([, takes]) => takes.test(String(accepted)))?.[0];
}

/** Whether an If-None-Match names the tag. */
export const knowsTag = (known: string | undefined, etag: string): boolean =>
  known !== undefined && (known === etag || known.split(',').some((tag) => tag.trim() === etag));
