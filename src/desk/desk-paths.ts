/** All paths of the desk. No page of the shop links to them. */
import { may, type Permission, type Role } from './roles.ts';

/**
 * Encodes a part of a path. Astro leaves these characters of a parameter encoded, so they stay unencoded, which a path
 * allows.
 */
const segment = (text: string): string =>
  encodeURIComponent(text).replace(/%(?:3A|3B|2C|40|26|3D|2B|24)/g, decodeURIComponent);

type Query = Record<string, string | number | undefined>;

/** A query without empty values. */
function deskQuery(values: Query): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}

/** A page that shows a secret, such as recovery codes, after the form that created it. */
export const withSecret = (path: string): string => `${path}?shown=yes`;

export const desk = {
  today: () => '/desk',
  search: (query: Query = {}) => '/desk/search' + deskQuery(query),
  signIn: (next = '') => '/desk/sign-in' + deskQuery({ next }),
  /** The sign-in page after a form without a session. */
  signInAgain: (next: string) => '/desk/sign-in' + deskQuery({ next, ended: '1' }),
  signOut: () => '/desk/sign-out',
  welcome: (token: string) => `/desk/welcome/${segment(token)}`,
  orders: (query: Query = {}) => '/desk/orders' + deskQuery(query),
  order: (number: string) => `/desk/orders/${segment(number)}`,
  change: (number: string) => `/desk/orders/${segment(number)}/change`,
  /** `withdrawal`: the id of the withdrawal that the refund closes. */
  refund: (number: string, query: Query = {}) => `/desk/orders/${segment(number)}/refund` + deskQuery(query),
  document: (number: string, document: string) => `/desk/orders/${segment(number)}/${segment(document)}.pdf`,
  slips: (query: Query = {}) => '/desk/orders/slips.pdf' + deskQuery(query),
  labels: (query: Query = {}) => '/desk/orders/labels.pdf' + deskQuery(query),
  bulk: () => '/desk/orders/bulk',
  /** `orders`: their numbers, separated by commas. */
  carrierFile: (query: Query = {}) => '/desk/orders/carrier-file' + deskQuery(query),
  carrierCsv: (query: Query = {}) => '/desk/orders/carrier-file.csv' + deskQuery(query),
  collections: () => '/desk/orders/collections',
  trackingList: () => '/desk/orders/tracking-list',
  ordersCsv: (query: Query = {}) => '/desk/orders/orders.csv' + deskQuery(query),
  offers: () => '/desk/offers',
  offer: (id: string) => `/desk/offers/${segment(id)}`,
  /** `with`: the number of an order that the new one travels with; `customer`: the id of the buyer's account. */
  newOffer: (query: { with?: string; customer?: string } = {}) => '/desk/offers/new' + deskQuery(query),
  packing: () => '/desk/packing',
  /** `parcel`: by default the first one of the order that is to be packed. */
  pack: (number: string, parcel = 1) => `/desk/packing/${segment(number)}` + (parcel > 1 ? `?parcel=${parcel}` : ''),
  resend: (number: string) => `/desk/orders/${segment(number)}/resend`,
  stock: (query: Query = {}) => '/desk/stock' + deskQuery(query),
  stockCount: (query: Query = {}) => '/desk/stock/count' + deskQuery(query),
  deliveries: (query: Query = {}) => '/desk/stock/deliveries' + deskQuery(query),
  newDelivery: () => '/desk/stock/deliveries/new',
  delivery: (id: string) => `/desk/stock/deliveries/${segment(id)}`,
  /** Offers units of a lot at a lower price. */
  lotOffer: (lotId: number) => `/desk/stock/lots/${lotId}`,
  stockHistory: (code: string, query: Query = {}) => `/desk/stock/${segment(code)}` + deskQuery(query),
  products: (query: Query = {}) => '/desk/products' + deskQuery(query),
  productsCsv: (query: Query = {}) => '/desk/products/products.csv' + deskQuery(query),
  prices: (query: Query = {}) => '/desk/products/prices' + deskQuery(query),
  priceList: () => '/desk/products/price-list',
  /** Takes the photos of a product's form. */
  photos: () => '/desk/products/photos',
  /** `copy`, `variant`: the code of a product whose values fill in the form, for another product or a variant of it. */
  newProduct: (query: { kind?: string; copy?: string; variant?: string } = {}) =>
    '/desk/products/new' + deskQuery(query),
  product: (code: string) => `/desk/products/${segment(code)}`,
  preview: (code: string, locale: string) => `/desk/products/${segment(code)}/preview` + deskQuery({ locale }),
  categories: () => '/desk/products/categories',
  category: (slug: string) => `/desk/products/categories/${segment(slug)}`,
  recalls: () => '/desk/products/recalls',
  /** `lot`: the lots of a recall as they are stored; '' for all. */
  recall: (code: string, lot: string) => `/desk/products/recalls/${segment(code)}` + deskQuery({ lot }),
  newRecall: (code?: string, lot?: string) => '/desk/products/recalls/new' + deskQuery({ code, lot }),
  codes: () => '/desk/products/codes',
  newCode: () => '/desk/products/codes/new',
  publish: () => '/desk/publish',
  publication: (id: number) => `/desk/publish/${id}`,
  publishEvents: () => '/desk/publish/events',
  shop: () => '/desk/shop',
  mails: () => '/desk/mails',
  withdrawals: (query: Query = {}) => '/desk/withdrawals' + deskQuery(query),
  withdrawal: (id: string) => `/desk/withdrawals/${segment(id)}`,
  messages: (query: Query = {}) => '/desk/messages' + deskQuery(query),
  message: (id: string) => `/desk/messages/${segment(id)}`,
  reviews: (query: Query = {}) => '/desk/reviews' + deskQuery(query),
  review: (id: string) => `/desk/reviews/${segment(id)}`,
  reviewPhoto: (id: string, version: number) => `/desk/reviews/${segment(id)}/photo.webp?v=${version}`,
  customers: (query: Query = {}) => '/desk/customers' + deskQuery(query),
  customer: (id: string) => `/desk/customers/${segment(id)}`,
  customerExport: (id: string) => `/desk/customers/${segment(id)}/data.json`,
  money: (query: Query = {}) => '/desk/money' + deskQuery(query),
  paypal: () => '/desk/money/paypal',
  vouchers: (query: Query = {}) => '/desk/money/vouchers' + deskQuery(query),
  newVoucher: () => '/desk/money/vouchers/new',
  voucher: (id: string) => `/desk/money/vouchers/${segment(id)}`,
  voucherPdf: (id: string) => `/desk/money/vouchers/${segment(id)}/voucher.pdf`,
  transfers: () => '/desk/money/transfers',
  statement: () => '/desk/money/transfers/statement',
  transferFile: (file: string) => '/desk/money/transfers/refunds.xml' + deskQuery({ file }),
  bookings: (month: string) => '/desk/money/bookings.csv' + deskQuery({ month }),
  datev: (month: string) => '/desk/money/datev.csv' + deskQuery({ month }),
  texts: () => '/desk/texts',
  slides: () => '/desk/texts/slides',
  slide: (name: string) => `/desk/texts/slides/${segment(name)}`,
  newSlide: () => '/desk/texts/slides/new',
  legal: (page: string, locale: string, query: Query = {}) =>
    `/desk/texts/legal/${segment(page)}/${locale}` + deskQuery(query),
  legalPreview: (page: string, locale: string) => `/desk/texts/legal/${segment(page)}/${locale}/preview`,
  stories: () => '/desk/texts/stories',
  story: (slug: string) => `/desk/texts/stories/${segment(slug)}`,
  newStory: () => '/desk/texts/stories/new',
  storyPreview: (locale: string) => `/desk/texts/stories/preview/${locale}`,
  recipes: () => '/desk/texts/recipes',
  recipe: (slug: string) => `/desk/texts/recipes/${segment(slug)}`,
  newRecipe: () => '/desk/texts/recipes/new',
  recipePreview: (locale: string) => `/desk/texts/recipes/preview/${locale}`,
  facts: (group: string) => `/desk/texts/facts/${segment(group)}`,
  ownTexts: (query: Query = {}) => '/desk/texts/own' + deskQuery(query),
  ownText: (key: string) => `/desk/texts/own/${segment(key)}`,
  words: (list: string, query: Query = {}) => `/desk/texts/words/${segment(list)}` + deskQuery(query),
  wordsRow: (list: string, row: string) => `/desk/texts/words/${segment(list)}/${segment(row)}`,
  convert: () => '/desk/products/convert',
  redirects: (query: Query = {}) => '/desk/texts/redirects' + deskQuery(query),
  redirect: (row: string) => `/desk/texts/redirects/${segment(row)}`,
  account: () => '/desk/account',
  secondFactor: () => '/desk/account/second-factor',
  people: () => '/desk/people',
  person: (id: string) => `/desk/people/${segment(id)}`,
  audit: (query: Query = {}) => '/desk/people/audit' + deskQuery(query),
} as const;

