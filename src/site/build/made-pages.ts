/** What the program that makes the pages tells the rest of a build, by file below `client/`. */
export interface MadePages {
  /** Keys of all pages that have one, made or left out. */
  keys: Record<string, string>;
  /** Content-Security-Policies of the pages that were made. */
  policies: Record<string, string>;
}

/** File of it in the build's folder. */
export const MADE_PAGES = 'pages.json';
