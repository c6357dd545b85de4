/**
 * Adds styles that come with a script, so that pages without the script do not contain them. They become one rule of
 * the page's last style sheet: the pages' policy forbids new style elements, and Safari before 16.4 has no
 * `adoptedStyleSheets`.
 */
export function adoptStyles(css: string): void {
  const sheet = [...document.styleSheets].reverse().find(({ href }) => href === null)!;
  sheet.insertRule(`@media all{${css}}`, sheet.cssRules.length);
}
