import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ProductDetail } from '#src/features/catalogue/product.ts';
import { productData, shopData } from '#src/features/catalogue/structured-data.ts';
import { DEFAULT_TERMS } from '#src/shared/shop-terms.ts';
import { productDetail } from '../../../support/catalogue/product-detail.ts';

const SITE = new URL('https://shop.example');
const CATEGORY = { slug: 'bebidas', group: 'food', label: 'Getränke' } as const;

const term = (name: string) => z.literal(`https://schema.org/${name}`);
const quantity = z.strictObject({
  '@type': z.literal('QuantitativeValue'),
  value: z.number().positive(),
  unitCode: z.enum(['GRM', 'KGM', 'MLT', 'LTR']),
});
const shopOffer = {
  '@type': z.literal('Offer'),
  url: z.url(),
  price: z.number().positive(),
  priceCurrency: z.literal('EUR'),
  priceSpecification: z.array(
    z.strictObject({
      '@type': z.literal('UnitPriceSpecification'),
      price: z.number().positive(),
      priceCurrency: z.literal('EUR'),
      priceType: term('StrikethroughPrice').optional(),
      referenceQuantity: quantity.extend({ valueReference: quantity }).optional(),
    }),
  ),
};
/** The fields that Google's documentation for merchant listings requires. */
const availableOffer = z.strictObject({
  ...shopOffer,
  availability: term('InStock'),
  shippingDetails: z.strictObject({
    '@type': z.literal('OfferShippingDetails'),
    shippingRate: z.strictObject({
      '@type': z.literal('MonetaryAmount'),
      value: z.literal(5),
      currency: z.literal('EUR'),
    }),
    shippingDestination: z.strictObject({ '@type': z.literal('DefinedRegion'), addressCountry: z.literal('DE') }),
    deliveryTime: z.strictObject({
      '@type': z.literal('ShippingDeliveryTime'),
      transitTime: z.strictObject({
        '@type': z.literal('QuantitativeValue'),
        minValue: z.literal(2),
        maxValue: z.literal(4),
        unitCode: z.literal('DAY'),
      }),
    }),
  }),
  hasMerchantReturnPolicy: z
    .strictObject({
      '@type': z.literal('MerchantReturnPolicy'),
      applicableCountry: z.literal('DE'),
      returnPolicyCategory: term('MerchantReturnNotPermitted'),
    })
    .optional(),
});
const soldOutOffer = z.strictObject({ ...shopOffer, availability: term('OutOfStock') });
const crumb = z.strictObject({ '@type': z.literal('ListItem'), position: z.int(), name: z.string().min(1) });
const image = z.union([
  z.url(),
  z.strictObject({ '@type': z.literal('ImageObject'), url: z.url(), caption: z.string().min(1) }),
]);
const productSchema = z.object({
  '@type': z.literal('Product'),
  name: z.string().min(1),
  url: z.url(),
  sku: z.string().min(1),
  image: z.union([image, z.array(image).min(2)]),
  size: z.string().optional(),
  offers: z.union([availableOffer, soldOutOffer]),
});
/** Google's documentation for product variants on pages of their own. */
const groupSchema = z.strictObject({
  '@type': z.literal('ProductGroup'),
  name: z.string().min(1),
  productGroupID: z.string().min(1),
  variesBy: term('size').optional(),
  hasVariant: z.array(z.union([productSchema, z.strictObject({ '@type': z.literal('Product'), url: z.url() })])).min(2),
});
const graphSchema = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.tuple([
    productSchema,
    z.strictObject({
      '@type': z.literal('BreadcrumbList'),
      itemListElement: z.tuple([crumb.extend({ item: z.url() }), crumb.extend({ item: z.url() }), crumb]),
    }),
  ]),
});

function describeProduct(fields: Partial<ProductDetail> = {}) {
  const product = productDetail(fields);
  const text = productData({
    terms: DEFAULT_TERMS,
    hasBreak: false,
    product,
    category: CATEGORY,
    locale: 'de-DE',
    site: SITE,
  });
  return graphSchema.parse(JSON.parse(text))['@graph'];
}

