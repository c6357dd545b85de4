import type { IncomingMessage, ServerResponse } from 'node:http';
import { localeOfPath, LOCALES, withoutPrefix } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { failureOf, statusOf, type ErrorKind, type HttpError } from '#src/server/http/errors.ts';
import { withOrigin } from '#src/server/log-origin.ts';
import { logRequest } from '#src/server/http/request-log.ts';
import { securityHeaders } from '#src/server/http/security-headers.ts';
import { isAllowedDuringMaintenance, RETRY_AFTER_S, type MaintenanceGate } from '#src/server/maintenance/gate.ts';
import { isDesk, MEDIA_PATH, pages } from '#src/shared/paths.ts';
import { codeCookie } from './code-cookie.ts';
import { createAssetFetcher } from './remote-assets.ts';
import { createExchanges, routeOfFile, write, writeError, type Exchange } from './exchange.ts';
import type { LiveSite } from './live-site.ts';
import { createOnRequest } from './on-request.ts';
import { createPlaces } from './places.ts';
import { createRefusals } from './refusals.ts';
import type { MountedEmulator } from '#src/emulator/mount.ts';
import { isStatePageAddress } from './state-pages.ts';
import { createStaticFiles } from './static-files.ts';

/** Routes that Astro adds (pictures, server islands, actions); the shop uses none of them. */
const ASTRO_ROUTES = /^\/_/;

/** Whether the page at this address comes and goes: a browser must not remember where it redirected meanwhile. */
const isPassing = (path: string): boolean => withoutPrefix(path).startsWith(pages.saved());

const LOGGED_REFUSALS: Partial<Record<ErrorKind, string>> = {
  service_unavailable: 'too many requests wait for their turn',
  too_many_requests: 'too many pages for one network address',
};

interface Parts {
  ctx: Context;
  site: LiveSite;
  gate: MaintenanceGate;
  /** Of PayPal and DHL, in a shop without an account there. */
  emulators: MountedEmulator[];
  /** The new address of a moved page; undefined when the path never had a page. */
  movedTo: (ctx: Context, path: string) => Promise<string | undefined>;
  /** Names the sender of pictures: a signed-in person who may open this section of the desk, or a review's order. */
  uploaderOf: (req: IncomingMessage, path: string) => Promise<string | undefined>;
  logRefusal: (why: string) => void;
  /** Counts a request when it ends. */
  observe: ObserveRequest | undefined;
}

/** `status` is that of the response, or `aborted` when the client left before its end. */
export type ObserveRequest = (request: { route: string; status: string; seconds: number }) => void;

/** Answers an exchange and returns true, or returns false to pass it to the next step. */
type Step = (exchange: Exchange) => Promise<boolean>;

