import { routePath } from './route-path.ts';

/**
 * A reset link opens an account, and a welcome link the desk, so they are as secret as a password. The link of a restock notice
 * deletes an address. A client's id would join all that one person did.
 */
const SECRET = /(\/(?:reset_password|restock|welcome|(?:update|delete)_client|client_export|previous-purchases|desk\/customers)\/).+/i;
/** Whoever works at the desk searches for people there. */
const DESK = /^\/desk(?:\/|$)/i;
/** Parameters with personal or secret values: PayPal's, an order's number or key, or an address that may contain one of these. */
const PRIVATE = /^(?:token|ba_token|payerid|order|next|email|code|key)$/i;

const MAX_LENGTH = 500;

/** A URL for the log, without values that open an account or a payment, however they are encoded; at most 500 characters. */
export function loggedUrl(url: string = ''): string {
  const shown = withoutSecrets(url);
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}

function withoutSecrets(url: string): string {
  const end = url.search(/[?#]/);
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const read = routePath(path);
  // A path that cannot be decoded could hide anything.
  if (read === undefined) return '…';
  if (DESK.test(read) && query) return `${withoutSecrets(path)}?…`;
  const shown = SECRET.test(read) ? read.replace(SECRET, '$1…') : path;
  // Decoding the names of a longer query would be work for characters that the log cuts off.
  return (
    shown +
    query
      .slice(0, MAX_LENGTH + 1)
      .split('&')
      .map(withoutValue)
      .join('&')
  );
}

/** A parameter, or the first one with its question mark. */
function withoutValue(parameter: string): string {
  const end = parameter.indexOf('=');
  const name = parameter.slice(0, Math.max(end, 0)).replace(/^[?#]/, '');
  return end >= 0 && isPrivate(name) ? `${parameter.slice(0, end)}=…` : parameter;
}

function isPrivate(name: string): boolean {
  try {
    return PRIVATE.test(decodeURIComponent(name));
  } catch {
    return true;
  }
}
