import { explainField, refuseArea } from '#src/features/checkout/server/checkout.endpoints.ts';
import { visibleOrder } from '#src/features/orders/server/guest-order.ts';
import { translator } from '#src/i18n/translate.ts';
import { takeAttempt } from '#src/server/http/attempts.ts';
import { readBody } from '#src/server/http/body.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { addressChangeSchema } from '../order-change.schema.ts';
import { askForAddress } from './order-change.service.ts';

/** The buyer asks for another address. An order that the caller cannot open gets the same response as an unknown one. */
export const askForOtherAddress: Handler = async (call) => {
  const body = await readBody(call, addressChangeSchema, explainField(call));
  if (!body.ok) return body.error;
  const { shipping, key } = body.value;
  const order = await visibleOrder(call, call.params.orderNumber ?? '', key);
  if (!order) return { kind: 'not_found' };
  const refused = refuseArea(call, shipping) ?? (await takeAttempt(call, { address_change_order: order.id }));
  if (refused) return refused;
  const asked = await askForAddress(call.ctx, order, shipping);
  if (!asked.ok && asked.error.kind !== 'nothing_changed') return { kind: 'too_late' };
  const detail = translator(call.locale)(asked.ok ? 'checkout:addressChange.asked' : 'checkout:addressChange.same');
  return freshJson({ detail }, { status: 202 });
};
