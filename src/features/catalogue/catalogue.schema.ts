import { z } from 'zod';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { PACK_MARKS } from './derived-duties.ts';
import { FACET_NAMES } from './facets.ts';
import { NET_UNITS } from './price.ts';
import { WITHDRAWAL_EXCEPTIONS } from './product.ts';

/** The largest and the default page size of a product list. */
export const MAX_LIMIT = 250;
export const MAX_AVAILABILITY_IDS = 100;

const integerBetween = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max)
    .meta({ override: { type: 'integer', minimum: min, maximum: max } });

export const pagingQuerySchema = z.object({
  limit: integerBetween(1, MAX_LIMIT)
    .optional()
    .meta({ description: `At most ${MAX_LIMIT}, which is the default.` }),
  offset: integerBetween(0, 1_000_000).optional(),
  lang: z
    .string()
    .optional()
    .meta({ description: `Language of texts: ${LOCALE_CODES.join(', ')}; else Accept-Language decides.` }),
});

export const availabilityQuerySchema = z.object({
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .transform((list) => [...new Set(list.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_AVAILABILITY_IDS)
    .meta({
      override: { type: 'string' },
      description: `At most ${MAX_AVAILABILITY_IDS} product ids, separated by commas.`,
      example: '1,2,3',
    }),
});

const euro = z.number().meta({ description: 'EUR with at most two decimals' });
const basePrice = z.object({ amount: euro, per: z.enum(['kg', 'l']) });

export const productSchema = z
  .object({
    id: z.int(),
    slug: z.string(),
    product_name: z.string(),
    cod_catalog: z.string(),
    brand: z.string().nullable(),
    subtitle: z.string(),
    image: z.string().meta({ description: 'A path on this host' }),
    category_product: z.string().meta({ description: 'Slug of the category' }),
    real_price: euro,
    discount: z.int().meta({ description: 'percent' }),
    price: euro,
    reference_price: euro.optional(),
    base_price: basePrice.optional(),
    deposit: euro,
    pack_mark: z
      .enum(PACK_MARKS)
      .optional()
      .meta({ description: 'Must stand beside the price, at least as large (§ 47 VerpackDG)' }),
    listed: z.array(z.enum(FACET_NAMES)).optional().meta({ description: 'Facts by which the search filters' }),
    vat_rate: z.int().meta({ description: 'percent' }),
    age_limit: z.int(),
    withdrawal: z
      .enum(WITHDRAWAL_EXCEPTIONS)
      .optional()
      .meta({ description: 'Why there is no right of withdrawal, or when it ends' }),
    net_quantity: z.object({ value: z.number(), unit: z.enum(NET_UNITS) }),
    quantity_available: z.int(),
    sale_locked: z
      .boolean()
      .optional()
      .meta({ description: 'It can’t be ordered, because it is recalled or lacks facts that the law asks for' }),
    recalled: z.boolean().optional().meta({ description: 'The page of recalls says why' }),
    availability: z.enum(['in_stock', 'on_order']),
    variant: z
      .string()
      .optional()
      .meta({ description: 'What differs from the other products of its family, unless it is the content' }),
    sold_until: z.string().optional().meta({
      description: 'Its best-before date, 2027-01-31, because of which it is cheaper; then it leaves the shop',
    }),
    variants: z
      .array(
        z.object({
          id: z.int(),
          slug: z.string(),
          cod_catalog: z.string(),
          label: z.string().meta({ description: 'What differs, such as the content' }),
          price: euro,
          quantity_available: z.int(),
        }),
      )
      .optional()
      .meta({ description: 'All products of its family, itself included; lists show one product of each family' }),
  })
  .meta({ id: 'Product' });

export const productListSchema = z
  .object({ products: z.array(productSchema), count: z.int() })
  .meta({ id: 'ProductList' });

export const productDetailSchema = z
  .object({
    product: productSchema.omit({ category_product: true }).extend({
      category_product: z.object({ name: z.string() }),
      info: z.string().meta({ description: 'Sanitised HTML' }),
      best_before: z
        .string()
        .optional()
        .meta({ description: 'The best-before date of the lot that is packed first, 2027-01-31; absent if unknown' }),
      parts: z
        .array(z.object({ cod_catalog: z.string(), product_name: z.string(), quantity: z.int() }))
        .optional()
        .meta({ description: 'What is in a set, with the units in one set; its order has a line for each part' }),
      rating: z
        .object({ average: z.number().min(1).max(5), count: z.int().positive() })
        .optional()
        .meta({ description: 'Of the published reviews; absent without any' }),
    }),
    products: z.array(productSchema).meta({ description: 'Related products' }),
  })
  .meta({ id: 'ProductDetail' });

export const availabilitySchema = z
  .object({
    products: z.array(
      z.object({
        id: z.int(),
        quantity_available: z.int(),
        price: euro,
        real_price: euro,
        discount: z.int(),
        base_price: basePrice.optional(),
      }),
    ),
  })
  .meta({ id: 'Availability' });
