/** One address of every type of page that a person can come to, without language prefix. */
export const PAGE_TYPES: { name: string; path: string; missing?: true }[] = [
  { name: 'home', path: '/' },
  { name: 'in stock', path: '/instock' },
  { name: 'in stock, page 2', path: '/instock/2' },
  { name: 'category', path: '/category/bebidas' },
  { name: 'product', path: '/product/guarana-antarctica-lata' },
  { name: 'sold-out product', path: '/product/cerveja-pilsen-lata' },
  { name: 'reduced product', path: '/product/cha-mate-tostado-a-granel' },
  { name: 'cosmetic', path: '/product/ekos-castanha-polpa-hidratante-para-as-maos' },
  { name: 'search', path: '/search/feij%C3%A3o' },
  { name: 'search, page 2', path: '/search?page=2' },
  { name: 'search without a result', path: '/search/zzxqjv' },
  { name: 'empty cart', path: '/cart' },
  { name: 'missing', path: '/nao-existe', missing: true },
];
