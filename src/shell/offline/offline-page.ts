import { isKeptPage } from './kept.ts';

// In the worker itself: there is no network to load texts from, and three lines need no library.
const TEXTS = {
  '': {
    lang: 'pt-BR',
    title: 'Sem conexão',
    text: 'Esta página ainda não foi visitada. As páginas que você já abriu continuam legíveis.',
    online: 'Esta página só funciona com internet. As páginas da loja que você já abriu continuam legíveis.',
    home: 'Página inicial',
    cart: 'Carrinho',
  },
  '/de': {
    lang: 'de-DE',
    title: 'Keine Verbindung',
    text: 'Diese Seite wurde noch nicht besucht. Seiten, die Sie schon geöffnet haben, bleiben lesbar.',
    online: 'Diese Seite braucht eine Internetverbindung. Seiten des Shops, die Sie schon geöffnet haben, bleiben lesbar.',
    home: 'Startseite',
    cart: 'Warenkorb',
  },
  '/en': {
    lang: 'en-US',
    title: 'No connection',
    text: 'This page has not been visited yet. Pages you have opened before stay readable.',
    online: 'This page needs an internet connection. Pages of the shop you have opened before stay readable.',
    home: 'Home',
    cart: 'Cart',
  },
};

/** What shows while nobody answers, for a page that was never visited, or is never kept. */
export function offlinePage(pathname: string): Response {
  const prefix = (/^\/(de|en)(?=\/|$)/.exec(pathname)?.[0] ?? '') as keyof typeof TEXTS;
  const { lang, title, text, online, home, cart } = TEXTS[prefix];
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${isKeptPage(pathname) ? text : online}</p><p><a href="${prefix || '/'}">${home}</a> · <a href="${prefix}/cart">${cart}</a></p>`;
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
