import { PAYPAL_LIVE, PAYPAL_SANDBOX, type PaypalConfig } from '#src/settings/environment/paypal-config.ts';

const HOUR_MS = 3600_000;
/** PayPal repeats an event for three days; one more day allows for delays. */
const OLDEST_MS = 96 * HOUR_MS;
/** The largest difference between PayPal's clock and ours. */
const NEWEST_MS = HOUR_MS;

const FORMS: Record<string, RegExp> = {
  'paypal-auth-algo': /^[\w-]{1,40}$/,
  'paypal-transmission-id': /^[\w-]{8,64}$/,
  'paypal-transmission-sig': /^[A-Za-z0-9+/]{4,1024}={0,2}$/,
};

/**
 * Whether the headers are formatted like PayPal's signature. This is no proof, but it saves a call to PayPal for
 * obvious forgeries.
 */
export function looksSigned(headers: Headers, { apiBase }: Pick<PaypalConfig, 'apiBase'>, now: Date): boolean {
  const header = (name: string) => headers.get(name) ?? '';
  const age = now.getTime() - Date.parse(header('paypal-transmission-time'));
  return (
    Object.entries(FORMS).every(([name, form]) => form.test(header(name))) &&
    age <= OLDEST_MS &&
    age >= -NEWEST_MS &&
    isCertificate(header('paypal-cert-url'), apiBase)
  );
}

function isCertificate(address: string, apiBase: string | undefined): boolean {
  const url = URL.parse(address);
  const isPaypal = apiBase === PAYPAL_LIVE || apiBase === PAYPAL_SANDBOX;
  if (!isPaypal) return url !== null; // the emulator's certificate address depends on the caller's URL
  return url?.protocol === 'https:' && url.hostname.endsWith('.paypal.com');
}
