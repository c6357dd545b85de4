/**
 * Builds every URL of the site and of the API; `src/desk/desk-paths.ts` those of the desk. No other file writes URLs.
 */
import { LOCALE_CODES, LOCALES, withoutPrefix, type Locale } from '#src/i18n/locales.ts';

const segment = encodeURIComponent;
/** Path segments that browsers resolve as steps, even when they are percent-encoded. */
const STEPS = /^\.\.?$/;

/** Pages whose texts are in src/content/legal. */
export const LEGAL_PAGES = [
  'privacy-policy',
  'impressum',
  'terms-conditions',
  'return-refund',
  'accessibility',
  'withdrawal',
] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

// Not only in `pages` and `api`, so that the script for suggestions does not contain the whole tables.
export const productPath = (slug: string): string => `/product/${segment(slug)}`;

/** All reviews of a product that has many. Not in `pages`, which the cart's script contains. */
export const reviewsPath = (slug: string, page = 1): string => paged(`/reviews/${segment(slug)}`, page);

/** `filters`: a query without its question mark. */
export function searchPath(term = '', page = 1, filters = ''): string {
  const isStep = STEPS.test(term);
  return (
    (term && !isStep ? `/search/${segment(term)}` : '/search') +
    queryOf(isStep ? `q=${term}` : '', filters, page > 1 ? `page=${page}` : '')
  );
}

/** The anchor of a recalled product on the page of recalls. */
export const recallId = (code: string): string => `recall-${segment(code)}`;

export const searchCallPath = (term: string, limit: number, locale: Locale): string =>
  `/api/search/${segment(term)}/?limit=${limit}&lang=${locale}`;

/** A page's address without its language prefix; `localised` adds it. */
export const pages = {
  home: () => '/',
  inStock: (page = 1) => paged('/instock', page),
  /** Everything whose price is reduced. */
  offers: (page = 1) => paged('/offers', page),
  /** What is cheaper because its best-before date is near. */
  saved: (page = 1) => paged('/save-me', page),
  /** All products of a group of categories. */
  group: (group: string, page = 1) => paged(`/groups/${segment(group)}`, page),
  category: (slug: string, page = 1) => paged(`/category/${segment(slug)}`, page),
  product: productPath,
  cart: () => '/cart',
  /** Shopping lists of this device. `fragment`: a list in the address (src/features/lists/list-link.ts). */
  lists: (fragment = '') => '/lists' + fragment,
  /** `next`: the page after the login. */
  login: (next = '') => '/login' + queryOf(next && `next=${segment(next)}`),
  /** `next`: the page after the registration. */
  register: (next = '') => '/register' + queryOf(next && `next=${segment(next)}`),
  updateClient: () => '/update-client',
  previousPurchases: () => '/previous-purchases',
  passwordForgot: () => '/password_forgot',
  resetPassword: (token: string) => `/reset_password/${segment(token)}`,
  passwordChange: () => '/password_change',
  logout: () => '/logout',
  /** `key`: opens a guest's order. */
  order: (orderNumber: string, key = '') => `/order/${segment(orderNumber)}` + queryOf(key && `key=${segment(key)}`),
  /**
   * The mailed link with which an account takes over its guest orders. In the query, because queries are not logged.
   */
  takeover: (key = '') => '/order/takeover' + queryOf(key && `key=${segment(key)}`),
  /**
   * An order by phone that waits for its buyer. The key is in the query, because queries are not logged; without the
   * key, nothing is there.
   */
  offer: (key = '') => '/order/offer' + queryOf(key && `key=${segment(key)}`),
  checkoutReturn: () => '/checkout/return',
  /** Starts a purchase of one unit of `productId` with PayPal's address, or continues a checkout in the query. */
  checkoutReview: (productId?: number) =>
    '/checkout/review' + queryOf(productId === undefined ? '' : `product=${productId}`),
  legal: (page: LegalPage) => `/${page}`,
  recipes: () => '/recipes',
  recipe: (slug: string) => `/recipes/${segment(slug)}`,
  /** "About us", with the list of stories. */
  about: () => '/about',
  story: (slug: string) => `/about/${segment(slug)}`,
  contact: () => '/contact',
  /** The European Union's notice on the legal guarantee. */
  guarantee: () => '/legal-guarantee',
  /** `code`: goes to this product's recall. */
  recalls: (code = '') => '/recalls' + (code && `#${recallId(code)}`),
  /** `orderNumber` is filled into the form; with a guest's `key` the name and the email address too. */
  withdrawal: (orderNumber = '', key = '') =>
    '/withdrawal' + queryOf(orderNumber && `order=${segment(orderNumber)}`, key && `key=${segment(key)}`),
  cookiesConsent: () => '/cookies-consent',
  /** The form for "tell me when it is back". */
  notify: (slug: string) => `/notify/${segment(slug)}`,
  /** The mailed link that confirms or deletes a restock notice. */
  restock: (token: string) => `/restock/${segment(token)}`,
  /** The mailed link to the reviews of an order. `stop`: asks whether to end such mails. */
  review: (token: string, stop?: 'stop') => `/review/${segment(token)}` + queryOf(stop ? 'mails=stop' : ''),
  /** The form that reports a review. */
  reportReview: (id: string) => `/report-review/${segment(id)}`,
  search: searchPath,
} as const;

