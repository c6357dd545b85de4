import { routePath } from './route-path.ts';

/** A link that opens an account is worth as much as its password. */
const RESET = /(\/reset_password\/).+/i;
/** Parameters that open or name something of one person: PayPal's, an order's number, an address that may hold one of these. */
const PRIVATE = /^(?:token|ba_token|payerid|order|next|email|code)$/i;

/** An address as the log may hold it: without what opens an account or a payment, however that is encoded. */
export function loggedUrl(url: string = ''): string {
  const end = url.search(/[?#]/);
  const [path, query] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const read = routePath(path);
  // What cannot be decoded could hide anything.
  if (read === undefined) return '…';
  const shown = RESET.test(read) ? read.replace(RESET, '$1…') : path;
  return (
    shown + query.replace(/([?&]([^=&#]*)=)[^&#]*/g, (all: string, head: string, name: string) => (isPrivate(name) ? `${head}…` : all))
  );
}

function isPrivate(name: string): boolean {
  try {
    return PRIVATE.test(decodeURIComponent(name));
  } catch {
    return true;
  }
}
