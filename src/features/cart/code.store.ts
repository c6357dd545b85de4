import { atom } from 'nanostores';

/** The cookie of the discount code. The server sets it for an address with `?code=`; it lasts until an order. */
const NAME = 'code';
const MAX_AGE_S = 30 * 24 * 3600;

function readCode(): string {
  const [, written = ''] = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(document.cookie) ?? [];
  try {
    return decodeURIComponent(written);
  } catch {
    return ''; // another shop of the same domain may set a cookie of this name
  }
}

/** The code that the shopper entered or followed; '' without one. */
export const $code = atom(typeof document === 'undefined' ? '' : readCode());

export function keepCode(code: string): void {
  document.cookie = `${NAME}=${encodeURIComponent(code)}; path=/; max-age=${code ? MAX_AGE_S : 0}; samesite=lax`;
  $code.set(code);
}

/** The field `code` of a call about the cart; none without a code. */
export const codeInUse = (): { code?: string } => ($code.get() ? { code: $code.get() } : {});

/** After an order: the server lets the browser forget a code that it has used. */
export const refreshCode = (): void => $code.set(readCode());
