import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { pricedCartSchema } from '#src/features/cart/cart.schema.ts';
import * as checkout from '#src/features/checkout/checkout.schema.ts';
import { orderOfferSchema } from '#src/features/offers/offer.schema.ts';
import * as orders from '#src/features/orders/order.schema.ts';
import { answer, detail, errorSchema, limited, noBuyer, unknown, word, write } from './_openapi-parts.ts';

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

/** Responses of the calls that place an order at once. */
const placed = {
  201: answer('Placed; without a session it sets the cookie `guest`', checkout.settledSchema),
  429: begun[429],
  503: answer('The shop is under maintenance', errorSchema),
};

/** Responses of the calls that find the order of a request whose response was lost. */
const found = {
  200: answer(
    'The order, whoever is signed in by now; a guest’s sets the cookie `guest`, an account’s opens for it only',
    checkout.settledSchema,
  ),
  404: answer('There is no such order', errorSchema),
  409: answer('request_reused or payment_in_progress', conflictSchema),
  429: placed[429],
  503: placed[503],
};

/** The calls from the order button to the placed order. */
export const checkoutPaths: ZodOpenApiPathsObject = {
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
        ...placed,
        401: answer('Nobody is signed in, and the body has no email address', errorSchema),
        404: answer('The shop takes no transfers', errorSchema),
        409: answer(
          'sold_out, sale_locked, age_restricted, price_changed, request_reused, payment_in_progress or transfer_limit',
          conflictSchema,
        ),
      },
    ),
  },
  '/api/checkout/transfer/find/': {
    post: write(
      'Finds the order of a transfer whose response was lost, by the same body; places none',
      checkout.guestCheckoutInputSchema,
      found,
    ),
  },
  '/api/checkout/voucher/': {
    post: write('Places an order that a gift voucher pays in full', checkout.guestCheckoutInputSchema, {
      ...placed,
      401: answer('Nobody is signed in, and the body has no email address', errorSchema),
      409: answer(
        'sold_out, sale_locked, age_restricted, request_reused, payment_in_progress or price_changed, also when the ' +
          'voucher does not pay everything',
        conflictSchema,
      ),
    }),
  },
  '/api/checkout/voucher/find/': {
    post: write(
      'Finds the order of a voucher whose response was lost, by the same body; places none',
      checkout.guestCheckoutInputSchema,
      found,
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
      ...placed,
      404: answer('The key opens nothing, or the shop takes no transfers', errorSchema),
      409: answer('checkout_closed, price_changed, sale_locked, age_restricted or payment_in_progress', conflictSchema),
    }),
  },
};
