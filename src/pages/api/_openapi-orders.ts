import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import * as account from '#src/features/account/account.schema.ts';
import { pricedCartSchema } from '#src/features/cart/cart.schema.ts';
import * as checkout from '#src/features/checkout/checkout.schema.ts';
import { addressChangeSchema } from '#src/features/order-changes/order-change.schema.ts';
import { orderOfferSchema } from '#src/features/offers/offer.schema.ts';
import * as orders from '#src/features/orders/order.schema.ts';
import { answer, detail, errorSchema, limited, noBuyer, signedInOnly, unknown, word, write } from './_openapi-parts.ts';

const conflictSchema = z.looseObject({
  code: z.string(),
  detail: z.string(),
  message: z.string(),
  products: z.array(z.int()).optional(),
  cart: pricedCartSchema.optional(),
});

/** Responses of the calls that create a checkout. */
const begun = {
  201: answer('To be approved at PayPal; without a session it sets the cookie `guest`', checkout.checkoutSchema),
  409: answer(
    'sold_out, sale_locked, age_restricted, price_changed, checkout_closed, request_reused or payment_in_progress',
    conflictSchema,
  ),
  422: answer(
    'address_refused: PayPal does not take the delivery address; payment_declined: no money from this card or wallet',
    errorSchema,
  ),
  429: answer('too_many_requests or too_many_unpaid; Retry-After says when to try again', conflictSchema),
  503: answer('PayPal does not answer, or the shop is under maintenance', errorSchema),
};

