/** The product feed for shopping portals: RSS 2.0 with the fields of Google's product data specification. */
import type { Locale } from '#src/i18n/locales.ts';
import { toEuro, type Cents } from '#src/shared/money.ts';
import { localised, pages } from '#src/shared/paths.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import { escapeXml } from '#src/shared/xml.ts';
import { fallbackImage } from '../pictures/picture.ts';
import { isSoldOut, type Category, type ProductDetail } from '../product.ts';
import { fullName } from '../variants/families.ts';
import { areSizes, familyOf, lastingOf } from '../variants/variant.ts';
import { shippingOf } from '../shipping-of.ts';

/**
 * The fields of a feed item by name. Undefined fields are omitted, a list becomes one field per value, and parts become
 * elements.
 */
type FeedItem = Record<string, string | string[] | Record<string, string> | undefined>;

interface Feed {
  terms: ShopTerms;
  description: string;
  locale: Locale;
  /** The shop's address without a slash at the end. */
  origin: string;
  categories: readonly Category[];
}

const amount = (cents: Cents) => `${toEuro(cents).toFixed(2)} EUR`;

/** Products that can be ordered online, so without alcohol (§9 JuSchG), and that do not leave the shop soon. */
const isFed = ({ ageLimit, soldUntil }: ProductDetail): boolean => ageLimit === 0 && soldUntil === undefined;

/** With the variants that the feed has. */
function amongFed({ variants = [], ...product }: ProductDetail): ProductDetail {
  const lasting = lastingOf(variants);
  return lasting.length > 1 ? { ...product, variants: lasting } : product;
}

/** The feed of these products. */
export function makeFeed(products: readonly ProductDetail[], feed: Feed): string {
  const items = products.filter(isFed).map((product) => writeItem(feedItem(amongFed(product), feed)));
  const home = feed.origin + localised(feed.locale, pages.home());
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    `<title>${escapeXml(feed.terms.name)}</title><link>${escapeXml(home)}</link><description>${escapeXml(feed.description)}</description>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

function feedItem(product: ProductDetail, { terms, locale, origin, categories }: Feed): FeedItem {
  const image = (name: string | null) => origin + fallbackImage(name);
  const isReduced = product.referencePrice !== null && product.referencePrice > product.price;
  return {
    id: product.code,
    item_group_id: product.variants && familyOf(product),
    title: fullName(product),
    description: product.subtitle || product.name,
    link: origin + localised(locale, pages.product(product.slug)),
    image_link: image(product.picture),
    additional_image_link: product.morePictures.map(image),
    availability: isSoldOut(product) ? 'out_of_stock' : 'in_stock',
    price: amount(isReduced ? product.referencePrice! : product.price),
    sale_price: isReduced ? amount(product.price) : undefined,
    size: product.variants && areSizes(product.variants) ? labelOf(product) : undefined,
    ...unitPrice(product),
    brand: product.brand ?? undefined,
    gtin: product.ean ?? undefined,
    identifier_exists: product.ean ? undefined : 'no',
    condition: 'new',
    product_type: categories.find(({ slug }) => slug === product.categorySlug)?.label,
    // The short form "DE:::5.00 EUR" is for tab-separated feeds only.
    shipping: { country: 'DE', price: amount(shippingOf(product, terms)) },
  };
}

const labelOf = ({ id, variants }: ProductDetail) => variants?.find((variant) => variant.id === id)?.label;

/** The content from which the base price is computed. */
function unitPrice({ basePrice, drainedWeight, netQuantity }: ProductDetail): FeedItem {
  if (!basePrice) return {};
  const content = drainedWeight ? `${drainedWeight}g` : `${netQuantity.value}${netQuantity.unit}`;
  return { unit_pricing_measure: content, unit_pricing_base_measure: `1${basePrice.per}` };
}

function writeItem(item: FeedItem): string {
  const fields = Object.entries(item).flatMap(([name, value = []]) => [value].flat().map((one) => element(name, one)));
  return `<item>${fields.join('')}</item>`;
}

function element(name: string, value: string | Record<string, string>): string {
  const content =
    typeof value === 'string'
      ? escapeXml(value)
      : Object.entries(value)
          .map(([part, text]) => element(part, text))
          .join('');
  return `<g:${name}>${content}</g:${name}>`;
}
