import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

const RICH = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'br', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
};

/** An editor's Markdown as HTML that is safe to show: no scripts, styles, pictures or handlers survive. */
export function renderRichText(markdown: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true });
  // The product's name is the page's only h1.
  return sanitizeHtml(html, { ...RICH, transformTags: { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' } }).trim();
}

/** One line with bold as its only markup, because ingredients mark allergens in bold. All other characters are escaped. */
export function renderBold(line: string): string {
  const escaped = line.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  return escaped.replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}
