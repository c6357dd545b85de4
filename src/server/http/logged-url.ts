import { routePath } from './route-path.ts';

/**
 * A reset link opens an account, and a welcome link the desk, so they are as secret as a password. The link of a
 * restock notice deletes an address, and that of a review writes in a buyer's name. A client's id would link all
 * requests of one person.
 */
const SECRET =
  /(\/(?:reset_password|restock|review|welcome|(?:update|delete)_client|client_export|previous-purchases|desk\/customers)\/).+/i;
/** Desk searches contain customers' names, so query strings are not logged. */
const DESK = /^\/desk(?:\/|$)/i;
/**
 * Parameters with personal or secret values: PayPal's, an order's number or key, or a URL that may contain one of
 * these.
 */
const PRIVATE = /^(?:token|ba_token|payerid|order|next|email|code|key)$/i;

const MAX_LENGTH = 500;

/**
 * A URL for the log, without values that open an account or a payment, however they are encoded; at most 500
 * characters.
 */
export function loggedUrl(url: string = ''): string {
  const shown = withoutSecrets(url);
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown;
}

function withoutSecrets(url: string): string {
  const end = url.search(/[?#]/);
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const read = routePath(path);
  // A path that cannot be decoded could contain secrets.
  if (read === undefined) return '…';
  if (DESK.test(read) && query) return `${withoutSecrets(path)}?…`;
  const shown = SECRET.test(read) ? read.replace(SECRET, '$1…') : path;
  // Decoding more of a query is useless, because the log cuts off its end.
  return (
    shown +
    query
      .slice(0, MAX_LENGTH + 1)
      .split('&')
      .map(withoutValue)
      .join('&')
  );
}

/** A query parameter, with its separator. */
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
