import { z } from 'zod';
import { cartInputSchema, pricedCartSchema } from '#src/features/cart/cart.schema.ts';
import * as account from '#src/features/account/account.schema.ts';
import * as checkout from '#src/features/checkout/checkout.schema.ts';
import { contactSchema } from '#src/features/contact/contact.schema.ts';
import { consentAnswerSchema, consentInputSchema } from '#src/features/consent/consent.schema.ts';
import { restockSchema } from '#src/features/restock/restock.schema.ts';
import { withdrawalAnswerSchema, withdrawalSchema } from '#src/features/withdrawal/withdrawal.schema.ts';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import {
  availabilityQuerySchema,
  availabilitySchema,
  pagingQuerySchema,
  productDetailSchema,
  productListSchema,
} from '#src/features/catalogue/catalogue.schema.ts';
import { isAllowedDuringMaintenance } from '#src/server/maintenance/gate.ts';
import packageJson from '#package.json' with { type: 'json' };

const errorSchema = z
  .object({ code: z.string().meta({ description: 'Key of the error catalogue' }), detail: z.string(), message: z.string() })
  .catchall(z.array(z.string()))
  .meta({
    id: 'Error',
    description:
      'Invalid fields come as lists of messages beside the three fixed names. The list of a field named `message` is `message_errors`.',
  });

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });
const answer = (description: string, schema: z.ZodType) => ({ description, content: json(schema) });
const invalid = { 400: answer('Invalid input', errorSchema) };
const unreadable = {
  413: answer('The body is longer than 64 KiB', errorSchema),
  415: answer('The body is no application/json', errorSchema),
};
const forged = { 403: answer('X-CSRFToken is missing, another than the cookie, or of another session', errorSchema) };
const csrfHeader = z.object({ 'X-CSRFToken': z.string() });
const limited = { 429: answer('Too many attempts; Retry-After says when to try again', errorSchema) };
const signedInOnly = { 401: answer('Nobody is signed in', errorSchema) };
const noBuyer = { 401: answer('Nobody is signed in, and the browser has no cookie `guest`', errorSchema) };
const unknown = { 404: answer('Unknown', errorSchema) };
const list = { 200: answer('Products in the shop’s order; for a search the best match first', productListSchema), ...invalid };
const lang = pagingQuerySchema.pick({ lang: true });
const paypalSetupSchema = z.object({
  paypalClientId: z.string(),
  paypalEnvironment: z.enum(['production', 'sandbox', 'emulator']),
  paypalScriptUrl: z.string().optional(),
});
const word = (name: string) => z.object({ [name]: z.string() });

const detail = { 200: answer('Done', account.detailSchema) };

/** A call with a JSON body. */
const write = (summary: string, input: z.ZodType | undefined, responses: object, path?: z.ZodObject) => ({
  summary,
  requestParams: { header: csrfHeader, ...(path && { path }) },
  ...(input && { requestBody: { content: json(input) } }),
  responses: { ...responses, ...(input && { ...invalid, ...unreadable }), ...forged },
});

