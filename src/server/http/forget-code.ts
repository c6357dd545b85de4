import type { Call } from './call.ts';

/** Keeps the discount code that a shopper entered or followed. The cart's script reads it, too. */
export const CODE_COOKIE = 'code';

/** Lets the browser forget its code: an order has used it, or the next person is another one. */
export const forgetCode = ({ cookies }: Pick<Call, 'cookies'>): void => cookies.delete(CODE_COOKIE, { path: '/' });
