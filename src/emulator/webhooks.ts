import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { parseJson } from '#src/shared/parse-json.ts';
import { malformed, type Answer } from './answers.ts';
import { rawMember } from './raw-member.ts';

const ALGORITHM = 'SHA256withRSA';

/** Signs the raw body byte for byte like PayPal, but with a key instead of a certificate. */
function signature(secret: string, id: string, time: string, webhookId: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`webhook|${id}|${time}|${webhookId}|`).update(body).digest('hex');
}

/** The headers that PayPal sends an event with. */
export function signedHeaders(
  secret: string,
  webhookId: string,
  base: string,
  body: Uint8Array,
): Record<string, string> {
  const id = randomUUID();
  const time = new Date().toISOString();
  return {
    'content-type': 'application/json',
    'paypal-auth-algo': ALGORITHM,
    'paypal-cert-url': `${base}/v1/notifications/certs/CERT-EMULATOR`,
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature(secret, id, time, webhookId, body),
  };
}

const FIELDS = [
  'auth_algo',
  'cert_url',
  'transmission_id',
  'transmission_sig',
  'transmission_time',
  'webhook_id',
] as const;

/** `POST /v1/notifications/verify-webhook-signature` */
export function verifySignature(
  secret: string,
  webhookId: string,
  raw: Buffer,
  forcedResult: string | undefined,
): Answer {
  const body = parseJson(raw.toString()) as Record<string, unknown> | undefined;
  const event = body && rawMember(raw, 'webhook_event');
  const missing = FIELDS.filter((field) => typeof body?.[field] !== 'string' || body[field] === '');
  if (!body || !event || missing.length > 0)
    return malformed(...missing.map((field) => ({ issue: 'MISSING_REQUIRED_PARAMETER', field: `/${field}` })));
  const { transmission_id, transmission_time, transmission_sig, webhook_id, auth_algo } = body as Record<
    string,
    string
  >;
  const wanted = Buffer.from(signature(secret, transmission_id ?? '', transmission_time ?? '', webhookId, event));
  const given = Buffer.from(transmission_sig ?? '');
  const good =
    webhook_id === webhookId &&
    auth_algo === ALGORITHM &&
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    !forcedResult;
  return { status: 200, body: { verification_status: good ? 'SUCCESS' : 'FAILURE' } };
}