/** Answers every request of the shop: each step either answers or passes the request on. */
export function createRequestHandler({ ctx, site, gate, emulators, movedTo, uploaderOf, logRefusal, observe }: Parts) {
  const refusalOf = createRefusals(ctx);
  const files = createStaticFiles(site, ctx.config.mediaDir, ctx.log, createAssetFetcher(ctx));
  const open = createExchanges(ctx.config, files.send);
  const security = securityHeaders(ctx.config);
  // Static files get no request id: nobody reports a problem with them.
  const ofFiles = { page: [...security.every, ...security.page], other: security.every };
  const makeOnRequest = createOnRequest({
    ctx,
    site,
    send: files.send,
    takePlace: createPlaces({ ctx, uploaderOf }),
    notFound,
    failed,
    failurePage,
  });
  const steps: Step[] = [askEmulator, refuse, closeForMaintenance, keepCode, serveFile, rejectUnknown, answerOnRequest];

  return (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const exchange = open(req, res);
    return withOrigin({ req: { id: exchange.id } }, () => answer(exchange));
  };

  async function answer(exchange: Exchange): Promise<void> {
    const { req, res } = exchange;
    logRequest(ctx.log, exchange.id, req, res);
    if (observe) observeEnd(exchange, observe);
    try {
      for (const step of steps) if (await step(exchange)) return;
    } catch (error) {
      await failed(exchange, error);
    }
  }

  async function askEmulator(exchange: Exchange): Promise<boolean> {
    const { req, res, headers } = exchange;
    const emulator = emulators.find(({ isFor }) => isFor(req));
    if (!emulator) return false;
    exchange.route = emulator.route;
    for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!);
    await emulator.handle(req, res);
    return true;
  }

  async function refuse(exchange: Exchange): Promise<boolean> {
    const error = await refusalOf(exchange);
    if (error) await writeError(exchange, error);
    return error !== undefined;
  }

  async function closeForMaintenance(exchange: Exchange): Promise<boolean> {
    const { address, isPage } = exchange;
    if (!gate.isClosed || isAllowedDuringMaintenance(address) || isPartOfPages(address)) return false;
    const headers = { 'retry-after': String(RETRY_AFTER_S) };
    const page = isPage ? site.build.statePage('maintenance', address, { status: 503, headers }) : undefined;
    await (page ? write(exchange, page) : writeError(exchange, { kind: 'maintenance', headers }));
    return true;
  }

  /** Pictures, scripts and styles: open pages and the maintenance page still need them. */
  function isPartOfPages(path: string): boolean {
    return path.startsWith(MEDIA_PATH) || site.build.find(path)?.path.endsWith('.html') === false;
  }

  async function keepCode(exchange: Exchange): Promise<boolean> {
    const { req, isPage, address } = exchange;
    const cookie = isPage && !isDesk(address) && req.url?.includes('code=') ? await codeCookie(ctx, req) : undefined;
    if (cookie) {
      exchange.cookies = ['set-cookie', cookie];
      exchange.headers = [...exchange.headers, ...exchange.cookies];
    }
    return false;
  }

  async function serveFile(exchange: Exchange): Promise<boolean> {
    const { req, res, path, cookies } = exchange;
    if (path === undefined || isStatePageAddress(path)) return false;
    exchange.route = routeOfFile(path); // before the response ends
    const ofFile = cookies ? { ...ofFiles, page: [...ofFiles.page, ...cookies] } : ofFiles;
    if (await files.serve(req, res, path, ofFile)) return true;
    exchange.route = undefined;
    return false;
  }

  async function rejectUnknown(exchange: Exchange): Promise<boolean> {
    const { path } = exchange;
    if (path !== undefined && !isStatePageAddress(path) && !ASTRO_ROUTES.test(path)) return false;
    await notFound(exchange);
    return true;
  }

  async function answerOnRequest(exchange: Exchange): Promise<boolean> {
    const refusal = await makeOnRequest(exchange, exchange.path!);
    if (!refusal) return true;
    const why = LOGGED_REFUSALS[refusal.kind];
    if (why) logRefusal(why);
    await writeFailure(exchange, refusal);
    return true;
  }

  /**
   * Redirects to the path that replaced this one; otherwise answers 404 as a page in the path's language, or as JSON
   * for a call.
   */
  async function notFound(exchange: Exchange): Promise<void> {
    const { req, res, path, address, isPage, headers } = exchange;
    const moved = path !== undefined && isPage ? await movedTo(ctx, path) : undefined;
    if (moved) {
      const location = moved + (/\?.*/.exec(req.url ?? '')?.[0] ?? '');
      // Not cached, because a product may move back and a list may grow again.
      const headers = { location, 'cache-control': 'no-cache' };
      return write(exchange, new Response(null, { status: isPassing(path!) ? 302 : 301, headers }));
    }
    const page = `${LOCALES[localeOfPath(address)].prefix}/404`;
    if (!isPage || !(await files.serve(req, res, page, { page: headers, other: headers }, 404)))
      await writeError(exchange, { kind: 'not_found' });
  }

  async function failed(exchange: Exchange, error: unknown): Promise<void> {
    ctx.log.error({ err: error }, 'request failed');
    exchange.unbuffer();
    if (exchange.res.headersSent) exchange.res.destroy();
    else await writeFailure(exchange, failureOf(error));
  }

  async function writeFailure(exchange: Exchange, error: HttpError): Promise<void> {
    const page = failurePageOf(exchange, error);
    await (page ? write(exchange, page) : writeError(exchange, error));
  }

  function failurePage(exchange: Exchange, error: unknown): Response | undefined {
    return failurePageOf(exchange, failureOf(error));
  }

  function failurePageOf({ id, address, isPage }: Exchange, { kind, headers }: HttpError): Response | undefined {
    const page = kind === 'too_many_requests' ? 'too-many-pages' : 'server-error';
    return isPage ? site.build.statePage(page, address, { status: statusOf(kind), reference: id, headers }) : undefined;
  }
}

function observeEnd(exchange: Exchange, observe: ObserveRequest): void {
  const { res } = exchange;
  const begin = performance.now();
  res.once('close', () => {
    const status = res.writableFinished ? String(res.statusCode) : 'aborted';
    observe({ route: exchange.route ?? 'none', status, seconds: (performance.now() - begin) / 1000 });
  });
}
