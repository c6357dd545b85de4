/** What the service worker may keep. */

// Pages of one person, and those that only make sense with the server behind them.
const PERSONAL =
  /^(\/(de|en))?\/(login|logout|register|update-client|previous-purchases|password_forgot|password_change|reset_password|order|checkout|withdrawal)(\/|$)/;
const NO_PAGE = /^\/(api|_astro|media|paypal-emulator)(\/|$)/;

export const isPage = (pathname: string): boolean => !NO_PAGE.test(pathname);
export const isKeptPage = (pathname: string): boolean => isPage(pathname) && !PERSONAL.test(pathname);

/** Files whose names change with their content. */
export const isKeptFile = (pathname: string): boolean => pathname.startsWith('/_astro/');
export const isKeptPicture = (pathname: string): boolean => pathname.startsWith('/media/');

/** The home page and the cart in the language of a path. */
export function startPages(pathname: string): string[] {
  const prefix = /^\/(de|en)(?=\/|$)/.exec(pathname)?.[0] ?? '';
  return [prefix || '/', `${prefix}/cart`];
}
