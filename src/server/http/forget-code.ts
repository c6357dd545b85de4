import type { Call } from './call.ts';

/** Keeps the discount code that a shopper entered or followed. The cart's script reads it, too. */
export const CODE_COOKIE = 'code';

/** Lets the browser forget its code: an order has used it, or the next person is another one. */
export const forgetCode = ({ cookies }: Pick<Call, 'cookies'>): void => cookies.delete(CODE_COOKIE, { path: '/' });

const MAX_AGE_S = 30 * 24 * 3600;

/** As the cart's script stores it. */
export const keepCode = ({ cookies }: Pick<Call, 'cookies'>, code: string): void =>
  cookies.set(CODE_COOKIE, code, { path: '/', maxAge: MAX_AGE_S, sameSite: 'lax', encode: encodeURIComponent });