/** A key of `desk:sections`. */
type SectionName =
  | 'today'
  | 'search'
  | 'orders'
  | 'offers'
  | 'packing'
  | 'withdrawals'
  | 'products'
  | 'categories'
  | 'recalls'
  | 'codes'
  | 'stock'
  | 'publish'
  | 'customers'
  | 'messages'
  | 'reviews'
  | 'money'
  | 'paypal'
  | 'transfers'
  | 'vouchers'
  | 'texts'
  | 'shop'
  | 'mails'
  | 'people'
  | 'audit'
  | 'account';

interface Section {
  name: SectionName;
  path: string;
  /** undefined: open to all signed-in staff. */
  needs?: Permission;
}

/** The desk's sections. A path outside of all sections does not exist. */
const SECTIONS: readonly Section[] = [
  { name: 'today', path: desk.today() },
  { name: 'search', path: desk.search() },
  { name: 'orders', path: desk.orders(), needs: 'orders' },
  { name: 'offers', path: desk.offers(), needs: 'orders' },
  { name: 'packing', path: desk.packing(), needs: 'orders' },
  { name: 'withdrawals', path: desk.withdrawals(), needs: 'withdrawals' },
  { name: 'products', path: desk.products(), needs: 'catalogue' },
  { name: 'categories', path: desk.categories(), needs: 'catalogue' },
  { name: 'recalls', path: desk.recalls(), needs: 'recalls' },
  { name: 'codes', path: desk.codes(), needs: 'catalogue' },
  { name: 'stock', path: desk.stock(), needs: 'stock' },
  { name: 'publish', path: desk.publish(), needs: 'catalogue' },
  { name: 'customers', path: desk.customers(), needs: 'customers' },
  { name: 'messages', path: desk.messages(), needs: 'messages' },
  { name: 'reviews', path: desk.reviews(), needs: 'messages' },
  { name: 'money', path: desk.money(), needs: 'money' },
  { name: 'paypal', path: desk.paypal(), needs: 'money' },
  { name: 'transfers', path: desk.transfers(), needs: 'money' },
  { name: 'vouchers', path: desk.vouchers(), needs: 'money' },
  { name: 'texts', path: desk.texts(), needs: 'texts' },
  { name: 'shop', path: desk.shop(), needs: 'shop' },
  { name: 'mails', path: desk.mails(), needs: 'shop' },
  { name: 'people', path: desk.people(), needs: 'people' },
  { name: 'audit', path: desk.audit(), needs: 'people' },
  { name: 'account', path: desk.account() },
];

