import type { Readable } from 'node:stream';
import type { Context } from '#src/server/context.ts';
import { createPatience, type Patience } from '#src/server/db/patience.ts';
import { isUnavailable } from '#src/server/db/unavailable.ts';
import { findMaintenance } from '#src/server/maintenance/maintenance.repository.ts';
import type { HttpError } from '#src/server/http/errors.ts';
import { networkAddress } from '#src/server/http/network.ts';
import { isFromThisMachine } from '#src/server/http/this-machine.ts';
import { bufferResponse, toOutgoing, type RenderedResponse } from './rendered-response.ts';
import { createResponseCache, type CacheableResponse } from './response-cache.ts';
import type { Exchange } from './exchange.ts';
import type { LiveSite } from './live-site.ts';
import type { Received, TakePlace } from './places.ts';
import type { SendResponse } from './send-response.ts';
import { trimPolicy } from './trim-policy.ts';

/** How often a page is rendered at most while the database fails. */
const MOST_TRIES = 5;

const POLICY = 'content-security-policy';

interface Rendering {
  ctx: Context;
  site: LiveSite;
  send: SendResponse;
  takePlace: TakePlace;
  /** Answers an exchange without a matching page or call. */
  notFound: (exchange: Exchange) => Promise<void>;
  /** Answers an exchange whose rendering threw an error. */
  failed: (exchange: Exchange, error: unknown) => Promise<void>;
  /** The error page; undefined when the build has none. */
  failurePage: (exchange: Exchange, error: unknown) => Response | undefined;
}

/** Renders pages and calls on request; returns why a request is refused. */
export function createOnRequest({ ctx, site, send, takePlace, notFound, failed, failurePage }: Rendering) {
  const untilDatabaseAnswers = createPatience(() => findMaintenance(ctx.db.read));
  const cache = createResponseCache(ctx.db.changes);

  return async (exchange: Exchange, path: string): Promise<HttpError | undefined> => {
    const { req, res, headers } = exchange;
    const key = cache.keyOf(req, site.build.name);
    const known = key && (await cache.get(key));
    if (known) {
      exchange.route = known.route;
      await send(req, res, known.outgoing, headers);
      return undefined;
    }
    const storeResponse = key ? cache.begin(key) : () => {};
    // The client may have disconnected while the cache waited. Its close event has fired then, and would never free the
    // queue's slot.
    const closed = res.closed ? Promise.resolve() : new Promise<void>((resolve) => res.once('close', resolve));
    void closed.then(() => storeResponse()); // a handler may stop when its client disconnects
    const answer = (received: Received) =>
      render(exchange, received, storeResponse).catch((error: unknown) => failed(exchange, error));
    // A request whose client disconnected leaves the queue and frees its slot.
    return takePlace(exchange, path, (received) => (res.closed ? closed : Promise.race([closed, answer(received)])));
  };

  /**
   * Renders a page again that only reads, after the database became unavailable: a standby replaces a dead PostgreSQL
   * server within half a minute. SQLite has no standby.
   */
  async function render(
    exchange: Exchange,
    received: Received,
    store: (response: CacheableResponse) => void,
  ): Promise<void> {
    const { req, isPage } = exchange;
    const mayWait = ctx.db.engine === 'postgres' && isPage && (req.method === 'GET' || req.method === 'HEAD');
    for (let tries = mayWait ? MOST_TRIES : 1; ; tries--) {
      const isSent = await renderOnce(exchange, received, store, tries > 1 ? untilDatabaseAnswers : undefined);
      if (isSent) return;
    }
  }

  /** Returns false without a response when the database was unavailable and is back. */
  async function renderOnce(
    exchange: Exchange,
    received: Received,
    store: (response: CacheableResponse) => void,
    patience: Patience | undefined,
  ): Promise<boolean> {
    const { req, res, headers } = exchange;
    let sent: Promise<void> | undefined;
    let isAgain = false;
    let content: Readable | undefined;
    const caught = (error: unknown) => failed(exchange, error);
    exchange.unbuffer = bufferResponse(res, (whole) => {
      if (isAgain) return;
      const rendered = withOwnPolicy(whole);
      const outgoing = { ...toOutgoing(rendered), content };
      store({ ...rendered, outgoing, route: exchange.route });
      sent = Promise.resolve(send(req, res, outgoing, headers)).catch(caught);
    });
    const next = () => {
      exchange.unbuffer();
      sent = notFound(exchange).catch(caught);
    };
    await site.astro(Object.assign(req, { body: received.body }), res, next, {
      ctx,
      address: networkAddress(req, ctx.config.trustProxy),
      requestId: exchange.id,
      received,
      isFromThisMachine: isFromThisMachine(req, ctx.config),
      sendLater: (given: Readable) => void (content = given),
      tellRoute: (pattern: string) => void (exchange.route = pattern),
      failurePage: async (error: unknown) => {
        isAgain = patience !== undefined && isUnavailable(error) && (await patience());
        return failurePage(exchange, error);
      },
    });
    await sent;
    return !isAgain;
  }
}

/** Astro sends one policy for all on-request pages; each page gets only the hashes that it needs. */
function withOwnPolicy(response: RenderedResponse): RenderedResponse {
  const policy = response.headers[POLICY];
  if (typeof policy !== 'string') return response;
  return { ...response, headers: { ...response.headers, [POLICY]: trimPolicy(policy, response.body) } };
}
