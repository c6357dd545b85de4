import { freshJson, type Handler } from '#src/server/http/endpoint.ts';
import { processEvent, receiveEvent } from './webhook.service.ts';

/** PayPal's events: believed when PayPal says it signed these very bytes, answered 200 once stored, then acted on. */
export const receiveWebhook: Handler = async ({ ctx, request }) => {
  const bytes = new Uint8Array(await request.arrayBuffer());
  const verified = await ctx.paypal.verifyWebhook(request.headers, bytes);
  if (!verified.ok) return { kind: 'paypal_err', headers: { 'retry-after': '30' } }; // PayPal sends it again
  if (!verified.value) return { kind: 'bad_signature' };
  const id = await receiveEvent(ctx, new TextDecoder().decode(bytes));
  if (!id) return { kind: 'invalid_input' };
  // Not waited for: PayPal gives up on slow answers. What fails here is done again by the reconcile job.
  processEvent(ctx, id).catch((error: unknown) => ctx.log.error({ err: error, event: id }, 'PayPal event not processed'));
  return freshJson({ received: id });
};
