import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;

/** A secret of 160 bits in Base32 (RFC 4226). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const isTotpSecret = (text: string): boolean => /^[A-Z2-7]{32}$/.test(text);

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, digits: 6, period: PERIOD_S });

/** The URL that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string, shop: string): string => totpOf(secret, email, shop).toString();

/** The time step of a valid code, which may be one step early or late; undefined for an invalid code. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, window: 1, timestamp: now.getTime() });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}
