import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import packageJson from '#package.json' with { type: 'json' };
import { accountCartInputSchema, accountCartSchema } from '#src/features/account-cart/account-cart.schema.ts';
import { cartInputSchema, pricedCartSchema } from '#src/features/cart/cart.schema.ts';
import * as orders from '#src/features/orders/order.schema.ts';
import { contactSchema } from '#src/features/contact/contact.schema.ts';
import { consentAnswerSchema, consentInputSchema } from '#src/features/consent/consent.schema.ts';
import { restockSchema } from '#src/features/restock/restock.schema.ts';
import { reviewInputSchema } from '#src/features/reviews/review.schema.ts';
import { withdrawalAnswerSchema, withdrawalSchema } from '#src/features/withdrawal/withdrawal.schema.ts';
import {
  availabilityQuerySchema,
  availabilitySchema,
  pagingQuerySchema,
  productDetailSchema,
  productListSchema,
} from '#src/features/catalogue/catalogue.schema.ts';
import { isAllowedDuringMaintenance } from '#src/server/maintenance/gate.ts';
import { accountPaths } from './_openapi-account.ts';
import { checkoutPaths } from './_openapi-checkout.ts';
import { orderPaths } from './_openapi-orders.ts';
import {
  answer,
  detail,
  errorSchema,
  invalid,
  json,
  limited,
  signedInOnly,
  unknown,
  word,
  write,
} from './_openapi-parts.ts';

const list = {
  200: answer('Products in the shop’s order; for a search the best match first', productListSchema),
  ...invalid,
};
const lang = pagingQuerySchema.pick({ lang: true });
const paypalSetupSchema = z.object({
  paypalClientId: z.string(),
  paypalEnvironment: z.enum(['production', 'sandbox', 'emulator']),
  paypalScriptUrl: z.string().optional(),
});

