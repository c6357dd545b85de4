/** Which pages and files the service worker stores. */
import { localeOfPath, LOCALES, withoutPrefix } from '#src/i18n/locales.ts';

// Personal pages, and pages that need the server.
const PERSONAL =
  /^\/(login|logout|register|update-client|previous-purchases|password_forgot|password_change|reset_password|order|checkout|withdrawal|notify|restock|review|report-review)(\/|$)/;
const NOT_A_PAGE = /^\/(api|desk|_astro|media|notice|paypal-emulator)(\/|$)/;

export const isPage = (pathname: string): boolean => !NOT_A_PAGE.test(pathname);
export const isCacheablePage = (pathname: string): boolean =>
  isPage(pathname) && !PERSONAL.test(withoutPrefix(pathname));

/** Files whose names change with their content. */
export const isCacheableFile = (pathname: string): boolean => pathname.startsWith('/_astro/');
export const isCacheablePicture = (pathname: string): boolean => pathname.startsWith('/media/');

/** The home page and the cart in the language of a path. */
export function startPages(pathname: string): [home: string, cart: string] {
  const { prefix } = LOCALES[localeOfPath(pathname)];
  return [prefix || '/', `${prefix}/cart`];
}
