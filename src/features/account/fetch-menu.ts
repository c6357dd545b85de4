import clientMenu from './client-menu.ts?chunk-url';

/**
 * Loads the client's menu as soon as a client is signed in: now, in another tab, or on a later page. Until the menu is
 * loaded, the header's link leads to the client's data.
 */
export function fetchMenu(): void {
  const start = () => {
    if (document.querySelector('.user[data-signed-in]')) import(/* @vite-ignore */ clientMenu).catch(() => {});
  };
  start();
  for (const event of ['storage', 'pageshow']) addEventListener(event, start);
}
