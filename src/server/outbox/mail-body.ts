import { breakLinks } from './break-links.ts';

/** A part of a mail; each part is defined once and rendered as HTML and as text. A string is a paragraph. */
export type MailPart =
  | { kind: 'heading'; text: string }
  | string
  | { kind: 'button'; label: string; href: string }
  /** Columns after the first are numbers. */
  | { kind: 'table'; head?: string[]; rows: string[][]; foot?: string[][] }
  /**
   * A customer's text under a note that says so. Its links are broken, so that the shop's mails cannot be abused for
   * spam.
   */
  | { kind: 'quote'; note: string; rows: string[][] }
  /**
   * A picture that the gateway attaches (`inline-pictures.ts`); `width` and `height` in CSS pixels. PNG only, because
   * many mail programs show no SVG, WebP or AVIF.
   */
  | { kind: 'picture'; file: `${string}.png`; alt: string; width: number; height: number }
  /** A QR code, which the gateway draws and attaches. */
  | { kind: 'code'; text: string; alt: string }
  /** HTML of our own, with its plain text. */
  | { kind: 'html'; html: string; text: string };

interface Letter {
  lang: string;
  /** The shop's name. */
  shop: string;
  title: string;
  parts: MailPart[];
  footer: string;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

/** Numbers of orders, invoices and vouchers, also the place of a voucher's code in a waiting mail. */
const WHOLE_NUMBER = /\b[0-9A-Z]{2,12}(?:-(?:[0-9A-Z?]{1,12}|…)){1,4}(?![\p{L}\p{N}-])/gu;

const lines = (text: string) =>
  escapeHtml(text).replace(WHOLE_NUMBER, '<span style="white-space:nowrap">$&</span>').replaceAll('\n', '<br>');

const CELL = 'padding:6px 0;border-bottom:1px solid #e6dccb;vertical-align:top;';

/** Longer numbers and addresses, such as a tracking number, have no room beside their label on a phone. */
const LONG_WORD = /[^\s]{15}/u;
const SHORT_AMOUNT = /^(?=.*\d).{1,14}$/u;

function row(cells: string[], tag: 'td' | 'th', extra = ''): string {
  const [label = '', value = ''] = cells;
  if (tag === 'td' && cells.length === 2 && LONG_WORD.test(value))
    return `<tr><td colspan="2" style="${CELL}${extra}">${lines(label)}<br>${lines(value)}</td></tr>`;
  // Words break where a phone has no room; an amount does not.
  const style = (index: number) =>
    `${CELL}text-align:${index ? 'right' : 'left'};${index ? 'padding-left:12px;' : ''}` +
    `${index && tag === 'td' && SHORT_AMOUNT.test(cells[index]!) ? 'white-space:nowrap;' : ''}${extra}`;
  return `<tr>${cells.map((cell, index) => `<${tag} style="${style(index)}">${lines(cell)}</${tag}>`).join('')}</tr>`;
}

/** The last cell of a row is the person's text; a cell before it is the label. */
const quotedRows = ({ rows }: Extract<MailPart, { kind: 'quote' }>): string[][] =>
  rows.map((cells) => cells.with(-1, breakLinks(cells.at(-1) ?? '')));

/** The name of a QR code's picture, from which the gateway reads its text again. */
const codeId = (text: string): string => `code-${Buffer.from(text).toString('base64url')}`;

function partAsHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p style="margin:0 0 14px">${lines(part)}</p>`;
  switch (part.kind) {
    case 'heading':
      return `<h2 style="margin:28px 0 8px;font-size:18px;line-height:1.3">${lines(part.text)}</h2>`;
    case 'button':
      return (
        `<p style="margin:20px 0"><a href="${escapeHtml(part.href)}" style="display:inline-block;padding:12px ` +
        `22px;border-radius:999px;background:#17513a;color:#ffffff;font-weight:bold;text-decoration:none">${lines(part.label)}</a></p>`
      );
    case 'table': {
      const head = part.head ? `<thead>${row(part.head, 'th', 'font-size:13px;color:#585f55;')}</thead>` : '';
      const foot = (part.foot ?? []).map((cells) => row(cells, 'td', 'font-weight:bold;')).join('');
      const body = part.rows.map((cells) => row(cells, 'td')).join('');
      return (
        `<table role="${part.head ? 'table' : 'presentation'}" style="width:100%;border-collapse:collapse;margin:0 ` +
        `0 14px">${head}<tbody>${body}${foot}</tbody></table>`
      );
    }
    case 'quote':
      return `<p style="margin:0 0 4px;color:#585f55;font-size:13px">${lines(part.note)}</p>
<blockquote style="margin:0 0 14px;padding:0 14px;border-left:4px solid #e6dccb">${partAsHtml({ kind: 'table', rows: quotedRows(part) })}</blockquote>`;
    case 'picture':
      return (
        `<p style="margin:0 0 14px"><img src="cid:${part.file}" alt="${escapeHtml(part.alt)}" ` +
        `width="${part.width}" height="${part.height}" style="max-width:100%;height:auto;background:#ffffff"></p>`
      );
    case 'code':
      return (
        `<p style="margin:0 0 14px"><img src="cid:${codeId(part.text)}" alt="${escapeHtml(part.alt)}" width="180" ` +
        'height="180" style="background:#ffffff"></p>'
      );
    case 'html':
      return part.html;
  }
}

function partAsText(part: MailPart): string {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'heading':
      return `${part.text}\n${'-'.repeat([...part.text].length)}`;
    case 'button':
      return `${part.label}:\n${part.href}`;
    case 'table':
      return [...(part.head ? [part.head] : []), ...part.rows, ...(part.foot ?? [])]
        .map(
          ([first = '', ...rest]) => `${first.replaceAll('\n', '\n  ')}${rest.length ? `: ${rest.join(' · ')}` : ''}`,
        )
        .join('\n');
    case 'quote':
      return `${part.note}\n${quotedRows(part)
        .map((cells) => cells.join(': '))
        .join('\n')
        .replace(/^/gm, '> ')}`;
    case 'picture':
    case 'code':
      return part.alt;
    case 'html':
      return part.text;
  }
}

/** The shared layout of all mails: tables and inline styles, because mail programs support little else. */
export function renderMail({ lang, shop, title, parts, footer }: Letter): { html: string; text: string } {
  const html = `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#fbf6ee;color:#21261f;font:16px/1.5 Helvetica,Arial,sans-serif">
<table role="presentation" style="width:100%;border-collapse:collapse"><tr><td style="padding:24px 12px">
<table role="presentation" style="width:100%;max-width:600px;margin:0 auto;border-collapse:collapse;background:#ffffff">
<tr><td style="padding:18px 20px;background:#0e3b2a;color:#ffffff;font:22px/1.2 Georgia,serif">${escapeHtml(shop)}</td></tr>
<tr><td style="padding:28px 20px;word-break:break-word">
<h1 style="margin:0 0 16px;font:26px/1.25 Georgia,serif">${lines(title)}</h1>
${parts.map(partAsHtml).join('\n')}
</td></tr>
<tr><td style="padding:18px 20px;border-top:1px solid #e6dccb;color:#585f55;font-size:13px;word-break:break-word">${lines(footer)}</td></tr>
</table></td></tr></table>
</body></html>
`;
  const text = `${[title, ...parts.map(partAsText)].join('\n\n')}\n\n-- \n${footer}\n`;
  return { html, text };
}