const paths: ZodOpenApiPathsObject = {
  '/api/': { get: { summary: 'All products', requestParams: { query: pagingQuerySchema }, responses: list } },
  '/api/stock/': { get: { summary: 'Products in stock', requestParams: { query: pagingQuerySchema }, responses: list } },
  '/api/category/{categoryName}': {
    get: {
      summary: 'Products of a category',
      requestParams: { path: word('categoryName'), query: pagingQuerySchema },
      responses: { ...list, ...unknown },
    },
  },
  '/api/search/': { get: { summary: 'All products', requestParams: { query: pagingQuerySchema }, responses: list } },
  '/api/search/{searchTerm}/': {
    get: { summary: 'Products that match a term', requestParams: { path: word('searchTerm'), query: pagingQuerySchema }, responses: list },
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
    post: write('A cart priced anew', cartInputSchema, { 200: answer('Prices, totals and what is wrong', pricedCartSchema) }),
  },
  '/api/register/': {
    post: write('Creates an account and signs in', account.registrationSchema, {
      201: answer('Created and signed in; sets the cookies `session` and `device`', account.registeredSchema),
      ...limited,
    }),
  },
  '/api/login_verify/': {
    post: write('Signs in', account.loginSchema, {
      200: answer('Signed in; sets the cookies `session` and `device`', account.storedClientSchema),
      401: answer('The address or the password is wrong', errorSchema),
      ...limited,
    }),
  },
  '/api/session/': {
    get: {
      summary: 'Who is signed in',
      responses: { 200: answer('The client, or null', z.object({ client: account.storedClientSchema.nullable() })) },
    },
  },
  '/api/logout/': { post: write('Signs out, here or everywhere; the body may be missing', account.logoutSchema, detail) },
  '/api/update_client/{clientId}/': {
    get: {
      summary: 'A client’s own data',
      requestParams: { path: word('clientId') },
      responses: { 200: answer('The data', account.clientDataSchema), ...signedInOnly, 403: answer('Somebody else’s', errorSchema) },
    },
    put: write(
      'Changes a client’s own data',
      account.updateSchema,
      { 200: answer('The data now', account.clientDataSchema), ...signedInOnly },
      word('clientId'),
    ),
  },
  '/api/delete_client/{clientId}/': {
    post: write('Closes an account for good', account.deletionSchema, { ...detail, ...signedInOnly, ...limited }, word('clientId')),
  },
  '/api/password_forgot/': {
    post: write('Sends a link to reset the password, if the address is known', account.forgotSchema, { ...detail, ...limited }),
  },
  '/api/reset_password/{token}/': { post: write('Sets a new password by such a link', account.resetSchema, detail, word('token')) },
  '/api/password_change/': {
    post: write('Changes the own password; all other sessions end', account.changeSchema, { ...detail, ...signedInOnly, ...limited }),
  },
  '/api/consent/': {
    post: write('Records a choice about cookies', consentInputSchema, { 201: answer('Recorded', consentAnswerSchema) }),
  },
  '/api/client_export/{clientId}/': {
    get: {
      summary: 'Everything the shop keeps under a client’s account',
      requestParams: { path: word('clientId') },
      responses: { 200: answer('A JSON file', z.looseObject({})), ...signedInOnly, 403: answer('Somebody else’s', errorSchema) },
    },
  },
  '/api/previous-purchases/{clientId}/': {
    get: {
      summary: 'A client’s own orders',
      requestParams: { path: word('clientId') },
      responses: { 200: answer('Orders', checkout.purchasesSchema), ...signedInOnly, 403: answer('Somebody else’s', errorSchema) },
    },
  },
  '/api/invoice/{orderNumber}/{number}/': {
    get: {
      summary: 'An invoice or a credit note of an order',
      requestParams: {
        path: z.object({ orderNumber: z.string(), number: z.string() }),
        query: z.object({ key: z.string().optional().meta({ description: 'Of a mail to a buyer without an account' }) }),
      },
      responses: {
        200: { description: 'A PDF file', content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } } },
        404: answer('Unknown, or not the caller’s', errorSchema),
      },
    },
  },
  '/api/checkout/': {
    post: write('Prices the lines, holds their stock and makes the PayPal order', checkout.guestCheckoutInputSchema, {
      201: answer('To be approved at PayPal; without a session it sets the cookie `guest`', checkout.checkoutSchema),
      401: answer('Nobody is signed in, and the body has no email address', errorSchema),
      409: answer(
        'sold_out, sale_locked, age_restricted, price_changed, checkout_closed, request_reused or payment_in_progress',
        conflictSchema(),
      ),
      429: answer('too_many_requests or too_many_unpaid; Retry-After says when to try again', conflictSchema()),
      503: answer('PayPal does not answer, or the shop is under maintenance', errorSchema),
    }),
  },
  '/api/checkout/express/': {
    post: write(
      'The same without address and email: PayPal asks the buyer for both, and the buyer confirms afterwards',
      checkout.expressInputSchema,
      {
        201: answer('To be approved at PayPal; without a session it sets the cookie `guest`', checkout.checkoutSchema),
        409: answer(
          'sold_out, sale_locked, age_restricted, price_changed, checkout_closed, request_reused or payment_in_progress',
          conflictSchema(),
        ),
        429: answer('too_many_requests or too_many_unpaid; Retry-After says when to try again', conflictSchema()),
        503: answer('PayPal does not answer, or the shop is under maintenance', errorSchema),
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
        409: answer('payment_not_approved, payment_mismatch, checkout_closed (also once it is ordered) or sold_out', errorSchema),
        ...limited,
        503: answer('PayPal does not answer', errorSchema),
      },
    },
  },
  '/api/checkout/{checkoutId}/confirm/': {
    post: write(
      'The buyer’s order of an express checkout: stores address and email, then settles; any number of times',
      checkout.confirmInputSchema,
      {
        200: answer('Ordered', checkout.settledSchema),
        ...noBuyer,
        ...unknown,
        409: answer('price_changed, payment_in_progress, payment_not_approved, payment_mismatch, checkout_closed or sold_out', errorSchema),
        ...limited,
        422: answer('PayPal declined; the buyer may approve again and has to confirm again', errorSchema),
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
        409: answer('order_not_confirmed, payment_not_approved, payment_mismatch, checkout_closed or sold_out', errorSchema),
        ...limited,
        422: answer('PayPal declined; the buyer may approve again', errorSchema),
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
  '/api/order/{orderNumber}/account/': {
    post: write(
      'Creates an account from the order of a guest',
      checkout.orderAccountSchema,
      {
        201: answer('With a mailed key: signed in, and the guest’s orders are in the account', checkout.orderAccountAnswerSchema),
        202: answer('Without one: a mail says how it goes on, also when the address had an account before', account.detailSchema),
        ...unknown,
        409: answer('account_exists: a mail with a link goes to its address', errorSchema),
        ...limited,
      },
      word('orderNumber'),
    ),
  },
  '/api/order/': {
    post: write('The order that a captured payment made', checkout.orderInputSchema, {
      201: answer('Its id', z.object({ id: z.string() })),
      ...signedInOnly,
      409: answer('There is no captured payment', errorSchema),
    }),
  },
  '/api/orderitem/': {
    post: write('Whether an order holds a line', checkout.orderItemInputSchema, {
      201: answer('It does', z.object({ order: z.string() })),
      ...signedInOnly,
      409: answer('It does not', errorSchema),
    }),
  },
  '/api/send-email': {
    post: write('Whether an order’s confirmation is on its way', checkout.confirmationInputSchema, {
      200: answer('It is', z.object({ status: z.literal('success') })),
      ...signedInOnly,
      ...unknown,
    }),
  },
  '/api/contact/': {
    post: write('A message to the shop, which gets it by mail', contactSchema, { ...detail, ...limited }),
  },
  '/api/withdrawal/': {
    post: write('Withdraws from a contract; the receipt goes to the address by mail at once', withdrawalSchema, {
      201: answer('It has arrived, and when', withdrawalAnswerSchema),
      429: answer(
        'too_many_withdrawals: it was not taken; withdrawal_unacknowledged: it was taken, its receipt was not mailed. Retry-After says when to try again',
        errorSchema,
      ),
    }),
  },
  '/api/restock/': {
    post: write('Asks for one mail when a sold-out product is back; a mailed link confirms the address', restockSchema, {
      ...detail,
      ...unknown,
      409: answer('in_stock: it can be ordered now', errorSchema),
      ...limited,
    }),
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
      responses: { 200: answer('Client id, which of PayPal’s scripts to load, and the address of the emulator’s', paypalSetupSchema) },
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
      summary: 'Whether the shop can serve',
      responses: {
        200: answer('It can', healthSchema()),
        503: answer('The database does not answer, or cannot be written', healthSchema()),
      },
    },
  },
};

function conflictSchema() {
  return z.looseObject({
    code: z.string(),
    detail: z.string(),
    message: z.string(),
    products: z.array(z.int()).optional(),
    cart: pricedCartSchema.optional(),
  });
}

function healthSchema() {
  return z.object({ status: z.enum(['ok', 'error']), database: z.enum(['ok', 'unreachable', 'not_writable']), version: z.string() });
}

const closed = answer('Under maintenance, too much to do, or the database cannot be used; Retry-After says when to try again', errorSchema);
const unavailable = answer('Too much to do, or the database cannot be used; Retry-After says when to try again', errorSchema);

/** The one call that asks no database, also while the shop is closed. */
const ALWAYS_ANSWERS = '/api/csrf_token/';

function withUnavailability(documented: ZodOpenApiPathsObject): ZodOpenApiPathsObject {
  const paths = Object.entries(documented).map(([path, operations]) => {
    if (path === ALWAYS_ANSWERS) return [path, operations] as const;
    const closable = Object.entries(operations).map(([method, operation]) => [
      method,
      {
        ...operation,
        responses: { 503: isAllowedDuringMaintenance(path) ? unavailable : closed, ...(operation as { responses: object }).responses },
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
