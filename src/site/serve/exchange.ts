import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateLocale, parseLocale, withoutPrefix } from '#src/i18n/locales.ts';
import { errorResponse, type HttpError } from '#src/server/http/errors.ts';
import { routePath } from '#src/server/http/route-path.ts';
import { securityHeaders } from '#src/server/http/security-headers.ts';
import { toOutgoing } from './rendered-response.ts';
import type { SendResponse } from './send-response.ts';

/** One request with its response, on its way through the steps of the request handler. */
export interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  /** Twelve hexadecimal digits: the error page shows them, and a shopper may have to read them out. */
  id: string;
  /** The decoded path; undefined when the URL cannot be decoded. */
  path: string | undefined;
  /** The path, or the raw URL when it cannot be decoded: enough to detect the language, and a page or a call. */
  address: string;
  isPage: boolean;
  /** The pattern of the matching route; undefined when there is none. Metrics use it, so that they contain no URLs. */
  route: string | undefined;
  /** Headers of any response to this request: names and values in turn. */
  headers: readonly string[];
  /** Those of them that set a cookie. */
  cookies?: readonly string[];
  /** Removes the buffer around the response, so that an error can be written. */
  unbuffer: () => void;
  send: SendResponse;
}

/** Creates an exchange for each request of a shop with these settings. */
export function createExchanges(
  config: Parameters<typeof securityHeaders>[0],
  send: SendResponse,
): (req: IncomingMessage, res: ServerResponse) => Exchange {
  const security = securityHeaders(config);
  const ofPages = [...security.every, ...security.page];
  const ofCalls = [...security.every, ...security.call];
  return (req, res) => {
    const id = crypto.randomUUID().slice(-12);
    const path = routePath(req.url);
    const address = path ?? req.url ?? '';
    const isPage = isPageAddress(address);
    // Astro would redirect an address with two slashes, and code that calls the API need not follow a redirect.
    if (!isPage && req.url) req.url = req.url.replace(/^[^?]+/, (plain) => plain.replace(/\/{2,}/g, '/'));
    const headers = [...(isPage ? ofPages : ofCalls), 'x-request-id', id];
    return { req, res, id, path, address, isPage, route: undefined, headers, unbuffer: () => {}, send };
  };
}

const isPageAddress = (address: string): boolean => address.startsWith('/') && !/^\/+api(\/|$)/.test(address);

/** The route of a file: its first folder, or its name. Only for existing files, because other URLs are unlimited. */
export function routeOfFile(path: string): string {
  const [first = '', ...rest] = withoutPrefix(path).split('/').filter(Boolean);
  return rest.length > 0 ? `/${first}/*` : `/${first}`;
}

export async function write({ req, res, headers, send }: Exchange, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  await send(
    req,
    res,
    toOutgoing({ status: response.status, headers: Object.fromEntries(response.headers), body }),
    headers,
  );
}

/** Writes an error as JSON in the language of the call. */
export function writeError(exchange: Exchange, error: HttpError): Promise<void> {
  const { url, headers } = exchange.req;
  const asked = parseLocale(/[?&]lang=([\w-]+)/.exec(url ?? '')?.[1]);
  return write(exchange, errorResponse(error, asked ?? negotiateLocale(headers['accept-language'])));
}
