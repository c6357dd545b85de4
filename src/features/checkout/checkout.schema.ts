import { z } from 'zod';
import { emailSchema } from '#src/server/auth/email.schema.ts';
import { isPostalCode } from '#src/features/account/field-patterns.ts';
import { withOwnNumber } from '#src/features/account/street.ts';
import {
  cartInputSchema,
  codeSchema,
  deliveryMethodSchema,
  pricedCartSchema,
  voucherSchema,
} from '#src/features/cart/cart.schema.ts';
import type { ShippingAddress } from '#src/features/orders/order.ts';
import { orderWishesSchema } from '#src/features/orders/order-wishes.schema.ts';
import { euro, namedAddressSchema } from '#src/features/orders/order.schema.ts';
import {
  needsPostNumber,
  OPTIONAL_POST_NUMBER,
  parcelPointIn,
  STATION,
  streetProblem,
  toDigits,
  toStreetLines,
} from '#src/features/orders/parcel-point.ts';
import type { OrderDelivery } from '#src/shared/delivery/delivery-method.ts';
import { fullName } from '#src/shared/person-name.schema.ts';
import { PAYMENT_SOURCES } from '#src/shared/payment-source.ts';
import { optionalTextLine, placeLine, textLine } from '#src/shared/text-line.schema.ts';
import { giftVoucherSchema } from './gift-voucher/gift-voucher.schema.ts';

const recipient = {
  name: fullName(),
  postal_code: z
    .string()
    .trim()
    .refine((code) => isPostalCode(code, 'DE')),
  city: placeLine(80),
  country: z.literal('DE'),
};

const streetLines = { address: textLine(120), number: textLine(20), additional_address: optionalTextLine(120) };
const streetLinesSchema = z.object(streetLines);
// These rules run although other fields are invalid, so that one response names all invalid fields.
const when = ({ value }: { value: unknown }): boolean => streetLinesSchema.safeParse(value).success;

/** Normalizes lines that name a Packstation or post office. */
const streetAddressSchema = z
  .object({ ...recipient, ...streetLines, kind: z.literal('home').optional() })
  .refine(({ address, ...lines }) => /\p{L}/u.test(address) || parcelPointIn({ ...lines, address }) !== undefined, {
    path: ['address'],
    when,
  })
  .refine((lines) => streetProblem(lines) !== 'post_box', { path: ['address'], when, params: { reason: 'post_box' } })
  .refine((lines) => streetProblem(lines) !== 'parcel_point', {
    path: ['address'],
    when,
    params: { reason: 'parcel_point' },
  })
  .transform(({ kind: _, ...address }) => {
    const point = parcelPointIn(address);
    return point ? { ...address, ...toStreetLines(point) } : withOwnNumber(address);
  })
  .meta({ id: 'ShippingAddress' });

/** The digits of a number that people also write with its label and with spaces. */
const digits = (pattern: RegExp) => z.string().max(60).transform(toDigits).pipe(z.string().regex(pattern));

const parcelPointSchema = z
  .object({
    ...recipient,
    kind: z.enum(['packstation', 'postfiliale']),
    station: digits(STATION).meta({ description: 'Three digits' }),
    post_number: digits(OPTIONAL_POST_NUMBER)
      .default('')
      .meta({ description: 'The recipient’s number at DHL, 6 to 10 digits; may be missing for a postfiliale only' }),
  })
  .refine(({ kind, post_number }) => post_number !== '' || !needsPostNumber(kind), {
    path: ['post_number'],
    when: () => true,
  })
  .transform(({ kind, station, post_number, ...recipient }) => ({
    ...recipient,
    ...toStreetLines({ kind, station, postNumber: post_number }),
  }))
  .meta({ id: 'ParcelPoint' });

/** Both forms are stored the same way. */
export const shippingAddressSchema = z.discriminatedUnion('kind', [parcelPointSchema, streetAddressSchema]);

const beginSchema = z.object({
  requestId: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .meta({
      description: 'The browser makes one for each attempt to order; the same requestId returns the same checkout',
    }),
  lines: cartInputSchema.shape.lines.min(1),
  expectedTotal: z.number().min(0).meta({ description: 'EUR; the total that the page showed to the buyer' }),
  languageLocale: z.string().optional(),
});

const orderSchema = beginSchema.extend({
  lines: cartInputSchema.shape.lines.meta({ description: 'Empty for a gift voucher' }),
  giftVoucher: giftVoucherSchema.optional(),
  deliveryMethod: deliveryMethodSchema,
  code: codeSchema,
  voucher: voucherSchema,
  expectedDue: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'EUR; what a gift voucher left to pay, as the page showed it' }),
  shipping: shippingAddressSchema.optional().meta({ description: 'Owed, unless the order is collected' }),
  ...orderWishesSchema.shape,
  paymentSource: z
    .enum(PAYMENT_SOURCES)
    .optional()
    .meta({ description: 'What PayPal takes the money from, if the shop has activated it; else a PayPal account' }),
});

