import { z } from 'zod';
import { passwordSchema, storedClientSchema } from '#src/features/account/account.schema.ts';
import { DELIVERY_METHODS } from '#src/shared/delivery/delivery-method.ts';
import { ORDER_STATUSES } from './order.ts';

export const euro = z.number().meta({ description: 'EUR with at most two decimals' });

/** An address in a response. */
export const namedAddressSchema = z.object({
  name: z.string(),
  address: z.string(),
  number: z.string(),
  additional_address: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country: z.string(),
});

export const purchasesSchema = z
  .array(
    z.object({
      date: z.string().meta({ description: 'YYYY-MM-DD, in Germany' }),
      orderNumber: z.string(),
      status: z.enum(ORDER_STATUSES),
      orderDelivered: z.boolean(),
      deliveryMethod: z.enum([...DELIVERY_METHODS, 'email']).meta({ description: '`email`: a gift voucher' }),
      items: z.array(z.object({ productName: z.string(), quantity: z.int(), price: euro })),
      shipping: euro,
      discount: z
        .object({ code: z.string(), amount: euro })
        .optional()
        .meta({ description: 'By a code; the prices of the items and the shipping contain it' }),
      total: euro,
      voucher: z
        .object({ code: z.string(), used: euro })
        .optional()
        .meta({ description: 'What a gift voucher paid of the total; its code is shortened' }),
      shippingAddress: namedAddressSchema,
      billing: namedAddressSchema
        .extend({ company: z.string(), vat_id: z.string() })
        .optional()
        .meta({ description: 'Who pays, if the buyer named another address for the invoice' }),
      reference: z.string().optional().meta({ description: 'The buyer’s own' }),
      note: z.string().optional().meta({ description: 'To the shop' }),
      gift: z.object({ message: z.string() }).optional().meta({ description: 'Present with a greeting, if it is one' }),
    }),
  )
  .meta({ id: 'Purchases', description: 'Newest first' });

export const orderAccountSchema = z
  .object({
    key: z
      .string()
      .max(200)
      .default('')
      .meta({ description: 'The key in the mails’ link; without it the cookie `guest` opens the order' }),
    password: passwordSchema,
    confirmPassword: passwordSchema.optional(),
    languageLocale: z.string().optional().catch(undefined),
  })
  .meta({ id: 'OrderAccount' });

export const orderAccountAnswerSchema = z
  .object({ detail: z.string(), client: storedClientSchema })
  .meta({ id: 'OrderAccountOpened' });

/** PostgreSQL refuses a text that contains NUL. */
const searchedId = z.string().refine((text) => !text.includes('\0'));

// The older calls of the browser. The server ignores or compares their prices and client data; it never stores them.
export const orderInputSchema = z
  .object({
    client: z.string(),
    checkoutId: searchedId.optional(),
    shipping: z.unknown().optional(),
    order_date: z.unknown().optional(),
    order_closed: z.unknown().optional(),
    order_delivered: z.unknown().optional(),
  })
  .meta({ id: 'OrderInput' });

/** Older clients also send numbers as text. */
const orText = (number: z.ZodNumber) =>
  z.union([
    number,
    z
      .string()
      .regex(/^\d{1,10}(?:\.\d{1,2})?$/)
      .transform(Number)
      .pipe(number),
  ]);

export const orderItemInputSchema = z
  .object({
    order: searchedId,
    product_name: orText(z.int().positive()),
    quantity: orText(z.int()),
    price: orText(z.number()),
  })
  .meta({ id: 'OrderItemInput' });

export const confirmationInputSchema = z.looseObject({ orderId: searchedId }).meta({ id: 'ConfirmationInput' });