/** A key of `desk:groups`. */
type GroupName = 'today' | 'orders' | 'products' | 'customers' | 'finance' | 'content' | 'settings';

/** The entries of the navigation with their sections, both in the order shown. */
const GROUPS: readonly { name: GroupName; sections: SectionName[] }[] = [
  { name: 'today', sections: ['today'] },
  { name: 'orders', sections: ['orders', 'offers', 'packing', 'withdrawals'] },
  { name: 'products', sections: ['products', 'stock', 'publish', 'categories', 'recalls', 'codes'] },
  { name: 'customers', sections: ['customers', 'messages', 'reviews'] },
  { name: 'finance', sections: ['money', 'paypal', 'transfers', 'vouchers'] },
  { name: 'content', sections: ['texts'] },
  { name: 'settings', sections: ['shop', 'mails', 'people', 'audit', 'account'] },
];

/** How much waits in each section. */
export type Waiting = Partial<Record<SectionName, number>>;

export interface NavigationGroup {
  name: GroupName;
  sections: Section[];
}

/** The entries that this role may open; each one leads to the first of its sections. */
export const groupsFor = (role: Role): NavigationGroup[] =>
  GROUPS.map(({ name, sections }) => ({
    name,
    sections: sections
      .map((section) => SECTIONS.find((one) => one.name === section)!)
      .filter(({ needs }) => !needs || may(role, needs)),
  })).filter(({ sections }) => sections.length > 0);

/** Whether a path is open without signing in. `route`: Astro's pattern, which no encoding can disguise. */
export const isDoor = (route: string): boolean =>
  ['/desk/sign-in', '/desk/sign-out', '/desk/welcome/[token]'].includes(route);

/**
 * Pages whose forms carry a password, a code or a link's secret instead of a session's token. They may have been loaded
 * before the session began in another tab.
 */
export const needsFormToken = (route: string): boolean => !['/desk/sign-in', '/desk/welcome/[token]'].includes(route);

/** Pages that need another right than their section. */
const OWN_RIGHTS: Record<string, Permission> = {
  '/desk/orders/[number]/refund': 'refunds',
  // The tax mode and the company's name change every invoice.
  '/desk/texts/facts/[group]': 'shop',
};

/** The required right for a route of this section. */
export const rightFor = (route: string, section: Section): Permission | undefined => OWN_RIGHTS[route] ?? section.needs;

/** Sections inside others come first, such as the categories inside the products. */
const BY_DEPTH = SECTIONS.toSorted((one, other) => other.path.length - one.path.length);

/** The section of a route. */
export const sectionOf = (route: string): Section | undefined =>
  BY_DEPTH.find(({ name, path }) => route === path || (name !== 'today' && route.startsWith(`${path}/`)));