/** Whether a path belongs to the desk, where the shop is run; it has no language prefix. */
export const isDesk = (path: string): boolean => /^\/desk(?:\/|$)/.test(path);

/** Whether a page accepts a form that the browser posts without a script. All other pages only answer GET. */
export const isFormPage = (path: string): boolean =>
  isDesk(path) ||
  /^\/(?:withdrawal|restock\/[^/]+|(?:report-)?review\/[^/]+|order\/(?!offer\/?$)[^/]+|previous-purchases)\/?$/.test(
    withoutPrefix(path),
  );

/** The form of a mailed link to write reviews, which may contain photos. */
export const isReviewForm = (path: string): boolean => /^\/review\/[^/]+\/?$/.test(withoutPrefix(path));

/** Whether a path is a search page or a search of the API. */
export const isSearch = (path: string): boolean => /^\/(?:api\/)?search(?:\/|$)/.test(withoutPrefix(path));

/** Whether a call of the API takes some 10 ms of processor time or more: documents, long lists, a person's data. */
export const isSlowCall = (path: string): boolean =>
  /^\/api(?:\/(?:invoice|client_export|category|previous-purchases|stock)(?:\/.*)?|\/?)$/.test(path);

/** Not part of `api`, so that the inline script does not contain the whole table. */
export const AVAILABILITY_PATH = '/api/availability/';

/** Not part of `api`, because one script asks it for the number of products in stock. */
export const STOCK_PATH = '/api/stock/';

/** An invoice as a file. Not part of `api`, because no script asks for it. `key`: opens a guest's order. */
export const invoicePath = (orderNumber: string, number: string, key = ''): string =>
  `/api/invoice/${segment(orderNumber)}/${segment(number)}/` + queryOf(key && `key=${segment(key)}`);

/** The photo of a published review. */
export const reviewPhotoPath = (id: string, version: number): string =>
  `/api/review-photo/${segment(id)}/?v=${version}`;

/** The label of a return parcel, or its QR code. `key`: opens a guest's order. */
export const returnLabelPath = (orderNumber: string, reference: string, key: string, file?: 'qr'): string =>
  `/api/order/${segment(orderNumber)}/return-label/${segment(reference)}/` +
  queryOf([key && `key=${segment(key)}`, file && `file=${file}`].filter(Boolean).join('&'));