describe('the structured data of a product page', () => {
  it('contain the product’s address, its offer and its breadcrumbs', () => {
    const [product, crumbs] = describeProduct({ slug: 'feijao' });
    expect(product.url).toBe('https://shop.example/de/product/feijao');
    expect(product.offers).toMatchObject({ price: 4.99 });
    expect(crumbs.itemListElement.map(({ name }) => name)).toEqual(['Vitrine', 'Getränke', 'Produto']);
  });

  it('contain the content for the base price, and the struck-through price', () => {
    const [{ offers }] = describeProduct({ referencePrice: 599 });
    expect(offers).toMatchObject({
      priceSpecification: [
        {
          price: 4.99,
          referenceQuantity: { value: 500, unitCode: 'GRM', valueReference: { value: 1, unitCode: 'KGM' } },
        },
        { price: 5.99, priceType: 'https://schema.org/StrikethroughPrice' },
      ],
    });
  });

  it('contain all pictures of a product', () => {
    const media = 'https://shop.example/media/';
    expect(describeProduct({ picture: 'abc.white' })[0].image).toBe(`${media}abc.webp`);
    expect(describeProduct({ picture: 'abc.white', morePictures: ['def.sky'] })[0].image).toEqual([
      `${media}abc.webp`,
      `${media}def.webp`,
    ]);
    expect(
      describeProduct({ picture: 'abc.white', morePictures: ['def.sky'], pictureAlts: ['', 'Rückseite'] })[0].image,
    ).toEqual([`${media}abc.webp`, { '@type': 'ImageObject', url: `${media}def.webp`, caption: 'Rückseite' }]);
  });

  it('contain the price of a sold-out product, and no shipping', () => {
    expect(describeProduct({ quantityAvailable: 0 })[0].offers).toMatchObject({
      availability: 'https://schema.org/OutOfStock',
      price: 4.99,
    });
  });

  it('exclude returns of perishable goods; all other goods follow the shop’s policy', () => {
    expect(describeProduct({ withdrawal: 'perishable' })[0].offers).toMatchObject({
      hasMerchantReturnPolicy: { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' },
    });
    expect(describeProduct()[0].offers).not.toHaveProperty('hasMerchantReturnPolicy');
  });

  it('describe the product as one of a group, and name the pages of the others', () => {
    const variants = [250, 500].map((grams, at) => ({
      ...{ id: at + 1, slug: `mate-${grams}`, code: `BEB-00${at + 1}`, label: `${grams} g`, isContent: true },
      ...{ price: 399, quantityAvailable: 1 },
    }));
    const own = productDetail({ id: 2, code: 'BEB-002', variantOf: 'BEB-001', name: 'Mate', variants });
    const about = { terms: DEFAULT_TERMS, hasBreak: false, category: CATEGORY, locale: 'de-DE', site: SITE } as const;
    const [group] = (JSON.parse(productData({ ...about, product: own })) as { '@graph': [object] })['@graph'];
    const { hasVariant, ...rest } = groupSchema.parse(group);
    expect(rest).toMatchObject({ name: 'Mate', productGroupID: 'BEB-001', variesBy: 'https://schema.org/size' });
    expect(hasVariant[0]).toEqual({ '@type': 'Product', url: 'https://shop.example/de/product/mate-250' });
    expect(productSchema.parse(hasVariant[1])).toMatchObject({ name: 'Mate, 500 g', sku: 'BEB-002', size: '500 g' });
  });

  it('cannot close their script element', () => {
    const product = productDetail({ name: '</script>' });
    expect(
      productData({ terms: DEFAULT_TERMS, hasBreak: false, product, category: CATEGORY, locale: 'pt-BR', site: SITE }),
    ).not.toContain('<');
  });
});

it.each([
  ['buyer', 'ReturnFeesCustomerResponsibility'],
  ['shop', 'FreeReturn'],
] as const)('the structured data of the home page say that returns are paid by the %s', (returnsPaidBy, fees) => {
  const shop = { terms: DEFAULT_TERMS, shipping: { returnsPaidBy } };
  expect(JSON.parse(shopData(shop, 'en-US', SITE))).toMatchObject({
    '@graph': [
      {
        '@type': 'Organization',
        name: 'Vitrine',
        url: 'https://shop.example/',
        hasMerchantReturnPolicy: { merchantReturnDays: 14, returnFees: `https://schema.org/${fees}` },
      },
      {
        '@type': 'WebSite',
        potentialAction: { target: { urlTemplate: 'https://shop.example/en/search/{search_term_string}' } },
      },
    ],
  });
});
