/**
 * The limit that the shop's pages are compared with: the same products, texts and pictures as bare static pages, with
 * inline CSS, no script, an eager first picture of high priority, and everything compressed in advance.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { formatEuro } from '#src/i18n/format.ts';
import { call, type ProductDetail, type ProductList } from '../support/people/call.ts';

type Product = ProductList['products'][number];

export const LIMIT_PAGES = { home: '/', listing: '/listing', product: '/product', cart: '/cart' } as const;

const CSS =
  '*{box-sizing:border-box}body{margin:0;font:16px/1.4 ' +
  'system-ui,sans-serif;color:#1b1b1b}header,main,footer{max-width:1140px;margin:auto;padding:.75rem ' +
  '1rem}a{color:inherit}nav ' +
  'a{margin-right:.75rem}ul{list-style:none;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(2,1fr)}@media(min-width:992px){ul{grid-template-columns:repeat(4,1fr)}}img{width:100%;height:auto;display:block}h1{font-size:1.4rem}h2{font-size:1rem;margin:.5rem 0 0}.s{display:flex;overflow-x:auto;scroll-snap-type:x mandatory}.s>*{flex:0 0 100%;scroll-snap-align:start}small{color:#555}';
const EAGER = 4;

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (title: string, body: string) =>
  '<!doctype html><html lang=pt-BR><meta charset=utf-8><meta name=viewport ' +
  `content="width=device-width,initial-scale=1"><title>${escape(title)}</title><meta name=description ` +
  `content="${escape(title)}"><link rel=icon href="data:,"><style>${CSS}</style><header><b>Vitrine</b> <nav><a ` +
  'href=/>Home</a><a href=/listing>Produtos</a><a ' +
  `href=/cart>Carrinho</a></nav></header><main><h1>${escape(title)}</h1>${body}</main><footer><small>inkl. ` +
  'MwSt., zzgl. Versand</small></footer></html>';

/** A page's pictures in order, with only what loads them: sources, sizes, dimensions, alternative text. */
function picturesOf(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/i.exec(html)?.[0] ?? html;
  const attributes = /\b(?:src|srcset|sizes|type|media|width|height|alt)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
  return (main.match(/<picture[\s\S]*?<\/picture>|<img\b[^>]*>/gi) ?? []).map((picture) =>
    picture.replace(
      /<(img|source|picture)\b([^>]*)>/gi,
      (_, tag: string, given: string) => `<${tag} ${given.match(attributes)?.join(' ') ?? ''}>`,
    ),
  );
}

/** The picture with the loading attributes for its position on the page. */
const placed = (picture: string, at: number) =>
  picture.replace('<img ', `<img ${at === 0 ? 'fetchpriority=high ' : at < EAGER ? '' : 'loading=lazy '}`);

const grid = (pictures: string[], products: Product[], first: number) => {
  const card = ({ product_name, quantity_available, price }: Product, at: number) =>
    '<li><a ' +
    `href=/product>${placed(pictures[at] ?? '', at + first)}<h2>${escape(product_name)}</h2></a>${quantity_available > 0 ? formatEuro(price) : 'Esgotado'}</li>`;
  return `<ul>${products.map(card).join('')}</ul>`;
};

async function makePages(shop: string, category: string, slug: string): Promise<Record<string, string>> {
  const html = async (address: string) => (await fetch(shop + address)).text();
  const list = async (address: string) => (await call<ProductList>(shop, address)).body.products;
  const [home, listing, product] = (
    await Promise.all(['/', `/category/${category}`, `/product/${slug}`].map(html))
  ).map(picturesOf);
  const [homeProducts, shelf] = [await list('/api/?limit=24'), await list(`/api/category/${category}?limit=24`)];
  const detail = (await call<ProductDetail>(shop, `/api/slug/${slug}`)).body.product;
  const slides = home!.slice(0, home!.length - homeProducts.length);
  const info = detail.info.replace(/<(script|style)[\s\S]*?<\/\1>/gi, '');
  return {
    [LIMIT_PAGES.home]: page(
      'Vitrine',
      '<div ' +
        `class=s>${slides.map(placed).join('')}</div>${grid(home!.slice(slides.length), homeProducts, slides.length)}`,
    ),
    [LIMIT_PAGES.listing]: page(category, grid(listing!, shelf, 0)),
    [LIMIT_PAGES.product]: page(
      detail.product_name,
      `${placed(product![0] ?? '', 0)}<p>${formatEuro(detail.price)}</p>${info}`,
    ),
    [LIMIT_PAGES.cart]: page('Carrinho', `${grid(listing!, shelf.slice(0, 2), 0)}<p>Total</p><button>Comprar</button>`),
  };
}

/** Serves the limit's pages on loopback. The shop's own pictures are fetched before the first visit. */
export async function serveLimitPages(
  shop: string,
  category: string,
  slug: string,
): Promise<{ url: string; stop: () => void }> {
  const pages = await makePages(shop, category, slug);
  const packed = new Map(Object.entries(pages).map(([address, html]) => [address, brotliCompressSync(html)]));
  const pictures = new Map<string, { type: string; bytes: Buffer }>();
  for (const address of new Set(Object.values(pages).flatMap((html) => html.match(/\/media\/[\w./-]+/g) ?? []))) {
    const response = await fetch(shop + address);
    pictures.set(address, {
      type: response.headers.get('content-type') ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
    });
  }
  const server = http.createServer((req, res) => {
    const html = packed.get(req.url ?? '');
    const picture = pictures.get(req.url ?? '');
    if (html)
      res
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'br',
          'content-length': html.length,
        })
        .end(html);
    else if (picture)
      res
        .writeHead(200, {
          'content-type': picture.type,
          'content-length': picture.bytes.length,
          'cache-control': 'max-age=31536000',
        })
        .end(picture.bytes);
    else res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
