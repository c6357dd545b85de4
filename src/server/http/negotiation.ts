export type Coding = 'br' | 'gzip';

// A quality of 0 is a refusal.
const naming = (coding: string) => new RegExp(`(?<![\\w-])${coding}(?![\\w-])(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`);
const NAMING = { dcz: naming('dcz'), br: naming('br'), gzip: naming('gzip') };
const BEST_FIRST: readonly Coding[] = ['br', 'gzip'];

/** Whether this Accept-Encoding allows a coding. */
export const acceptsCoding = (coding: keyof typeof NAMING, accepted: string | string[] | undefined): boolean =>
  accepted !== undefined && NAMING[coding].test(String(accepted));

/** The best coding for this Accept-Encoding; undefined means uncompressed. */
export const bestCoding = (accepted: string | string[] | undefined): Coding | undefined =>
  BEST_FIRST.find((coding) => acceptsCoding(coding, accepted));

/** Whether an If-None-Match contains the tag. */
export const matchesTag = (known: string | undefined, etag: string): boolean =>
  known !== undefined && (known === etag || known.split(',').some((tag) => tag.trim() === etag));
