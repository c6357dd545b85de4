import path from 'node:path';

const { posix } = path;

/** What each room may import besides itself, packages and `#locales`. A feature is a room: `features/cart`. */
const MAY_IMPORT = {
  // One floor: addresses know languages, and formats know money.
  shared: ['i18n'],
  i18n: ['shared'],
  ui: ['i18n', 'shared'],
  settings: ['i18n', 'shared'],
  server: ['settings', 'i18n', 'shared'],
  emulator: ['server', 'settings', 'shared', 'i18n'],
  'features/catalogue': [],
  // The pages of the stock show who holds its units, and where they came from and went.
  'features/catalogue/desk': [
    'features/checkout',
    'features/deliveries',
    'features/editing',
    'features/orders',
    'features/price-lists',
  ],
  'features/editing': ['features/catalogue'],
  // The table of products changes the stock, of which checkouts take units meanwhile.
  'features/editing/desk': ['features/checkout'],
  'features/converting': ['features/redirects', 'features/editing', 'features/catalogue'],
  // It says what is wrong with a draft in the words of the products' forms.
  'features/converting/desk': ['features/editing/desk'],
  'features/redirects': ['features/editing', 'features/catalogue'],
  'features/search': ['features/editing', 'features/catalogue'],
  'features/home': ['features/editing', 'features/catalogue'],
  // A voucher is printed like an invoice.
  'features/vouchers': ['features/invoices'],
  // No discount code may look like a voucher's.
  'features/codes': ['features/vouchers'],
  'features/cart': ['features/catalogue', 'features/codes', 'features/vouchers'],
  'features/lists': ['features/catalogue', 'features/cart'],
  'features/recipes': ['features/catalogue', 'features/cart', 'features/search', 'features/legal'],
  'features/stories': ['features/catalogue'],
  'features/account': [],
  // The desk's page of a customer shows the orders, and what became of them.
  'features/account/desk': ['features/orders', 'features/shipping', 'features/withdrawal'],
  'features/account-cart': ['features/account', 'features/cart', 'features/lists'],
  'features/consent': [],
  'features/shop-details': [],
  'features/contact': ['features/account'],
  'features/legal': [],
  'features/invoices': ['features/account', 'features/cart', 'features/codes'],
  'features/restock': ['features/account', 'features/catalogue'],
  'features/orders': [
    'features/account',
    'features/cart',
    'features/catalogue',
    'features/codes',
    'features/invoices',
    'features/legal',
    'features/lists',
    'features/vouchers',
  ],
  // The desk's page of an order shows its disputes, the labels of its parcels, and its returns.
  'features/orders/desk': ['features/refunds', 'features/shipping', 'features/withdrawal'],
  // The form of a refund proposes what was withdrawn.
  'features/refunds/desk': ['features/withdrawal'],
  // Their forms ask for an invoice's recipient with the same fields.
  'features/order-changes/desk': ['features/orders/desk'],
  'features/offers/desk': ['features/orders/desk'],
  'features/refunds': [
    'features/orders',
    'features/cart',
    'features/catalogue',
    'features/invoices',
    'features/vouchers',
  ],
  'features/reviews': ['features/catalogue', 'features/editing', 'features/orders', 'features/legal'],
  'features/checkout': [
    'features/account-cart',
    'features/codes',
    'features/orders',
    'features/refunds',
    'features/account',
    'features/cart',
    'features/catalogue',
    'features/legal',
    'features/vouchers',
  ],
  'features/order-changes': [
    'features/orders',
    'features/checkout',
    'features/account',
    'features/invoices',
    'features/cart',
    'features/catalogue',
  ],
  'features/offers': [
    'features/checkout',
    'features/transfers',
    'features/orders',
    'features/account',
    'features/cart',
    'features/catalogue',
    'features/legal',
  ],
  'features/transfers': ['features/checkout', 'features/refunds', 'features/orders'],
  'features/shipping': ['features/orders', 'features/catalogue'],
  // It says why a parcel does not leave in the words of the orders' forms.
  'features/shipping/desk': ['features/orders/desk'],
  'features/deliveries': ['features/catalogue'],
  'features/price-lists': ['features/catalogue', 'features/editing', 'features/deliveries'],
  // Its table saves prices as the other tables of prices do.
  'features/price-lists/desk': ['features/editing/desk'],
  'features/recall': ['features/catalogue', 'features/editing', 'features/orders'],
  // It names the status of an order as the lists of orders do.
  'features/recall/desk': ['features/orders/desk'],
  // The buyer's page of an order shows also a wish for another address.
  'features/withdrawal': [
    'features/orders',
    'features/order-changes',
    'features/refunds',
    'features/shipping',
    'features/account',
    'features/invoices',
  ],
  // It says why a carrier made no label in the words of the orders' forms, and that a refund is to be transferred.
  'features/withdrawal/desk': ['features/orders/desk', 'features/transfers'],
  'features/overview': [
    'features/shipping',
    'features/transfers',
    'features/orders',
    'features/order-changes',
    'features/refunds',
    'features/catalogue',
    'features/editing',
    'features/legal',
    'features/account',
    'features/invoices',
    'features/reviews',
    'features/vouchers',
    'features/withdrawal',
  ],
  'features/morning-mail': [
    'features/overview',
    'features/orders',
    'features/refunds',
    'features/catalogue',
    'features/reviews',
    'features/withdrawal',
  ],
  // The audit log names what was changed as its forms do.
  'features/overview/desk': [
    'features/codes',
    'features/editing/desk',
    'features/home/desk',
    'features/stories/desk',
    'features/recipes/desk',
    'features/shop-details',
    'features/shop-details/desk',
  ],
  'features/privacy': [
    'features/account',
    'features/account-cart',
    'features/order-changes',
    'features/orders',
    'features/invoices',
    'features/contact',
    'features/reviews',
    'features/vouchers',
    'features/withdrawal',
  ],
  shell: ['features', 'ui', 'i18n', 'shared', 'server', 'settings'],
  site: ['features', 'shell', 'server', 'settings', 'i18n', 'shared', 'emulator'],
  cli: ['features', 'desk', 'site', 'emulator', 'server', 'settings', 'i18n', 'shared', 'background.ts'],
  'background.ts': ['features', 'desk', 'server', 'i18n', 'shared'],
  'middleware.ts': ['features', 'desk', 'server', 'settings', 'i18n', 'shared'],
  'metrics.ts': ['features', 'site', 'server'],
  'main.ts': [
    'features',
    'desk',
    'site',
    'emulator',
    'server',
    'settings',
    'i18n',
    'shared',
    'background.ts',
    'metrics.ts',
  ],
  pages: ['features', 'desk', 'shell', 'ui', 'server', 'settings', 'i18n', 'shared', 'site'],
};
const EVERY_FEATURE_MAY = ['server', 'settings', 'ui', 'i18n', 'shared'];