/** The calls from checkout to order and invoice. */
export const orderPaths: ZodOpenApiPathsObject = {
  '/api/invoice/{orderNumber}/{number}/': {
    get: {
      summary: 'An invoice or a credit note of an order',
      requestParams: {
        path: z.object({ orderNumber: z.string(), number: z.string() }),
        query: z.object({
          key: z.string().optional().meta({ description: 'Of a mail to a buyer without an account' }),
        }),
      },
      responses: {
        200: {
          description: 'A PDF file',
          content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
        },
        404: answer('Unknown, or not the caller’s', errorSchema),
      },
    },
  },
  '/api/order/{orderNumber}/return-label/{reference}/': {
    get: {
      summary: 'The label of a return parcel',
      requestParams: {
        path: z.object({ orderNumber: z.string(), reference: z.string() }),
        query: z.object({
          key: z.string().optional().meta({ description: 'Of a mail to a buyer without an account' }),
          file: z.literal('qr').optional().meta({ description: 'Its QR code for the carrier’s counter' }),
        }),
      },
      responses: {
        200: {
          description: 'A PDF file, or a picture',
          content: {
            'application/pdf': { schema: z.string().meta({ format: 'binary' }) },
            'image/png': { schema: z.string().meta({ format: 'binary' }) },
          },
        },
        404: answer('Unknown, no longer needed, or not the caller’s', errorSchema),
      },
    },
  },
  '/api/checkout/': {
    post: write('Prices the lines, holds their stock and makes the PayPal order', checkout.guestCheckoutInputSchema, {
      ...begun,
      401: answer('Nobody is signed in, and the body has no email address', errorSchema),
    }),
  },
  '/api/checkout/express/': {
    post: write(
      'The same without address and email: PayPal asks the buyer for both, and the buyer confirms afterwards',
      checkout.expressInputSchema,
      {
        ...begun,
      },
    ),
  },
  '/api/checkout/transfer/': {
    post: write(
      'Places an order that its buyer pays by bank transfer; it waits for the money',
      checkout.guestCheckoutInputSchema,
      {
        201: answer('Placed; without a session it sets the cookie `guest`', checkout.settledSchema),
        401: answer('Nobody is signed in, and the body has no email address', errorSchema),
        404: answer('The shop takes no transfers', errorSchema),
        409: answer(
          'sold_out, sale_locked, age_restricted, price_changed, request_reused, payment_in_progress or transfer_limit',
          conflictSchema,
        ),
        429: begun[429],
        503: answer('The shop is under maintenance', errorSchema),
      },
    ),
  },
  '/api/checkout/transfer/find/': {
    post: write(
      'Finds the order of a transfer whose response was lost, by the same body; places none',
      checkout.guestCheckoutInputSchema,
      {
        200: answer(
          'The order, whoever is signed in by now; a guest’s sets the cookie `guest`, an account’s opens for it only',
          checkout.settledSchema,
        ),
        404: answer('There is no such order', errorSchema),
        409: answer('request_reused or payment_in_progress', conflictSchema),
        429: begun[429],
        503: answer('The shop is under maintenance', errorSchema),
      },
    ),
  },
  '/api/checkout/voucher/': {
    post: write('Places an order that a gift voucher pays in full', checkout.guestCheckoutInputSchema, {
      201: answer('Placed; without a session it sets the cookie `guest`', checkout.settledSchema),
      401: answer('Nobody is signed in, and the body has no email address', errorSchema),
      409: answer(
        'sold_out, sale_locked, age_restricted, request_reused, payment_in_progress or price_changed, also when the ' +
          'voucher does not pay everything',
        conflictSchema,
      ),
      429: begun[429],
      503: answer('The shop is under maintenance', errorSchema),
    }),
  },
  '/api/checkout/voucher/find/': {
    post: write(
      'Finds the order of a voucher whose response was lost, by the same body; places none',
      checkout.guestCheckoutInputSchema,
      {
        200: answer(
          'The order, whoever is signed in by now; a guest’s sets the cookie `guest`, an account’s opens for it only',
          checkout.settledSchema,
        ),
        404: answer('There is no such order', errorSchema),
        409: answer('request_reused or payment_in_progress', conflictSchema),
        429: begun[429],
        503: answer('The shop is under maintenance', errorSchema),
      },
    ),
  },
  '/api/checkout/{checkoutId}/review/': {
    get: {
      summary: 'What the buyer of an approved express checkout confirms; nothing is captured',
      requestParams: { path: word('checkoutId') },
      responses: {
        200: answer('Address and email as PayPal names them, lines and totals', checkout.reviewSchema),
        ...noBuyer,
        ...unknown,
        409: answer(
          'payment_not_approved, payment_mismatch, checkout_closed (also once it is ordered) or sold_out',
          errorSchema,
        ),
        ...limited,
        503: answer('PayPal does not answer', errorSchema),
      },
    },
  },
  '/api/checkout/{checkoutId}/shipping/': {
    put: write(
      'Completes or corrects the address of an express checkout before its order button; orders nothing',
      checkout.shippingInputSchema,
      {
        200: answer('Stored', z.object({ shipping: orders.namedAddressSchema })),
        ...noBuyer,
        ...unknown,
        409: answer('payment_in_progress (also once it is confirmed), checkout_closed or sold_out', errorSchema),
        ...limited,
      },
      word('checkoutId'),
    ),
  },
  '/api/checkout/{checkoutId}/confirm/': {
    post: write(
      'The buyer’s order of an express checkout: stores address and email, then settles; any number of times',
      checkout.confirmInputSchema,
      {
        200: answer('Ordered', checkout.settledSchema),
        ...noBuyer,
        ...unknown,
        409: answer(
          'price_changed, payment_in_progress, payment_not_approved, payment_mismatch, checkout_closed or sold_out',
          errorSchema,
        ),
        ...limited,
        422: answer(
          'payment_declined or address_refused: the buyer may approve again or correct the address, ' +
            'and has to confirm again',
          errorSchema,
        ),
        503: answer('PayPal does not answer', errorSchema),
      },
      word('checkoutId'),
    ),
  },
  '/api/checkout/{checkoutId}/capture/': {
    post: write(
      'Settles an approved checkout; any number of times',
      undefined,
      {
        200: answer('Ordered', checkout.settledSchema),
        ...noBuyer,
        ...unknown,
        409: answer(
          'order_not_confirmed, payment_not_approved, payment_mismatch, checkout_closed, sold_out or code_used_up',
          errorSchema,
        ),
        ...limited,
        422: answer(
          'payment_declined: the buyer may approve again, unless the checkout has ended; or address_refused, ' +
            'which ends it',
          errorSchema,
        ),
        503: answer('PayPal does not answer', errorSchema),
      },
      word('checkoutId'),
    ),
  },
  '/api/checkout/{checkoutId}/cancel/': {
    post: write(
      'Gives a checkout up; it is never captured afterwards',
      undefined,
      {
        ...detail,
        ...noBuyer,
        ...unknown,
        409: answer('It is ordered, or its money may be moving', errorSchema),
      },
      word('checkoutId'),
    ),
  },
  '/api/offer/': {
    post: write('The order button of an order by phone: makes the PayPal order', orderOfferSchema, {
      ...begun,
      404: answer('The key opens nothing', errorSchema),
      409: answer('checkout_closed, price_changed, sale_locked, age_restricted or payment_in_progress', conflictSchema),
    }),
  },
  '/api/offer/transfer/': {
    post: write('The order button of an order by phone that its buyer pays by bank transfer', orderOfferSchema, {
      201: answer('Placed; without a session it sets the cookie `guest`', checkout.settledSchema),
      404: answer('The key opens nothing, or the shop takes no transfers', errorSchema),
      409: answer('checkout_closed, price_changed, sale_locked, age_restricted or payment_in_progress', conflictSchema),
      429: begun[429],
      503: answer('The shop is under maintenance', errorSchema),
    }),
  },
  '/api/order/{orderNumber}/account/': {
    post: write(
      'Creates an account from the order of a guest',
      orders.orderAccountSchema,
      {
        201: answer(
          'With a mailed key: signed in, and the guest’s orders are in the account',
          orders.orderAccountAnswerSchema,
        ),
        202: answer(
          'Without one: a mail says how it goes on, also when the address had an account before',
          account.detailSchema,
        ),
        ...unknown,
        409: answer('account_exists: a mail with a link goes to its address', errorSchema),
        ...limited,
      },
      word('orderNumber'),
    ),
  },
  '/api/order/{orderNumber}/address-change/': {
    post: write(
      'Asks for another delivery address, while the order is not packed',
      addressChangeSchema,
      {
        202: answer('The shop answers by mail; the parcel waits for it', account.detailSchema),
        ...unknown,
        409: answer('too_late: the order is packed, or it has ended', errorSchema),
        ...limited,
      },
      word('orderNumber'),
    ),
  },
  '/api/order/': {
    post: write('The order that a captured payment made', orders.orderInputSchema, {
      201: answer('Its id', z.object({ id: z.string() })),
      ...signedInOnly,
      409: answer('There is no captured payment', errorSchema),
    }),
  },
  '/api/orderitem/': {
    post: write('Whether an order holds a line', orders.orderItemInputSchema, {
      201: answer('It does', z.object({ order: z.string() })),
      ...signedInOnly,
      409: answer('It does not', errorSchema),
    }),
  },
  '/api/send-email': {
    post: write('Whether an order’s confirmation is on its way', orders.confirmationInputSchema, {
      200: answer('It is', z.object({ status: z.literal('success') })),
      ...signedInOnly,
      ...unknown,
    }),
  },
};
