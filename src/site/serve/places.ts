/** Decides in which queue a request waits. A request enters its queue only when its body is complete. */
import type { IncomingMessage } from 'node:http';
import type { Context } from '#src/server/context.ts';
import { UNAVAILABLE, type HttpError } from '#src/server/http/errors.ts';
import { createRateLimit, MAX_BODY_BYTES, MAX_UPLOAD_BYTES } from '#src/server/http/limits.ts';
import { networkAddress } from '#src/server/http/network.ts';
import { readRequestBody, type ReadBody } from '#src/server/http/request-body.ts';
import { createRequestQueue, type QueueLimits, type RunQueued } from '#src/server/http/request-queue.ts';
import { isDesk, isReviewForm, isSearch, isSlowCall } from '#src/shared/paths.ts';
import type { Exchange } from './exchange.ts';

/**
 * Pages, and searches. Rendering is faster than compressing, so an unlimited queue would exhaust memory. Together with
 * the slow calls they use all connections of PostgreSQL's pool.
 */
const PAGES = { atOnce: 4, atOncePerCaller: 2, perCaller: 20, inAll: 600 };
/** Calls that only compute, so running more at once would not finish sooner. */
const SLOW_CALLS = { ...PAGES, atOnce: 2, atOncePerCaller: 1 };
/** Bodies of up to 15 MB from signed-in staff and reviewing buyers, and forms that may contain a picture. The limits bound the memory. */
const READING = { atOnce: 6, atOncePerCaller: 2, perCaller: 6, inAll: 24 };
const UPLOADS = { atOnce: 4, atOncePerCaller: 2, perCaller: 4, inAll: 12 };

/**
 * The part of the calls' limit that one network may use for pages rendered on request, which cost ten times as much.
 */
const PAGES_PART = 2;

/** The body of a queued request. */
export interface Received {
  /** undefined when it was not read; empty when it is too large. */
  body?: Buffer<ArrayBuffer> | undefined;
  isTooLarge?: boolean;
}

/** Calls `answer` when it is the request's turn; returns why the request is refused. */
export type TakePlace = (
  exchange: Exchange,
  path: string,
  answer: (received: Received) => Promise<void>,
) => Promise<HttpError | undefined>;

interface Parts {
  ctx: Pick<Context, 'config' | 'db'>;
  /** Names the sender of pictures: a signed-in person who may open this section of the desk, or a review's order. */
  uploaderOf: (req: IncomingMessage, path: string) => Promise<string | undefined>;
}

export function createPlaces({ ctx: { config, db }, uploaderOf }: Parts): TakePlace {
  const openQueue = (limits: QueueLimits) =>
    createRequestQueue(
      config.rateLimitPerMinute > 0 ? limits : { ...limits, atOncePerCaller: limits.atOnce, perCaller: limits.inAll },
    );
  // Separate queues, because a flood of searches or invoices must not block the login.
  const queues = { search: openQueue(PAGES), page: openQueue(PAGES), call: openQueue(SLOW_CALLS) };
  const [runReading, runUpload] = [createRequestQueue(READING), createRequestQueue(UPLOADS)];
  const waitForPage = createRateLimit('pages', Math.ceil(config.rateLimitPerMinute / PAGES_PART), db);

  /** Returns 'full' when too many people are sending pictures. */
  async function readBody(req: IncomingMessage, uploader: string | undefined): Promise<ReadBody | 'full'> {
    if (!uploader || Number(req.headers['content-length']) <= MAX_BODY_BYTES)
      return readRequestBody(req, MAX_BODY_BYTES);
    let read: ReadBody | undefined;
    await runReading(uploader, async () => void (read = await readRequestBody(req, MAX_UPLOAD_BYTES)));
    return read ?? 'full';
  }

  async function takeTurn(run: RunQueued, caller: string, act: () => Promise<void>): Promise<HttpError | undefined> {
    return (await run(caller, act)) ? undefined : UNAVAILABLE;
  }

  return async ({ req, isPage }, path, answer) => {
    const queue = isSearch(path) ? queues.search : isPage ? queues.page : isSlowCall(path) ? queues.call : undefined;
    if (!queue) {
      await answer({});
      return undefined;
    }
    const network = networkAddress(req, config.trustProxy);
    const seconds = isPage ? await waitForPage(network) : 0;
    if (seconds) return { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } };
    if (req.method === 'GET' || req.method === 'HEAD') return takeTurn(queue, network, () => answer({}));
    const isUpload = isDesk(path) || isReviewForm(path);
    const uploader = isUpload ? await uploaderOf(req, path) : undefined;
    const body = await readBody(req, uploader);
    if (body === 'disconnected') return undefined;
    if (body === 'full') return UNAVAILABLE;
    if (body === 'too_large')
      // The page itself says so; the desk asks a stranger to sign in.
      return isDesk(path) || uploader
        ? takeTurn(queue, network, () => answer({ body: Buffer.alloc(0), isTooLarge: true }))
        : { kind: 'payload_too_large' };
    const mayHoldPicture = uploader && req.headers['content-type']?.startsWith('multipart/form-data');
    return mayHoldPicture
      ? takeTurn(runUpload, uploader, () => answer({ body }))
      : takeTurn(queue, network, () => answer({ body }));
  };
}
