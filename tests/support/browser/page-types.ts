/**
 * One address of every public type of page, without language prefix. `variantOf`: the address that search engines
 * should use instead. `unlisted`: search engines shall show none.
 */
export const PAGE_TYPES: { name: string; path: string; missing?: true; variantOf?: string; unlisted?: true }[] = [
  { name: 'home', path: '/' },
  { name: 'in stock', path: '/instock' },
  { name: 'in stock, page 2', path: '/instock/2' },
  { name: 'offers', path: '/offers' },
  { name: 'group', path: '/groups/food' },
  { name: 'category', path: '/category/bebidas' },
  { name: 'product', path: '/product/guarana-antarctica-lata' },
  { name: 'sold-out product', path: '/product/cerveja-pilsen-lata' },
  { name: 'reduced product', path: '/product/cha-mate-tostado-a-granel' },
  { name: 'cosmetic', path: '/product/ekos-castanha-polpa-hidratante-para-as-maos' },
  { name: 'recipes', path: '/recipes' },
  { name: 'recipe', path: '/recipes/arroz-carreteiro' },
  { name: 'about us', path: '/about' },
  { name: 'story', path: '/about/polvilho' },
  { name: 'search', path: '/search/feij%C3%A3o', variantOf: '/search' },
  { name: 'search, page 2', path: '/search?page=2' },
  { name: 'search without a result', path: '/search/zzxqjv', variantOf: '/search' },
  { name: 'empty cart', path: '/cart' },
  { name: 'shopping lists', path: '/lists', unlisted: true },
  { name: 'login', path: '/login' },
  { name: 'registration', path: '/register' },
  { name: 'forgotten password', path: '/password_forgot' },
  { name: 'spent link', path: '/reset_password/spent', variantOf: '/password_forgot' },
  { name: 'logout', path: '/logout', variantOf: '/login' },
  { name: 'privacy policy', path: '/privacy-policy' },
  { name: 'imprint', path: '/impressum' },
  { name: 'terms', path: '/terms-conditions' },
  { name: 'returns', path: '/return-refund' },
  { name: 'accessibility statement', path: '/accessibility' },
  { name: 'guarantee notice', path: '/legal-guarantee' },
  { name: 'withdrawal', path: '/withdrawal' },
  { name: 'contact', path: '/contact' },
  {
    name: 'restock notice',
    path: '/notify/palmito-de-pupunha-inteiro',
    variantOf: '/product/palmito-de-pupunha-inteiro',
  },
  { name: 'recalls', path: '/recalls' },
  { name: 'cookie settings', path: '/cookies-consent' },
  { name: 'missing', path: '/nao-existe', missing: true },
];

/** On a desktop these pages look different: a bar instead of the Menu, filters beside the list, two columns. */
export const LAYOUTS = ['home', 'category', 'product', 'recipe', 'search', 'contact'];

/** What pages of another name show too, with other words. */
export const SAME_TEMPLATE = [
  'in stock, page 2',
  'offers',
  'search, page 2',
  'reduced product',
  'cosmetic',
  'imprint',
  'returns',
];
