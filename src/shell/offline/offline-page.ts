import { isKeptPage } from './kept.ts';

// In the worker itself: there is no network to load texts from, and three lines need no library.
const TEXTS = {
  '': {
    lang: 'pt-BR',
    title: 'Sem conexão',
    text: 'Esta página ainda não foi visitada. As páginas que você já abriu continuam legíveis.',
    online: 'Esta página só funciona com internet. As páginas da loja que você já abriu continuam legíveis.',
    again: 'Tentar de novo',
    home: 'Página inicial',
    cart: 'Carrinho',
  },
  '/de': {
    lang: 'de-DE',
    title: 'Keine Verbindung',
    text: 'Diese Seite wurde noch nicht besucht. Seiten, die Sie schon geöffnet haben, bleiben lesbar.',
    online: 'Diese Seite braucht eine Internetverbindung. Seiten des Shops, die Sie schon geöffnet haben, bleiben lesbar.',
    again: 'Noch einmal versuchen',
    home: 'Startseite',
    cart: 'Warenkorb',
  },
  '/en': {
    lang: 'en-US',
    title: 'No connection',
    text: 'This page has not been visited yet. Pages you have opened before stay readable.',
    online: 'This page needs an internet connection. Pages of the shop you have opened before stay readable.',
    again: 'Try again',
    home: 'Home',
    cart: 'Cart',
  },
};

// The shop's paper, ink and buttons: its own styles stand in pages that are not there.
const STYLE =
  'body{max-width:40rem;margin:2rem auto;padding:0 1rem;background:#fbf6ee;color:#21261f;font:1rem/1.5 system-ui,sans-serif}h1{font-family:Georgia,serif;font-weight:400}a{display:inline-block;margin:0 .5rem .5rem 0;padding:.625rem 1rem;border:1px solid;border-radius:2rem;color:#17513a;font-weight:600;text-decoration:none}@media(prefers-color-scheme:dark){body{background:#131a15;color:#efece3}a{color:#9dd3b5}}';

/** What shows while nobody answers, for a page that was never visited, or is never kept. */
export function offlinePage(pathname: string): Response {
  const prefix = (/^\/(de|en)(?=\/|$)/.exec(pathname)?.[0] ?? '') as keyof typeof TEXTS;
  const { lang, title, text, online, again, home, cart } = TEXTS[prefix];
  const links = [
    ['', again],
    [prefix || '/', home],
    [`${prefix}/cart`, cart],
  ].map(([href, name]) => `<a href="${href}">${name}</a>`);
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${isKeptPage(pathname) ? text : online}</p><p>${links.join(' ')}</p>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
