/** The facts of a page's head for search engines. */
export const headOf = (html: string) => ({
  canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
  noindex: html.includes('<meta name="robots" content="noindex"'),
  alternates: html.match(/<link rel="alternate" hreflang/g)?.length ?? 0,
});
