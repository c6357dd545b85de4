import { z } from 'zod';
import { productSchema } from '#src/features/catalogue/catalogue.schema.ts';
import { CODE_PROBLEMS } from '#src/features/codes/code.ts';
import { VOUCHER_PROBLEMS } from '#src/features/vouchers/voucher-problems.ts';
import { DELIVERY_METHODS } from '#src/shared/delivery/delivery-method.ts';
import { MAX_LINES, MAX_UNITS } from './cart.ts';

export const deliveryMethodSchema = z
  .enum(DELIVERY_METHODS)
  .optional()
  .meta({ description: 'standard without it; `fast` and `collection` only in a shop that offers them' });

/** Longer than any code, so that a mistyped one gets the answer of an unknown code. */
export const codeSchema = z.string().max(100).optional().meta({
  description: 'A discount code or the code of a gift voucher, in any case; or both, with a space between them',
});
export const voucherSchema = z
  .string()
  .max(100)
  .optional()
  .meta({ description: 'The code of a gift voucher, beside a discount code' });

export const cartInputSchema = z
  .object({
    lines: z
      .array(
        z.object({
          productId: z.int().positive(),
          quantity: z.int().min(1).max(MAX_UNITS),
          price: z
            .number()
            .min(0)
            .optional()
            .meta({ description: 'EUR the shopper saw; another one now is reported as price_changed' }),
        }),
      )
      .max(MAX_LINES),
    deliveryMethod: deliveryMethodSchema,
    postalCode: z
      .string()
      .max(20)
      .optional()
      .meta({ description: 'Of the German delivery address, once it is known; islands may be dearer, or not served' }),
    code: codeSchema,
    voucher: voucherSchema,
    languageLocale: z.string().optional(),
  })
  .meta({ id: 'CartInput' });

export const CART_PROBLEMS = [
  'sold_out',
  'sale_locked',
  'max_units',
  'unknown',
  'age_restricted',
  'price_changed',
] as const;

const euro = z.number().meta({ description: 'EUR with at most two decimals' });

export const pricedCartSchema = z
  .object({
    lines: z.array(
      z.object({
        productId: z.int(),
        quantity: z.int().meta({ description: 'As asked for, lines of one product added up, at most 10' }),
        price: euro.meta({ description: 'Of one unit, after discount' }),
        total: euro,
        deposit: euro.meta({ description: 'Of all units' }),
        product: productSchema,
      }),
    ),
    subtotal: euro,
    shipping: euro,
    freeShippingLeft: euro.meta({
      description: 'Of goods, until the shipping is free; 0 when it is, or when the shop has no such limit',
    }),
    deposit: euro,
    vat: z.array(z.object({ rate: z.int(), amount: euro })).meta({ description: 'The tax contained, by rate' }),
    discounts: z
      .array(z.object({ code: z.string(), amount: euro, label: z.string() }))
      .optional()
      .meta({
        description:
          'What `code` takes off: contained in `total` and `vat`, and not in the lines, `subtotal` and `shipping`; ' +
          'empty when only a voucher is used',
      }),
    codeTerms: z.string().optional().meta({
      description: 'The conditions of `code` in words: of one that takes something off, or would off another cart',
    }),
    codes: z.literal(true).optional().meta({ description: 'The shop has discount codes or gift vouchers' }),
    vouchers: z.literal(true).optional().meta({ description: 'The shop has gift vouchers' }),
    total: euro,
    voucher: z
      .object({ code: z.string(), used: euro, left: euro })
      .optional()
      .meta({
        description:
          'What a gift voucher pays of `total`, which stays as it is, and what it has left afterwards; ' +
          'its code is shortened',
      }),
    island: z
      .object({ rule: z.enum(['refused', 'surcharge']), detail: z.string() })
      .optional()
      .meta({ description: 'Why the shop does not deliver to `postalCode`, or takes more; the price contains it' }),
    problems: z.array(
      z.object({
        productId: z
          .int()
          .optional()
          .meta({ description: 'Absent when `code` is one of a discount code or gift voucher' }),
        code: z.enum([...CART_PROBLEMS, ...CODE_PROBLEMS, ...VOUCHER_PROBLEMS]),
        detail: z.string().optional().meta({
          description: 'Why the code takes nothing off, or the voucher pays nothing; the prices are those without it',
        }),
      }),
    ),
  })
  .meta({
    id: 'PricedCart',
    description: 'Lines that are sold out, locked or need an age check are listed but not counted.',
  });