export const api = {
  products: () => '/api/',
  cart: () => '/api/cart/',
  accountCart: () => '/api/account_cart/',
  login: () => '/api/login_verify/',
  register: () => '/api/register/',
  session: () => '/api/session/',
  logout: () => '/api/logout/',
  client: (clientId: string) => `/api/update_client/${segment(clientId)}/`,
  clientExport: (clientId: string) => `/api/client_export/${segment(clientId)}/`,
  deleteClient: (clientId: string) => `/api/delete_client/${segment(clientId)}/`,
  addresses: () => '/api/addresses/',
  address: (addressId: string) => `/api/addresses/${segment(addressId)}/`,
  checkout: () => '/api/checkout/',
  expressCheckout: () => '/api/checkout/express/',
  transferCheckout: () => '/api/checkout/transfer/',
  checkoutReview: (checkoutId: string) => `/api/checkout/${segment(checkoutId)}/review/`,
  checkoutConfirmation: (checkoutId: string) => `/api/checkout/${segment(checkoutId)}/confirm/`,
  checkoutCapture: (checkoutId: string) => `/api/checkout/${segment(checkoutId)}/capture/`,
  checkoutCancellation: (checkoutId: string) => `/api/checkout/${segment(checkoutId)}/cancel/`,
  offer: () => '/api/offer/',
  orderAccount: (orderNumber: string) => `/api/order/${segment(orderNumber)}/account/`,
  addressChange: (orderNumber: string) => `/api/order/${segment(orderNumber)}/address-change/`,
  passwordForgot: () => '/api/password_forgot/',
  resetPassword: (token: string) => `/api/reset_password/${segment(token)}/`,
  passwordChange: () => '/api/password_change/',
  consent: () => '/api/consent/',
  contact: () => '/api/contact/',
  withdrawal: () => '/api/withdrawal/',
  restock: () => '/api/restock/',
  csrfToken: () => '/api/csrf_token/',
  paypalClientId: () => '/api/paypal-client-id/',
  paypalWebhook: () => '/api/paypal/webhook/',
} as const;

/** Path prefix of product pictures. */
export const MEDIA_PATH = '/media/';
/**
 * Path prefix of the guarantee notice's artwork, which is in public/notice. The service worker stores none of it: half
 * a megabyte each.
 */
export const NOTICE_PATH = '/notice/';
/** Path prefix of the PayPal emulator, which the shop serves while it has no PayPal account. */
export const EMULATOR_PATH = '/paypal-emulator';
export const DHL_EMULATOR_PATH = '/dhl-emulator';
export const NO_IMAGE_PATH = '/media/products/no-image.png';

const digitsOf = (phone: string) => phone.replace(/\D/g, '');

export const phoneHref = (phone: string): string => `tel:+${digitsOf(phone)}`;
/** A plain link, so that nothing of WhatsApp loads before a tap. */
export const whatsappHref = (phone: string): string => `https://wa.me/${digitsOf(phone)}`;

const queryOf = (...parts: string[]) => {
  const query = parts.filter(Boolean).join('&');
  return query && `?${query}`;
};

const paged = (path: string, page: number) => (page > 1 ? `${path}/${page}` : path);

/** A page's address in a language: `/`, `/de`, `/en/product/…`. */
export function localised(locale: Locale, path: string): string {
  const prefix = LOCALES[locale].prefix;
  return path === '/' ? prefix || '/' : prefix + path;
}

const NEXT = /(?<=[?&]next=)[^&]*/;

/** The current page in another language, also after a login. `path` has no language prefix. */
export const translated = (locale: Locale, path: string): string =>
  localised(locale, path).replace(NEXT, (next) => segment(localised(locale, withoutPrefix(decodeURIComponent(next)))));

/** The same page in every language that it is written in. */
export const alternates = (path: string, languages: readonly Locale[] = LOCALE_CODES) =>
  languages.map((locale) => ({ locale, href: localised(locale, path) }));

const SEARCH = '/search/';

/** The decoded term of a search address (page or API). Astro's route parameter keeps `&`, `#` and `/` encoded. */
export function searchTermOf(url: string): string {
  const { pathname } = new URL(url);
  const at = pathname.indexOf(SEARCH);
  return at < 0 ? '' : decodeURIComponent(pathname.slice(at + SEARCH.length).replace(/\/$/, ''));
}
