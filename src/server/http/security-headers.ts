/** Names and values in turn. */
interface SecurityHeaders {
  /** What every answer carries. */
  every: readonly string[];
  /** What says how a page may be shown and what it may do: nothing to a call, a picture or a script, and bytes to a slow phone. */
  page: readonly string[];
  /** What says that a call's answer shows nothing, should a browser ever take it for a page. */
  call: readonly string[];
}

/**
 * Pages add their Content-Security-Policy, which also says that no other page may frame them. What holds anyway is not said:
 * browsers tell other hosts of a referrer nothing but the shop's own, and of frames and scripts that could ask for a camera
 * the policy lets in none but the tag that somebody has agreed to and, in the cart, PayPal's.
 */
export const securityHeaders = (secure: boolean): SecurityHeaders => ({
  every: [
    ...['x-content-type-options', 'nosniff'],
    ...(secure ? ['strict-transport-security', 'max-age=31536000; includeSubDomains'] : []),
  ],
  page: ['cross-origin-opener-policy', 'same-origin-allow-popups'], // PayPal's window talks to its opener
  call: ['content-security-policy', "default-src 'none'"],
});
