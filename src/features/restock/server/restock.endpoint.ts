import { emailKey } from '#src/server/auth/email.ts';
import { isSoldOut } from '#src/features/catalogue/product.ts';
import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { restockSchema } from '../restock.schema.ts';
import { findProductToNotify, requestNotice } from './restock.service.ts';

/** The response does not reveal whether the address has asked before. */
export const askForNotice: Handler = async (call) => {
  const t = () => translator(call.locale);
  const body = await readBody(call, restockSchema, (field) =>
    t()(`errors:field.${field === 'email' ? 'email' : 'text'}`),
  );
  if (!body.ok) return body.error;
  const { productId, email } = body.value;
  const product = await findProductToNotify(call.ctx, call.locale, productId);
  if (!product) return { kind: 'not_found' };
  if (!isSoldOut(product)) return { kind: 'in_stock' };
  const refused = await takeAttempt(call, { restock_address: call.address, restock_email: emailKey(email) });
  if (refused) return refused;
  await requestNotice(call.ctx, call.locale, product, email);
  return freshJson({ detail: t()('restock:success') });
};
