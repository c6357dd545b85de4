import type { z } from 'zod';
import { toEuro } from '#src/shared/money.ts';
import type { availabilitySchema, productDetailSchema, productSchema } from '../catalogue.schema.ts';
import { fallbackImage } from '../pictures/picture.ts';
import type { Availability } from './catalogue.repository.ts';
import type { SetPart } from './sets.repository.ts';
import type { Variant } from '../variants/variant.ts';
import type { Rating } from '../shown-reviews.ts';
import { isSoldOut, type ProductDetail, type ProductSummary } from '../product.ts';

type ProductJson = z.input<typeof productSchema>;

const basePriceJson = ({ basePrice }: Pick<ProductSummary, 'basePrice'>) =>
  basePrice && { base_price: { amount: toEuro(basePrice.amount), per: basePrice.per } };

const toVariantJson = ({ id, slug, code, label, price, quantityAvailable }: Variant) => ({
  id,
  slug,
  cod_catalog: code,
  label,
  price: toEuro(price),
  quantity_available: quantityAvailable,
});

const toPartJson = ({ product, units }: SetPart) => ({
  cod_catalog: product.code,
  product_name: product.name,
  quantity: units,
});

/** A product as the API shows it in lists. */
export function toProductJson(product: ProductSummary): ProductJson {
  return {
    id: product.id,
    slug: product.slug,
    product_name: product.name,
    cod_catalog: product.code,
    brand: product.brand,
    subtitle: product.subtitle,
    image: fallbackImage(product.picture),
    category_product: product.categorySlug,
    real_price: toEuro(product.realPrice),
    discount: product.discount,
    price: toEuro(product.price),
    ...(product.referencePrice === null ? {} : { reference_price: toEuro(product.referencePrice) }),
    ...basePriceJson(product),
    deposit: toEuro(product.deposit),
    ...(product.packMark && { pack_mark: product.packMark }),
    ...(product.listed.length > 0 && { listed: product.listed }),
    vat_rate: product.vatRate,
    age_limit: product.ageLimit,
    ...(product.withdrawal === 'none' ? {} : { withdrawal: product.withdrawal }),
    net_quantity: product.netQuantity,
    quantity_available: product.quantityAvailable,
    ...(product.saleLocked && { sale_locked: true }),
    ...(product.recalled && { recalled: true }),
    availability: isSoldOut(product) ? 'on_order' : 'in_stock',
    ...(product.variantLabel && { variant: product.variantLabel }),
    ...(product.soldUntil && { sold_until: product.soldUntil }),
    ...(product.variants && { variants: product.variants.map(toVariantJson) }),
  };
}

export function toDetailJson({
  product,
  related,
  parts,
  rating,
}: {
  product: ProductDetail;
  related: ProductSummary[];
  parts: readonly SetPart[];
  rating: Rating | undefined;
}): z.input<typeof productDetailSchema> {
  return {
    product: {
      ...toProductJson(product),
      category_product: { name: product.categorySlug },
      info: product.info,
      ...(product.bestBefore && { best_before: product.bestBefore }),
      ...(parts.length > 0 && { parts: parts.map(toPartJson) }),
      ...(rating && { rating }),
    },
    products: related.map(toProductJson),
  };
}

export function toAvailabilityJson(products: Availability[]): z.input<typeof availabilitySchema> {
  return {
    products: products.map(({ id, quantityAvailable, price, realPrice, discount, basePrice }) => ({
      id,
      quantity_available: quantityAvailable,
      price: toEuro(price),
      real_price: toEuro(realPrice),
      discount,
      ...basePriceJson({ basePrice }),
    })),
  };
}
