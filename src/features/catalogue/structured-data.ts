/** Structured data for search engines in schema.org's vocabulary. */
import type { Locale } from '#src/i18n/locales.ts';
import type { ShopTerms } from '#src/shared/shop-terms.ts';
import { jsonInScript } from '#src/shared/json-in-script.ts';
import { toEuro } from '#src/shared/money.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { fallbackImage } from './pictures/picture.ts';
import type { NetUnit } from './price.ts';
import { shippingOf } from './shipping-of.ts';
import { isSoldOut, type Category, type ProductDetail } from './product.ts';
import type { ShownReviews } from './shown-reviews.ts';
import { fullName } from './variants/families.ts';
import { areSizes, familyOf, type Variant } from './variants/variant.ts';

interface ProductToDescribe {
  terms: ShopTerms;
  /** A break is announced, so parcels take longer than the terms say. */
  hasBreak: boolean;
  product: ProductDetail;
  category: Category;
  locale: Locale;
  site: URL;
  /** Published reviews by buyers. */
  reviews?: ShownReviews | undefined;
}

interface ShopToDescribe {
  terms: ShopTerms;
  shipping: { returnsPaidBy: 'buyer' | 'shop' };
}

const CURRENCY = 'EUR';
/** Days of the right of withdrawal (§355(2) BGB). */
const RETURN_DAYS = 14;
const POLICY = { '@type': 'MerchantReturnPolicy', applicableCountry: 'DE' };
const NO_RETURNS = { ...POLICY, returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' };
const RETURNS = {
  ...POLICY,
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: RETURN_DAYS,
  returnMethod: 'https://schema.org/ReturnByMail',
};
const RETURN_FEES = {
  buyer: 'https://schema.org/ReturnFeesCustomerResponsibility',
  shop: 'https://schema.org/FreeReturn',
};
/** UN/CEFACT codes. */
const UNIT_CODES: Partial<Record<NetUnit, string>> = { g: 'GRM', kg: 'KGM', ml: 'MLT', l: 'LTR' };

const write = (graph: object[]): string => jsonInScript({ '@context': 'https://schema.org', '@graph': graph });

/** The product, its offer, and its breadcrumbs from the home page. */
export function productData({ terms, hasBreak, product, category, locale, site, reviews }: ProductToDescribe): string {
  const address = (path: string) => new URL(localised(locale, path), site).href;
  const crumb = (position: number, name: string, path: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item: address(path),
  });
  const url = address(pages.product(product.slug));
  const described = {
    '@type': 'Product',
    name: fullName(product),
    url,
    sku: product.code,
    gtin: product.ean ?? undefined,
    image: imagesOf(product, site),
    description: product.subtitle || undefined,
    category: category.label,
    brand: product.brand ? { '@type': 'Brand', name: product.brand } : undefined,
    offers: offerOf(product, url, terms, hasBreak),
    ...(reviews && ratingOf(reviews)),
  };
  return write([
    product.variants ? groupOf(product, product.variants, described, address) : described,
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        crumb(1, terms.name, pages.home()),
        crumb(2, category.label, pages.category(category.slug)),
        // The last breadcrumb is this page, whose URL Google takes from the page itself.
        { '@type': 'ListItem', position: 3, name: fullName(product) },
      ],
    },
  ]);
}

const ratingOf = ({ average, count, newest }: ShownReviews) => ({
  aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count },
  review: newest
    // Google requires an author.
    .filter(({ name }) => name)
    .map(({ stars, text, name, at }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: stars },
      author: { '@type': 'Person', name },
      datePublished: at.slice(0, 10),
      reviewBody: text || undefined,
    })),
});

/** The family. Each page describes its own product and names the pages of the others. */
function groupOf(
  product: ProductDetail,
  variants: readonly Variant[],
  described: object,
  address: (path: string) => string,
) {
  const isBySize = areSizes(variants);
  return {
    '@type': 'ProductGroup',
    name: product.name,
    productGroupID: familyOf(product),
    variesBy: isBySize ? 'https://schema.org/size' : undefined,
    hasVariant: variants.map(({ id, slug, label, soldUntil }) =>
      id === product.id
        ? { ...described, size: isBySize && !soldUntil ? label : undefined }
        : { '@type': 'Product', url: address(pages.product(slug)) },
    ),
  };
}

/** One picture, or a list where an editor gave several. One with a text alternative of its own says what it shows. */
function imagesOf({ picture, morePictures, pictureAlts }: ProductDetail, site: URL) {
  const [first, ...more] = [picture, ...morePictures].map((name, index) => {
    const url = new URL(fallbackImage(name), site).href;
    const caption = pictureAlts[index];
    return caption ? { '@type': 'ImageObject', url, caption } : url;
  });
  return more.length > 0 ? [first, ...more] : first;
}

/** A sold-out product has a price, which Google requires, but neither shipping nor a delivery time. */
function offerOf(product: ProductDetail, url: string, terms: ShopTerms, hasBreak: boolean) {
  const { least, most } = terms.deliveryDays;
  const offer = {
    '@type': 'Offer',
    url,
    price: toEuro(product.price),
    priceCurrency: CURRENCY,
    priceSpecification: prices(product),
  };
  if (isSoldOut(product)) return { ...offer, availability: 'https://schema.org/OutOfStock' };
  return {
    ...offer,
    availability: 'https://schema.org/InStock',
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: toEuro(shippingOf(product, terms)), currency: CURRENCY },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'DE' },
      deliveryTime: hasBreak
        ? undefined
        : {
            '@type': 'ShippingDeliveryTime',
            transitTime: { '@type': 'QuantitativeValue', minValue: least, maxValue: most, unitCode: 'DAY' },
          },
    },
    // All other products follow the shop's policy on the home page.
    hasMerchantReturnPolicy: product.withdrawal === 'perishable' ? NO_RETURNS : undefined,
  };
}

function prices({ price, referencePrice, basePrice, drainedWeight, netQuantity }: ProductDetail) {
  const spec = (amount: number, more: object) => ({
    '@type': 'UnitPriceSpecification',
    price: toEuro(amount),
    priceCurrency: CURRENCY,
    ...more,
  });
  const content = drainedWeight
    ? { value: drainedWeight, unitCode: 'GRM' }
    : { value: netQuantity.value, unitCode: UNIT_CODES[netQuantity.unit] };
  const per = { '@type': 'QuantitativeValue', value: 1, unitCode: basePrice?.per === 'l' ? 'LTR' : 'KGM' };
  return [
    ...(basePrice
      ? [spec(price, { referenceQuantity: { '@type': 'QuantitativeValue', ...content, valueReference: per } })]
      : []),
    ...(referencePrice === null ? [] : [spec(referencePrice, { priceType: 'https://schema.org/StrikethroughPrice' })]),
  ];
}

/** The shop itself, its returns policy and its search, for the home page. */
export function shopData({ terms: { name }, shipping }: ShopToDescribe, locale: Locale, site: URL): string {
  const url = new URL(localised(locale, pages.home()), site).href;
  const search = `${new URL(localised(locale, pages.search()), site).href}/{search_term_string}`;
  return write([
    {
      '@type': 'Organization',
      name,
      url: site.href,
      logo: new URL('/favicon.svg', site).href,
      hasMerchantReturnPolicy: {
        ...RETURNS,
        returnFees: RETURN_FEES[shipping.returnsPaidBy],
      },
    },
    {
      '@type': 'WebSite',
      name,
      url,
      inLanguage: locale,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: search },
        'query-input': 'required name=search_term_string',
      },
    },
  ]);
}
