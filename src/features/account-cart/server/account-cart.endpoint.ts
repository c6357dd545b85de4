import { translator } from '#src/i18n/translate.ts';
import { MAX_LINES, MAX_UNITS } from '#src/features/cart/cart.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson } from '#src/server/http/endpoint.ts';
import { signedIn } from '#src/server/http/session.ts';
import { accountCartInputSchema } from '../account-cart.schema.ts';
import { mergeAccountCart } from './account-cart.service.ts';

export const followAccountCart = signedIn(async (call, { clientId }) => {
  const t = translator(call.locale);
  const body = await readBody(call, accountCartInputSchema, () =>
    t('errors:field.cart_lines', { lines: MAX_LINES, units: MAX_UNITS }),
  );
  return body.ok ? freshJson(await mergeAccountCart(call.ctx, clientId, body.value)) : body.error;
});