type Destination = Pick<z.output<typeof orderSchema>, 'deliveryMethod' | 'shipping' | 'billing' | 'giftVoucher'>;
const isCollected = ({ deliveryMethod }: Destination): boolean => deliveryMethod === 'collection';
/** These rules run beside those of the fields, so that one response names all invalid fields. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };
const knowsWhere = (order: Destination): boolean =>
  isCollected(order) || order.shipping !== undefined || order.giftVoucher !== undefined;
/** A gift voucher is ordered alone, and paid with money. */
const isOneKind = ({ lines, giftVoucher, code, voucher }: z.output<typeof orderSchema>): boolean =>
  giftVoucher ? lines.length === 0 && (code ?? voucher) === undefined : lines.length > 0;
const ALONE = { path: ['lines'] };

export const checkoutInputSchema = orderSchema
  .refine(knowsWhere, { path: ['shipping'], ...always })
  .refine(isOneKind, ALONE)
  .meta({ id: 'CheckoutInput' });

/** A checkout whose address and email PayPal provides after the approval. */
export const expressInputSchema = beginSchema.meta({ id: 'ExpressInput' });

/** The first data of a checkout; an express checkout has no address yet. */
export type BeginInput = z.output<typeof beginSchema> &
  Partial<Omit<z.output<typeof orderSchema>, 'deliveryMethod' | 'shipping'>> & {
    /** `email` and a name alone as address: of a gift voucher (bought-voucher.ts). */
    deliveryMethod?: OrderDelivery | undefined;
    shipping?: ShippingAddress | undefined;
  };

export const guestCheckoutInputSchema = orderSchema
  .extend({ email: emailSchema.meta({ description: 'Owed without a session only; with one it is ignored' }) })
  .refine(knowsWhere, { path: ['shipping'], ...always })
  .refine(isOneKind, ALONE)
  // Nothing else says who gets the invoice.
  .refine((order) => !isCollected(order) || Boolean(order.billing), { path: ['billing'], ...always })
  .meta({
    id: 'GuestCheckoutInput',
    // Optional only in the API's document, because a signed-in call omits it.
    override: ({ jsonSchema }) => {
      jsonSchema.required = jsonSchema.required?.filter((name) => name !== 'email');
    },
  });

export const checkoutSchema = z
  .object({
    checkoutId: z.string(),
    paypalOrderId: z.string(),
    total: z.number().meta({ description: 'EUR; what PayPal is asked for' }),
  })
  .meta({ id: 'Checkout' });

const REVIEW_PROBLEMS = ['country_not_served', 'area_not_served', 'address_incomplete', 'address_invalid'] as const;

export const reviewSchema = z
  .object({
    guest: z.boolean().meta({ description: 'The buyer has no account, so the email can be changed' }),
    email: z.string().meta({ description: 'PayPal’s; for a customer the account’s' }),
    shipping: namedAddressSchema.meta({ description: 'As PayPal names it; unknown parts are empty' }),
    problems: z.array(z.enum(REVIEW_PROBLEMS)).meta({ description: 'Why the address cannot be used as it is' }),
    detail: z.string().optional().meta({ description: 'The problem in words, where the shop’s terms are its reason' }),
    invalid: z
      .array(z.string())
      .optional()
      .meta({ description: 'The fields of `shipping` that the confirmation would refuse as they are' }),
    lines: z.array(
      z.object({
        productId: z.int(),
        name: z.string(),
        traits: z.string(),
        withdrawal: z.string(),
        quantity: z.int(),
        price: euro.meta({ description: 'Of one unit, after discount' }),
        total: euro,
      }),
    ),
    ...pricedCartSchema.pick({ subtotal: true, deposit: true, vat: true, total: true }).shape,
    shippingCost: euro,
  })
  .meta({ id: 'Review', description: 'What the buyer confirms; nothing is captured before' });

const detailsSchema = z.object({
  shipping: shippingAddressSchema,
  ...orderWishesSchema.shape,
  email: emailSchema.optional().meta({ description: 'Owed by a guest; for a customer it is ignored' }),
  languageLocale: z.string().optional(),
});

export const shippingInputSchema = detailsSchema.meta({ id: 'ShippingInput' });

export const confirmInputSchema = detailsSchema
  .extend({
    shipping: shippingAddressSchema.optional().meta({
      description: 'Without it, all that `PUT …/shipping/` has stored is confirmed',
    }),
    expectedTotal: z.number().min(0).meta({ description: 'EUR; the total that the review showed to the buyer' }),
  })
  .meta({ id: 'ConfirmInput' });

export const settledSchema = z
  .object({ orderId: z.string(), orderNumber: z.string(), status: z.enum(['success', 'pending']) })
  .meta({
    id: 'Settled',
    description: 'pending: the order exists; PayPal still checks the payment, or the transfer has not arrived',
  });
