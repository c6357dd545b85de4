import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import * as account from '#src/features/account/account.schema.ts';
import { billingAddressSchema, clientAddressSchema } from '#src/features/account/billing-address.schema.ts';
import { answer, detail, errorSchema, limited, signedInOnly, unknown, word, write } from './_openapi-parts.ts';

export const accountPaths: ZodOpenApiPathsObject = {
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
  '/api/logout/': {
    post: write('Signs out, here or everywhere; the body may be missing', account.logoutSchema, detail),
  },
  '/api/update_client/{clientId}/': {
    get: {
      summary: 'A client’s own data',
      requestParams: { path: word('clientId') },
      responses: {
        200: answer('The data', account.clientDataSchema),
        ...signedInOnly,
        403: answer('Somebody else’s', errorSchema),
      },
    },
    put: write(
      'Changes a client’s own data',
      account.updateSchema,
      { 200: answer('The data now', account.clientDataSchema), ...signedInOnly },
      word('clientId'),
    ),
  },
  '/api/delete_client/{clientId}/': {
    post: write(
      'Closes an account for good',
      account.deletionSchema,
      { ...detail, ...signedInOnly, ...limited },
      word('clientId'),
    ),
  },
  '/api/addresses/': {
    get: {
      summary: 'The account’s further addresses; the first one is the client’s own',
      responses: {
        200: answer('Oldest first', z.object({ addresses: z.array(clientAddressSchema) })),
        ...signedInOnly,
      },
    },
    post: write('Adds an address, at most ten', billingAddressSchema, {
      201: answer('Added', clientAddressSchema),
      ...signedInOnly,
      409: answer('too_many_addresses', errorSchema),
    }),
  },
  '/api/addresses/{addressId}/': {
    put: write(
      'Changes an address',
      billingAddressSchema,
      { 200: answer('The address now', clientAddressSchema), ...signedInOnly, ...unknown },
      word('addressId'),
    ),
    delete: write('Deletes an address', undefined, { ...detail, ...signedInOnly, ...unknown }, word('addressId')),
  },
  '/api/password_forgot/': {
    post: write('Sends a link to reset the password, if the address is known', account.forgotSchema, {
      ...detail,
      ...limited,
    }),
  },
  '/api/reset_password/{token}/': {
    post: write('Sets a new password by such a link', account.resetSchema, detail, word('token')),
  },
  '/api/password_change/': {
    post: write('Changes the own password; all other sessions end', account.changeSchema, {
      ...detail,
      ...signedInOnly,
      ...limited,
    }),
  },
  '/api/client_export/{clientId}/': {
    get: {
      summary: 'Everything the shop keeps under a client’s account',
      requestParams: { path: word('clientId') },
      responses: {
        200: answer('A JSON file', z.looseObject({})),
        ...signedInOnly,
        403: answer('Somebody else’s', errorSchema),
      },
    },
  },
};
