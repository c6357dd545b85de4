import { translator } from '#src/i18n/translate.ts';
import { readBody } from '#src/server/http/body.ts';
import type { Call } from '#src/server/http/call.ts';
import { freshJson } from '#src/server/http/endpoint.ts';
import { signedIn } from '#src/server/http/session.ts';
import { billingAddressSchema } from '../billing-address.schema.ts';
import { toClientAddressJson } from '../client-address.ts';
import { deleteAddress, updateAddress } from './client-address.repository.ts';
import { addAddress, loadAddresses } from './client-address.service.ts';
import { explainBilling } from './explain-billing.ts';

const readAddress = (call: Call) =>
  readBody(call, billingAddressSchema, (field) => explainBilling(translator(call.locale), field));

export const listAddresses = signedIn(async ({ ctx }, { clientId }) =>
  freshJson({ addresses: await loadAddresses(ctx.db.read, clientId) }),
);

export const createAddress = signedIn(async (call, { clientId }) => {
  const body = await readAddress(call);
  if (!body.ok) return body.error;
  const added = await addAddress(call.ctx, clientId, body.value);
  return added.ok ? freshJson(toClientAddressJson(added.value), { status: 201 }) : added.error;
});

/** Another account's address looks like an unknown one. */
export const changeAddress = signedIn(async (call, { clientId }) => {
  const body = await readAddress(call);
  if (!body.ok) return body.error;
  const { ctx, params } = call;
  const changed = { id: params.addressId ?? '', ...body.value };
  const isKnown = await ctx.db.write((tx) => updateAddress(tx, clientId, changed, ctx.now().toISOString()));
  return isKnown ? freshJson(toClientAddressJson(changed)) : { kind: 'not_found' };
});

export const removeAddress = signedIn(async ({ ctx, params, locale }, { clientId }) => {
  const isKnown = await ctx.db.write((tx) => deleteAddress(tx, clientId, params.addressId ?? ''));
  return isKnown ? freshJson({ detail: translator(locale)('account:addresses.removed') }) : { kind: 'not_found' };
});
