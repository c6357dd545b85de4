/** The result of the program that renders the pages, by file below `client/`. */
export interface MadePages {
  /** Keys of all pages that have one, rendered or skipped. */
  keys: Record<string, string>;
  /** Content-Security-Policies of the rendered pages. */
  policies: Record<string, string>;
}

/** Name of its file in the build's folder. */
export const MADE_PAGES = 'pages.json';
