/** The only way from editors' Markdown to HTML of a page or a mail. */
import { Marked, type MarkedExtension } from 'marked';
import sanitizeHtml from 'sanitize-html';

const TAGS = ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'del', 'br', 'hr', 'a', 'blockquote', 'code', 'pre'];
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
/** The page's name is its only h1. */
const LOWERED: Record<string, string> = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3' };
const ATTRIBUTES: Record<string, string[]> = { a: ['href'], h2: ['id'], ol: ['start'], th: ['align'], td: ['align'] };
/** Set by the renderer of legal texts. An author's id could shadow a global variable of a script. */
const OWN_ID = /^section-\d+$/;
const ALLOWED = new Set([...TAGS, ...TABLE_TAGS, ...Object.keys(LOWERED)]);
const FORBIDDEN_SCHEME = /^(?!https?:|mailto:|tel:)[a-z][\w+.-]*:/i;

export interface SafeHtml {
  html: string;
  /** The removed parts, such as `<form>` and `<p onclick>`, for the author. */
  removed: string[];
}

interface Options {
  extension?: MarkedExtension;
  /** Unencrypted links are allowed, because a local shop links to itself that way. */
  allowsHttp?: boolean;
}

/** An author's Markdown as HTML without scripts, styles, pictures, forms and handlers. */
export function renderMarkdown(markdown: string, { extension = {}, allowsHttp = false }: Options = {}): SafeHtml {
  const removed = new Set<string>();
  const html = sanitizeHtml(new Marked({ gfm: true }, extension).parse(markdown, { async: false }), {
    allowedTags: [...TAGS, ...TABLE_TAGS],
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['https', 'mailto', 'tel', ...(allowsHttp ? ['http'] : [])],
    transformTags: {
      ...LOWERED,
      h2: (tagName, { id = '' }) => ({ tagName, attribs: OWN_ID.test(id) ? { id } : ({} as Record<string, string>) }),
    },
    onOpenTag(name, attributes) {
      if (!ALLOWED.has(name)) removed.add(`<${name}>`);
      else for (const attribute of forbiddenOf(name, attributes)) removed.add(`<${name} ${attribute}>`);
    },
  });
  return { html: html.trim(), removed: [...removed] };
}

function forbiddenOf(tag: string, attributes: Record<string, string>): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (!ATTRIBUTES[tag]?.includes(name) || (name === 'id' && !OWN_ID.test(value))) return [name];
    // Browsers ignore spaces and line breaks in a scheme.
    const [scheme] = FORBIDDEN_SCHEME.exec(value.replace(/\s/g, '')) ?? [];
    return name === 'href' && scheme ? [`href="${scheme}"`] : [];
  });
}

/** HTML tags in a plain text, which pages show as typed. */
export const tagsIn = (text: string): string[] =>
  [...new Set(text.match(/<\/?[a-z!][^\s<>]*/gi) ?? [])].map((tag) => `${tag}>`);
