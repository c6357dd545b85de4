/** The result of the program that renders the pages, by file below `client/`. */
export interface RenderedPages {
  /** Keys of all pages that have one, rendered or skipped. */
  keys: Record<string, string>;
  /** Content-Security-Policies of the rendered pages. */
  policies: Record<string, string>;
}

/** Name of its file in the build's folder. */
export const RENDERED_PAGES = 'pages.json';
