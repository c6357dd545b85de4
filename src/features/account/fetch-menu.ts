import clientMenu from './client-menu.ts?chunk-url';

/** Brings the menu once somebody is signed in, here or meanwhile in another tab. Without it the link leads to the client's data. Who signs in here goes on to another page. */
export function fetchMenu(): void {
  const start = () => {
    if (document.querySelector('.user[data-signed-in]')) import(/* @vite-ignore */ clientMenu).catch(() => {});
  };
  start();
  addEventListener('storage', start);
}
