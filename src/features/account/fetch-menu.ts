import clientMenu from './client-menu.ts?chunk-url';

/** Brings the menu where somebody is signed in, or signs in meanwhile: in another tab, or on a page after this one. Without it the link leads to the client's data. */
export function fetchMenu(): void {
  const start = () => {
    if (document.querySelector('.user[data-signed-in]')) import(/* @vite-ignore */ clientMenu).catch(() => {});
  };
  start();
  for (const event of ['storage', 'pageshow']) addEventListener(event, start);
}
