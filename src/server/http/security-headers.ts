import type { Config } from '#src/settings/environment/config.ts';

type Settings = Pick<Config, 'siteUrl' | 'isRehearsal' | 'hstsSubdomains'>;

/** Lists in which names and values alternate. */
interface SecurityHeaders {
  /** Headers of every response. */
  every: readonly string[];
  /** Headers of pages; they would waste bytes on calls, pictures and scripts. */
  page: readonly string[];
  /** Headers of API responses, for a browser that displays one as a page. */
  call: readonly string[];
}

/**
 * Only headers whose effect is not a browser's default. A page's Content-Security-Policy also forbids framing, and
 * blocks third-party code except the agreed tag and PayPal in the cart.
 */
export const securityHeaders = ({ siteUrl, isRehearsal, hstsSubdomains }: Settings): SecurityHeaders => ({
  every: [
    ...['x-content-type-options', 'nosniff'],
    ...(siteUrl.startsWith('https:')
      ? ['strict-transport-security', `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`]
      : []),
    // Not a line in robots.txt: a page that a search engine may not read can still be listed.
    ...(isRehearsal ? ['x-robots-tag', 'noindex'] : []),
  ],
  page: ['cross-origin-opener-policy', 'same-origin-allow-popups'], // PayPal's window communicates with its opener
  call: ['content-security-policy', "default-src 'none'"],
});
