/** What a page's head tells search engines. */
export const headOf = (html: string) => ({
  canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
  noindex: html.includes('<meta name="robots" content="noindex"'),
  alternates: html.match(/<link rel="alternate" hreflang/g)?.length ?? 0,
});
