/** The result of a program that renders a share of the pages, by file below `client/`. */
export interface RenderedPages {
  /** Keys of all pages of the share that have one, rendered or skipped. */
  keys: Record<string, string>;
  /** Content-Security-Policies of the rendered pages. */
  policies: Record<string, string>;
}

/** Name of its file in the build's folder. Shares count from 0. */
export const renderedPages = (share: number): string => `pages-${share}.json`;
