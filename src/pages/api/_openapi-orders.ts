import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import * as account from '#src/features/account/account.schema.ts';
import { addressChangeSchema } from '#src/features/order-changes/order-change.schema.ts';
import * as orders from '#src/features/orders/order.schema.ts';
import { answer, errorSchema, limited, signedInOnly, unknown, word, write } from './_openapi-parts.ts';

const mailedKey = z.string().optional().meta({ description: 'From the mail to a buyer without an account' });
const pdf = { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } };

/** The calls about orders, their documents and their parcels. */
export const orderPaths: ZodOpenApiPathsObject = {
  '/api/invoice/{orderNumber}/{number}/': {
    get: {
      summary: 'An invoice or a credit note of an order',
      requestParams: {
        path: z.object({ orderNumber: z.string(), number: z.string() }),
        query: z.object({
          key: mailedKey,
        }),
      },
      responses: {
        200: {
          description: 'A PDF file',
          content: pdf,
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
          key: mailedKey,
          file: z.literal('qr').optional().meta({ description: 'Its QR code for the carrier’s counter' }),
        }),
      },
      responses: {
        200: {
          description: 'A PDF file, or a picture',
          content: {
            ...pdf,
            'image/png': { schema: z.string().meta({ format: 'binary' }) },
          },
        },
        404: answer('Unknown, no longer needed, or not the caller’s', errorSchema),
      },
    },
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
