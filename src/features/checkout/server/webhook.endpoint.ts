import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { processEvent, receiveEvent } from './webhook.service.ts';

/** PayPal's events: believed when PayPal says it signed these very bytes, answered 200 once stored, then acted on. */
export const receiveWebhook: Handler = async ({ ctx, request }) => {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const verified = await ctx.paypal.verifyWebhook(request.headers, bytes);
  if (!verified.ok) return { kind: 'paypal_err', headers: { 'retry-after': '30' } }; // PayPal sends it again
  if (!verified.value) return { kind: 'bad_signature' };
  const event = await receiveEvent(ctx, new TextDecoder().decode(bytes));
  if (!event) return { kind: 'invalid_input' };
  // Not waited for: PayPal gives up on slow answers. What fails here is done again by the reconcile job.
  processEvent(ctx, event.id).catch((error: unknown) => ctx.log.error({ err: error, event: event.id }, 'PayPal event not processed'));
  return freshJson({ received: event.id });
};
