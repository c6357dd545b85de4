import type commonTexts from '#locales/en-US/common.json';
import { localeOfPath } from '#src/i18n/locales.ts';
import { isCacheablePage, startPages } from './cacheable.ts';

type CommonTexts = typeof commonTexts;

// The worker contains these texts, because without a network it cannot load them.
const TEXTS = import.meta.glob<CommonTexts['offline']>('/locales/*/common.json', { import: 'offline', eager: true });

// The shop's colours and buttons. Its style sheets are inline in pages, so the worker has none.
const STYLE =
  'body{max-width:40rem;margin:2rem auto;padding:0 1rem;background:#fbf6ee;color:#21261f;font:1rem/1.5 ' +
  'system-ui,sans-serif}h1{font-family:Georgia,serif;font-weight:400}a{display:inline-block;margin:0 .5rem .5rem ' +
  '0;padding:.625rem 1rem;border:1px ' +
  'solid;border-radius:2rem;color:#17513a;font-weight:600;text-decoration:none}@media(prefers-color-scheme:dark){body{background:#131a15;color:#efece3}a{color:#9dd3b5}}';

/** The page for an address that cannot be loaded and is not stored. */
export function offlinePage(pathname: string): Response {
  const locale = localeOfPath(pathname);
  const texts = TEXTS[`/locales/${locale}/common.json`]!;
  const [home, cart] = startPages(pathname);
  const links = [
    ['', texts.again],
    [home, texts.home],
    [cart, texts.cart],
  ].map(([href, name]) => `<a href="${href}">${name}</a>`);
  const text = isCacheablePage(pathname) ? texts.text : texts.online;
  const html =
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" ` +
    `content="width=device-width"><title>${texts.title}</title><style>${STYLE}</style><h1>${texts.title}</h1><p>${text}</p><p>${links.join(' ')}</p>`;
  // Without an error's status, because browsers may replace an error by a page of their own.
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
