import { z } from 'zod';
import { cartInputSchema } from '#src/features/cart/cart.schema.ts';
import { ORDER_STATUSES } from './order.ts';

/** One line of text without control characters. */
const line = (max: number) =>
  z
    .string()
    .transform((text) => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1)
        .max(max)
        .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*$/),
    );

export const shippingAddressSchema = z
  .object({
    name: line(120),
    address: line(120),
    number: line(20),
    additional_address: z
      .union([
        z
          .literal('')
          .or(z.null())
          .transform(() => ''),
        line(120),
      ])
      .default(''),
    postal_code: z
      .string()
      .trim()
      .regex(/^\d{5}$/),
    city: line(80),
    country: z.literal('DE'),
  })
  .meta({ id: 'ShippingAddress' });

export const checkoutInputSchema = z
  .object({
    requestId: z
      .string()
      .regex(/^[\w-]{8,64}$/)
      .meta({ description: 'Made by the browser, one an attempt to order: the same again is the same checkout' }),
    lines: cartInputSchema.shape.lines.min(1),
    shipping: shippingAddressSchema,
    expectedTotal: z.number().min(0).meta({ description: 'EUR; the total that the buyer saw' }),
    languageLocale: z.string().optional(),
  })
  .meta({ id: 'CheckoutInput' });
export type CheckoutInput = z.output<typeof checkoutInputSchema>;

export const checkoutSchema = z.object({ checkoutId: z.string(), paypalOrderId: z.string(), total: z.number() }).meta({ id: 'Checkout' });

export const settledSchema = z
  .object({ orderId: z.string(), orderNumber: z.string(), status: z.enum(['success', 'pending']) })
  .meta({ id: 'Settled', description: 'pending: the order exists, PayPal is still checking the payment' });

const euro = z.number().meta({ description: 'EUR with at most two decimals' });

export const purchasesSchema = z
  .array(
    z.object({
      date: z.string().meta({ description: 'YYYY-MM-DD, in Germany' }),
      orderNumber: z.string(),
      status: z.enum(ORDER_STATUSES),
      orderDelivered: z.boolean(),
      items: z.array(z.object({ productName: z.string(), quantity: z.int(), price: euro })),
      shipping: euro,
      total: euro,
      shippingAddress: z.object({
        name: z.string(),
        address: z.string(),
        number: z.string(),
        additional_address: z.string(),
        postal_code: z.string(),
        city: z.string(),
        country: z.string(),
      }),
    }),
  )
  .meta({ id: 'Purchases', description: 'Newest first' });

// The older calls of the browser. What they say of prices and people is ignored or compared, never believed.
export const orderInputSchema = z
  .object({
    client: z.string(),
    checkoutId: z.string().optional(),
    shipping: z.unknown().optional(),
    order_date: z.unknown().optional(),
    order_closed: z.unknown().optional(),
    order_delivered: z.unknown().optional(),
  })
  .meta({ id: 'OrderInput' });

export const orderItemInputSchema = z
  .object({ order: z.string(), product_name: z.int().positive(), quantity: z.int(), price: z.number() })
  .meta({ id: 'OrderItemInput' });

export const confirmationInputSchema = z.looseObject({ orderId: z.string() }).meta({ id: 'ConfirmationInput' });
