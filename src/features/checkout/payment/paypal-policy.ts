import type { APIContext } from 'astro';

/** PayPal's hosts, live and sandbox, from developer.paypal.com/sdk/js/best-practices, without Venmo's. */
const HOSTS = ['*.paypal.com', '*.paypalobjects.com'];

/**
 * Allows PayPal's script and its requests in a page's Content-Security-Policy. Only pages with the payment step call
 * it. `apiBase`: base URL of an emulator on this machine that the shop does not serve itself.
 */
export function allowPaypal(csp: APIContext['csp'], apiBase: string | undefined): void {
  const emulator = apiBase?.startsWith('http:') ? [new URL(apiBase).origin] : [];
  for (const source of [...HOSTS, ...emulator]) csp?.insertScriptResource(source);
  for (const source of ["'self'", ...HOSTS]) csp?.insertStyleResource(source);
  // The shop's own policy covers these three only by `default-src`.
  for (const directive of ["connect-src 'self'", "img-src 'self'", 'frame-src'])
    csp?.insertDirective(`${directive} ${HOSTS.join(' ')}` as `frame-src ${string}`);
}

/** Allows Google Pay's script and its requests, in a shop that takes Google Pay. */
export function allowGooglePay(csp: APIContext['csp'], { googlePay }: { googlePay: boolean }): void {
  if (!googlePay) return;
  csp?.insertScriptResource('https://pay.google.com');
  for (const directive of ['connect-src https://google.com', 'frame-src', 'img-src https://www.gstatic.com'])
    csp?.insertDirective(`${directive} https://pay.google.com` as `frame-src ${string}`);
}
