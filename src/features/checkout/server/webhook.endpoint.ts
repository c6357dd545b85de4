import { isDispute, readPaypalEvent } from '#src/server/gateways/paypal/webhook.ts';
import { looksSigned } from '#src/server/gateways/paypal/signature-form.ts';
import { returnAttempt, takeAttempt } from '#src/server/http/attempts.ts';
import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { findConcerned, processEvent, receiveEvent } from './webhook.service.ts';

/**
 * Receives PayPal's events. Accepts an event when PayPal confirms the signature of its bytes, responds with 200 after
 * storing it, and then processes it. Refuses implausible requests before it asks PayPal, so that strangers cannot use
 * up PayPal's rate limit.
 */
export const receiveWebhook: Handler = async (call) => {
  const { ctx, request } = call;
  if (!looksSigned(request.headers, ctx.config.paypal, ctx.now())) return { kind: 'bad_signature' };
  const bytes = new Uint8Array(await request.arrayBuffer());
  const body = new TextDecoder().decode(bytes);
  const event = readPaypalEvent(body);
  if (!event) return { kind: 'invalid_input' };
  const checkoutId = await findConcerned(ctx, event);
  // A dispute about another payment of the account never concerns the shop. Other events PayPal resends for three days.
  if (!checkoutId) return isDispute(event.type) ? freshJson({ received: event.id }) : { kind: 'not_found' };
  const attempt = { webhook_address: call.address, webhook_checkout: checkoutId };
  const refused = await takeAttempt(call, attempt);
  if (refused) return refused;
  const verified = await ctx.paypal.verifyWebhook(request.headers, bytes);
  // Only forged events count for the limit.
  if (!verified.ok || verified.value) await returnAttempt(call, attempt);
  if (!verified.ok) return { kind: 'paypal_err', headers: { 'retry-after': '30' } }; // PayPal resends it
  if (!verified.value) return { kind: 'bad_signature' };
  await receiveEvent(ctx, event, body);
  // Not awaited, because PayPal gives up on slow responses. After a failure the reconcile job retries.
  processEvent(ctx, event.id).catch((error: unknown) =>
    ctx.log.error({ err: error, event: event.id }, 'PayPal event not processed'),
  );
  return freshJson({ received: event.id });
};