const paths: ZodOpenApiPathsObject = {
  '/api/': { get: { summary: 'All products', requestParams: { query: pagingQuerySchema }, responses: list } },
  '/api/stock/': {
    get: { summary: 'Products in stock', requestParams: { query: pagingQuerySchema }, responses: list },
  },
  '/api/category/{categoryName}': {
    get: {
      summary: 'Products of a category',
      requestParams: { path: word('categoryName'), query: pagingQuerySchema },
      responses: { ...list, ...unknown },
    },
  },
  '/api/search/': { get: { summary: 'All products', requestParams: { query: pagingQuerySchema }, responses: list } },
  '/api/search/{searchTerm}/': {
    get: {
      summary: 'Products that match a term',
      requestParams: { path: word('searchTerm'), query: pagingQuerySchema },
      responses: list,
    },
  },
  '/api/slug/{slug}': {
    get: {
      summary: 'One product and related ones',
      requestParams: { path: word('slug'), query: lang },
      responses: { 200: answer('The product', productDetailSchema), ...unknown },
    },
  },
  '/api/availability/': {
    get: {
      summary: 'What may have changed since a page was built',
      requestParams: { query: availabilityQuerySchema },
      responses: { 200: answer('Known products among the ids', availabilitySchema), ...invalid },
    },
  },
  '/api/cart/': {
    post: write('A cart priced anew', cartInputSchema, {
      200: answer('Prices, totals and what is wrong', pricedCartSchema),
    }),
  },
  '/api/account_cart/': {
    post: write('Merges a device’s cart into the account’s', accountCartInputSchema, {
      200: answer('The cart for both', accountCartSchema),
      ...signedInOnly,
    }),
  },
  ...accountPaths,
  '/api/consent/': {
    post: write('Records a choice about cookies', consentInputSchema, { 201: answer('Recorded', consentAnswerSchema) }),
  },
  '/api/previous-purchases/{clientId}/': {
    get: {
      summary: 'A client’s own orders',
      requestParams: { path: word('clientId') },
      responses: {
        200: answer('Orders', orders.purchasesSchema),
        ...signedInOnly,
        403: answer('Somebody else’s', errorSchema),
      },
    },
  },
  ...checkoutPaths,
  ...orderPaths,
  '/api/contact/': {
    post: write('A message to the shop, which gets it by mail', contactSchema, { ...detail, ...limited }),
  },
  '/api/withdrawal/': {
    post: write('Withdraws from a contract; the receipt goes to the address by mail at once', withdrawalSchema, {
      201: answer('It has arrived, and when', withdrawalAnswerSchema),
      429: answer(
        'too_many_withdrawals: it was not taken; withdrawal_unacknowledged: it was taken, ' +
          'its receipt was not mailed. Retry-After says when to try again',
        errorSchema,
      ),
    }),
  },
  '/api/restock/': {
    post: write(
      'Asks for one mail when a sold-out product is back; a mailed link confirms the address',
      restockSchema,
      {
        ...detail,
        ...unknown,
        409: answer('in_stock: it can be ordered now', errorSchema),
        ...limited,
      },
    ),
  },
  '/api/review/{token}/': {
    post: write(
      'Writes or changes the review of a product of a delivered order; shown after a look at the desk',
      reviewInputSchema,
      { 201: answer('Stored', z.object({ detail: z.string() })), ...unknown, ...limited },
      word('token'),
    ),
  },
  '/api/review-photo/{id}/': {
    get: {
      summary: 'The photo of a published review',
      requestParams: { path: word('id') },
      responses: { 200: { description: 'WebP', content: { 'image/webp': {} } }, ...unknown },
    },
  },
  '/api/paypal/webhook/': {
    post: {
      summary: 'PayPal’s events; signed by PayPal, without X-CSRFToken',
      requestBody: { content: json(z.looseObject({ id: z.string(), event_type: z.string() })) },
      responses: {
        200: answer('Stored', z.object({ received: z.string() })),
        400: answer('Not PayPal’s signature, or no event', errorSchema),
        ...unknown,
        ...limited,
        503: answer('PayPal cannot be asked about the signature', errorSchema),
      },
    },
  },
  '/api/paypal-client-id/': {
    get: {
      summary: 'Configuration of the payment provider',
      responses: {
        200: answer(
          'Client id, which of PayPal’s scripts to load, and the address of the emulator’s',
          paypalSetupSchema,
        ),
      },
    },
  },
  '/api/maintenance_mode/': {
    get: {
      summary: 'Whether the shop is under maintenance',
      responses: { 200: answer('"True" or "False"', z.object({ maintenance_mode: z.enum(['True', 'False']) })) },
    },
  },
  '/api/csrf_token/': {
    get: {
      summary: 'Sets the csrftoken cookie (`__Host-csrftoken` under https); a login sets another one, of its session',
      responses: { 200: answer('The same value as the cookie', z.object({ csrfToken: z.string() })) },
    },
  },
  '/api/health/': {
    get: {
      summary: 'Whether the server process answers, whatever else is broken',
      responses: { 200: answer('It does', z.object({ status: z.literal('alive'), version: z.string() })) },
    },
  },
  '/api/ready/': {
    get: {
      summary: 'Whether the server can serve buyers',
      responses: {
        200: answer('It can', readinessSchema(['ready'])),
        503: answer(
          'One of the checks is not `ok`, or the server is about to end',
          readinessSchema(['not_ready', 'ending']),
        ),
      },
    },
  },
};

function readinessSchema(statuses: string[]) {
  const checks = z.object({
    database: z.enum(['ok', 'unreachable', 'not_writable']),
    disk: z.enum(['ok', 'low', 'unreadable']),
    jobs: z.enum(['ok', 'late']),
    build: z.enum(['ok', 'missing']),
  });
  return z.object({ status: z.enum(statuses), checks, version: z.string() });
}

const closed = answer(
  'Under maintenance, too much to do, or the database cannot be used; Retry-After says when to try again',
  errorSchema,
);
const unavailable = answer(
  'Too much to do, or the database cannot be used; Retry-After says when to try again',
  errorSchema,
);

/** The calls that need no database, available while the shop is closed. */
const ALWAYS_ANSWERS = ['/api/csrf_token/', '/api/health/'];

function withUnavailability(documented: ZodOpenApiPathsObject): ZodOpenApiPathsObject {
  const paths = Object.entries(documented).map(([path, operations]) => {
    if (ALWAYS_ANSWERS.includes(path)) return [path, operations] as const;
    const closable = Object.entries(operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        responses: {
          503: isAllowedDuringMaintenance(path) ? unavailable : closed,
          ...(operation as { responses: object }).responses,
        },
      },
    ]);
    return [path, Object.fromEntries(closable)] as const;
  });
  return Object.fromEntries(paths);
}

/** The API's contract in OpenAPI 3.1, from the schemas that validate its input. */
export function openApiDocument(siteUrl: string) {
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Vitrine', version: packageJson.version },
    servers: [{ url: siteUrl }],
    paths: withUnavailability(paths),
  });
}
