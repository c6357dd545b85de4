/** Headers that every answer carries, names and values in turn; pages add their Content-Security-Policy. */
export const securityHeaders = (secure: boolean): readonly string[] => [
  ...['x-content-type-options', 'nosniff'],
  ...['referrer-policy', 'strict-origin-when-cross-origin'],
  ...['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(self)'],
  ...['cross-origin-opener-policy', 'same-origin-allow-popups'], // PayPal's window talks to its opener
  ...['x-frame-options', 'DENY'],
  ...(secure ? ['strict-transport-security', 'max-age=31536000'] : []),
];
