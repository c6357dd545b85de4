import { z } from 'zod';
import { parseJson } from '#src/shared/parse-json.ts';
import type { PaypalEvent } from '../paypal.ts';
import { captureSchema, chargebackSchema, disputeSchema, idSchema, refundSchema } from './answers.ts';

const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
};

/**
 * The body of `verify-webhook-signature`; the event stays byte for byte, because PayPal signs the bytes. undefined
 * unless the event is one JSON object, because extra JSON could smuggle in a webhook id.
 */
export function verificationBody(
  headers: Headers,
  rawBody: Uint8Array,
  webhookId: string,
): Uint8Array<ArrayBuffer> | undefined {
  if (!isJsonObject(rawBody)) return undefined;
  const fields: Record<string, string> = { webhook_id: webhookId };
  for (const [field, header] of Object.entries(SIGNATURE_HEADERS)) {
    const value = headers.get(header);
    if (!value) return undefined;
    fields[field] = value;
  }
  const text = JSON.stringify(fields);
  return Buffer.concat([Buffer.from(`${text.slice(0, -1)},"webhook_event":`), rawBody, Buffer.from('}')]);
}

function isJsonObject(bytes: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false; // neither UTF-8 nor JSON
  }
}

const eventSchema = z.object({
  id: idSchema,
  event_type: z.string().regex(/^[\w.-]{1,100}$/),
  resource: z.looseObject({
    id: idSchema.optional(),
    /** Only in CHECKOUT.PAYMENT-APPROVAL.REVERSED. */
    order_id: idSchema.optional(),
    custom_id: idSchema.optional(),
    purchase_units: z.array(z.object({ custom_id: idSchema.optional() })).optional(),
  }),
});

/** Whether an event is about a buyer's complaint. */
export const isDispute = (type: string): boolean => type.startsWith('CUSTOMER.DISPUTE.');

/** Reads a webhook event's body; undefined when it is not an event. */
export function readPaypalEvent(body: string): PaypalEvent | undefined {
  const parsed = eventSchema.safeParse(parseJson(body));
  if (!parsed.success) return undefined;
  const { id, event_type: type, resource } = parsed.data;
  // An event of a refund contains the refund; only its link names the capture.
  const refund = type === 'PAYMENT.CAPTURE.REFUNDED' ? refundSchema.safeParse(resource).data : undefined;
  const chargeback = type === 'PAYMENT.CAPTURE.REVERSED' ? chargebackSchema.safeParse(resource).data : undefined;
  const isOfCapture = type.startsWith('PAYMENT.CAPTURE.') && !refund && !chargeback;
  const capture = isOfCapture ? captureSchema.safeParse(resource).data : undefined;
  const dispute = isDispute(type) ? disputeSchema.safeParse(resource).data : undefined;
  return {
    id,
    type,
    orderId: capture?.orderId ?? resource.order_id ?? (type.startsWith('CHECKOUT.ORDER.') ? resource.id : undefined),
    checkoutId: resource.custom_id ?? resource.purchase_units?.[0]?.custom_id,
    capture,
    refund,
    chargeback,
    dispute,
  };
}