/** A feature's `desk` folder is a room of its own: the shop never imports it. */
const roomOf = (file) => {
  const [first, second, third] = file.split('/');
  if (first !== 'features') return first;
  return third === 'desk' ? `features/${second}/desk` : `features/${second}`;
};

const isDeskRoom = (room) => /^features\/[^/]+\/desk$/.test(room);

function isAllowed(from, to) {
  if (from === to) return true;
  if (isDeskRoom(to)) return from === 'pages' || (MAY_IMPORT[from] ?? []).includes(to);
  if (isDeskRoom(from)) {
    const feature = from.slice(0, -'/desk'.length);
    return to === feature || to === 'desk' || isAllowed(feature, to) || (MAY_IMPORT[from] ?? []).includes(to);
  }
  const allowed = MAY_IMPORT[from] ?? [];
  const standsOn = from.startsWith('features/') || from === 'desk' ? EVERY_FEATURE_MAY : [];
  return [...allowed, ...standsOn].some((room) => to === room || to.startsWith(`${room}/`));
}

const RUNS_IN_BROWSER = /^features\/.*(?:\.tsx|\.store\.ts)$/;
const REPOSITORY = /\.repository\.ts$/;
const STAYS_ON_SERVER = /\/(?:server|settings)\/|\.schema\.ts$/;

/**
 * Why `file`, a path in `src`, must not import `specifier`, or nothing. `kind` is "type" for types, which no program
 * keeps.
 */
function whyNot(file, specifier, kind) {
  if (specifier.startsWith('../../')) return 'Import across folders through #src/….';
  const target = specifier.startsWith('#src/')
    ? specifier.slice('#src/'.length)
    : posix.join(posix.dirname(file), specifier);
  const [from, to] = [roomOf(file), roomOf(target)];
  if (to === 'pages' && specifier.startsWith('#')) return 'Nobody imports pages.';
  if (from === 'pages' && REPOSITORY.test(specifier))
    return 'A page or a call imports loaders and services; these read the database.';
  if (RUNS_IN_BROWSER.test(file) && STAYS_ON_SERVER.test(specifier) && kind !== 'type')
    return 'Server code and schemas never reach the browser.';
  return isAllowed(from, to)
    ? undefined
    : `src/${from} must not import src/${to}; tests/lint/rooms.mjs lists what each room may import.`;
}

/**
 * A lint rule: a file imports only from the rooms that its own room may import, whether by `#src` or by a relative
 * path.
 */
const rooms = {
  create(context) {
    const file = path.relative(path.resolve('src'), context.filename).replaceAll(path.sep, '/');
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !/^(?:#src\/|\.)/.test(specifier)) return;
      const message = whyNot(file, specifier, node.importKind ?? node.exportKind);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

export default { meta: { name: 'shop' }, rules: { rooms } };
