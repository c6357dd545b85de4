import type { ServerResponse } from 'node:http';

/** Headers that every answer carries; pages add their Content-Security-Policy. */
export function setSecurityHeaders(res: ServerResponse, secure: boolean): void {
  res.setHeader('x-content-type-options', 'nosniff');
  res.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
  res.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(self)');
  res.setHeader('cross-origin-opener-policy', 'same-origin-allow-popups'); // PayPal's window talks to its opener
  res.setHeader('x-frame-options', 'DENY');
  if (secure) res.setHeader('strict-transport-security', 'max-age=31536000');
}
