import { readPaypalEvent } from '#src/server/gateways/paypal/webhook.ts';
import { looksSigned } from '#src/server/gateways/paypal/signature-form.ts';
import { returnAttempt, takeAttempt } from '#src/server/http/attempts.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { findConcerned, processEvent, receiveEvent } from './webhook.service.ts';

/**
 * PayPal's events: believed when PayPal says it signed these very bytes, answered 200 once stored, then acted on. What can't
 * be such an event is refused before PayPal is asked: strangers could otherwise use up what PayPal answers to the shop.
 */
export const receiveWebhook: Handler = async (call) => {
  const { ctx, request } = call;
  if (!looksSigned(request.headers, ctx.config.paypal, ctx.now())) return { kind: 'bad_signature' };
  const bytes = new Uint8Array(await request.arrayBuffer());
  const body = new TextDecoder().decode(bytes);
  const event = readPaypalEvent(body);
  if (!event) return { kind: 'invalid_input' };
  const checkoutId = await findConcerned(ctx, event);
  if (!checkoutId) return { kind: 'not_found' }; // PayPal sends it again for three days
  const attempt = { webhook_address: call.address, webhook_checkout: checkoutId };
  const refused = await takeAttempt(call, attempt);
  if (refused) return refused;
  const verified = await ctx.paypal.verifyWebhook(request.headers, bytes);
  // Only forged events count.
  if (!verified.ok || verified.value) await returnAttempt(call, attempt);
  if (!verified.ok) return { kind: 'paypal_err', headers: { 'retry-after': '30' } }; // PayPal sends it again
  if (!verified.value) return { kind: 'bad_signature' };
  await receiveEvent(ctx, event, body);
  // Not waited for: PayPal gives up on slow answers. What fails here is done again by the reconcile job.
  processEvent(ctx, event.id).catch((error: unknown) => ctx.log.error({ err: error, event: event.id }, 'PayPal event not processed'));
  return freshJson({ received: event.id });
};
