import { toEuro } from '#src/shared/money.ts';
import { fallbackImage } from './picture.ts';
import { isSoldOut, type ProductDetail } from './product.ts';

/** A product in schema.org's words for search engines, safe inside a script element. */
export function structuredData(product: ProductDetail, url: string): string {
  const soldOut = isSoldOut(product);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.name,
    sku: product.code,
    gtin: product.ean ?? undefined,
    image: new URL(fallbackImage(product.picture), url).href,
    description: product.subtitle || undefined,
    brand: product.brand ? { '@type': 'Brand', name: product.brand } : undefined,
    offers: soldOut
      ? { '@type': 'Offer', url, availability: 'https://schema.org/OutOfStock' }
      : {
          '@type': 'Offer',
          url,
          price: toEuro(product.price),
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
        },
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
