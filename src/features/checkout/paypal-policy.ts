import type { APIContext } from 'astro';

/** PayPal's own, live and sandbox alike, by the page's scheme; the list of developer.paypal.com/sdk/js/best-practices without Venmo's. */
const HOSTS = ['*.paypal.com', '*.paypalobjects.com'];

/**
 * Opens a page's Content-Security-Policy for PayPal's script, and for what that asks for: on the payment step's pages
 * only. `apiBase`: of an emulator that the shop does not serve itself, which only a shop on this machine may have.
 */
export function allowPaypal(csp: APIContext['csp'], apiBase: string | undefined): void {
  const emulator = apiBase?.startsWith('http:') ? [new URL(apiBase).origin] : [];
  for (const source of [...HOSTS, ...emulator]) csp?.insertScriptResource(source);
  for (const source of ["'self'", ...HOSTS]) csp?.insertStyleResource(source);
  // Of these the whole shop's policy says nothing but `default-src`.
  for (const directive of ["connect-src 'self'", "img-src 'self'", 'frame-src'])
    csp?.insertDirective(`${directive} ${HOSTS.join(' ')}` as `frame-src ${string}`);
}
