/** The Node server around Astro's handler: static files, headers, limits, logs, drain. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { closeTestLogin } from '#src/features/account/server/test-login.ts';
import { movedTo } from '#src/features/catalogue/server/moved-product.ts';
import { runJobs } from '#src/jobs.ts';
import { localeOfPath, LOCALES, negotiateLocale, parseLocale } from '#src/i18n/locales.ts';
import { isFormPage, isSearch, MEDIA_PATH } from '#src/shared/paths.ts';
import { closeContext, getContext, type Context } from './context.ts';
import { createAnswerMemory, type Answer } from './http/answer-memory.ts';
import { bodyHasCome } from './http/body-has-come.ts';
import { limitConnections } from './http/connection-limits.ts';
import { errorResponse, failureOf, statusOf, UNAVAILABLE, type HttpError } from './http/errors.ts';
import { createRateLimit, MAX_BODY_BYTES, networkAddress } from './http/limits.ts';
import { createAnswerPacker, gatherAnswer } from './http/pack-answer.ts';
import { createPipelines } from './http/pipelines.ts';
import { createRefusalLog } from './http/refusal-log.ts';
import { logRequest } from './http/request-log.ts';
import { routePath } from './http/route-path.ts';
import { securityHeaders } from './http/security-headers.ts';
import { isFromThisMachine } from './http/this-machine.ts';
import { createTurns } from './http/turns.ts';
import { drainWhenTold } from './drain.ts';
import { listen } from './listen.ts';
import { loadShopData, openFacts } from './shop-data.ts';
import { goesOn, openGate, ASK_MS, RETRY_AFTER_S, type MaintenanceGate } from './maintenance/gate.ts';
import { tellParent } from './process-messages.ts';
import { runProgram } from './run-program.ts';
import { isStateAddress } from './site/state-pages.ts';
import { openSite } from './site/live-site.ts';
import { createStaticFiles } from './site/static-files.ts';
import { trimPolicy } from './site/trim-policy.ts';

/**
 * Uncached pages and searches run four at a time: rendering is faster than compressing, so all at once would fill the memory,
 * make each other late and delay whoever orders. Both together are fewer than PostgreSQL has connections. A page in the
 * queue takes some milliseconds, so that the last of them waits for some seconds.
 */
const TURNS = { atOnce: 4, perAsker: 300, inAll: 600 };

/** Routes that Astro adds by itself (pictures, server islands, actions): the shop uses none of them. */
const ASTROS_OWN = /^\/_/;

const POLICY = 'content-security-policy';

async function createHandler(ctx: Context, gate: MaintenanceGate, logRefusal: (why: string) => void) {
  // React looks at it when the pages load it, and would serve its slower development build.
  process.env.NODE_ENV ??= 'production';
  const outdated = () => {
    ctx.log.info('a build with other code waits for the next server');
    tellParent('outdated');
  };
  const site = await openSite({ distDir: ctx.config.distDir, program: import.meta.dirname, log: ctx.log, outdated });
  const files = createStaticFiles(site, ctx.config.mediaDir, ctx.log);
  const sendPacked = createAnswerPacker(ctx.log, files.findDictionary);
  // Apart, because a flood of searches must not close the login.
  const [takeSearchTurn, takePageTurn] = [createTurns(TURNS), createTurns(TURNS)];
  const memory = createAnswerMemory(ctx.db.changes);
  const security = securityHeaders(ctx.config.siteUrl.startsWith('https:'));
  const ofPages = [...security.every, ...security.page];
  const ofCalls = [...security.every, ...security.call];
  const waitFor = createRateLimit(ctx.config.rateLimitPerMinute);
  // The one tool the server knows, loaded only where it serves: a shop with an account has no emulator.
  const emulator =
    ctx.config.paypal.apiBase === undefined ? (await import('#src/tools/paypal-emulator/mount.ts')).mountEmulator(ctx.config) : undefined;

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    // Twelve hexadecimal digits: an error's page shows them, and somebody may have to read them out.
    const id = crypto.randomUUID().slice(-12);
    logRequest(ctx.log, id, req, res);
    const path = routePath(req.url);
    // What cannot be read still tells whether it is a page's address, and in which language.
    const address = path ?? req.url ?? '';
    const headers = [...(isPage(address) ? ofPages : ofCalls), 'x-request-id', id];
    let sendAsItIs = () => {};
    const failed = async (error: unknown) => {
      ctx.log.error({ err: error, req: { id } }, 'request failed');
      sendAsItIs();
      if (res.headersSent) res.destroy();
      else await refuse(failureOf(error));
    };
    const refuse = (error: HttpError) => write(res, tell(error) ?? answerTo(req, error), headers);
    const tell = ({ kind, headers }: HttpError) => {
      const told = { status: statusOf(kind), reference: id, headers };
      return isPage(address) ? site.build.tellState('server-error', address, told) : undefined;
    };
    try {
      if (emulator?.isFor(req)) {
        for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!);
        return await emulator.handle(req, res);
      }
      const refused = path === undefined && !isPage(address) ? { kind: 'invalid_input' as const } : await refusal(req, address);
      if (refused) return await write(res, answerTo(req, refused), headers);
      if (gate.isClosed && !goesOn(address) && !isFile(address)) return await write(res, closed(req, address), headers);
      if (path === undefined || isStateAddress(path)) return await notFound();
      // No number: nobody asks after a file that arrived.
      if (await files.serve(req, res, path, { page: ofPages, other: security.every })) return;
      if (ASTROS_OWN.test(path)) return await notFound();
      const key = memory.keyOf(req, site.build.name);
      const known = key && (await memory.get(key));
      if (known) return await sendPacked(req, res, known, headers);
      const caller = { address: networkAddress(req, ctx.config.trustProxy), isFromThisMachine: isFromThisMachine(req, ctx.config) };
      const tellFailure = (error: unknown) => tell(failureOf(error));
      const locals = { ctx, log: ctx.log.child({ req: { id } }), ...caller, tellFailure };
      const made = key ? memory.make(key) : () => {};
      const gone = new Promise<void>((resolve) => res.once('close', resolve));
      void gone.then(() => made()); // a handler may give up with its asker
      const make = async () => {
        let sent: Promise<void> | undefined;
        sendAsItIs = gatherAnswer(res, (whole) => {
          const answer = withOwnPolicy(whole);
          made(answer);
          sent = Promise.resolve(sendPacked(req, res, answer, headers)).catch(failed);
        });
        const next = () => {
          sendAsItIs();
          sent = notFound().catch(failed);
        };
        await site.astro(req, res, next, locals);
        await sent;
      };
      const takeTurn = isSearch(path) ? takeSearchTurn : isPage(path) ? takePageTurn : undefined;
      if (!takeTurn) return await make();
      await bodyHasCome(req);
      // A client that hung up takes no turn, and gives back the one it has.
      const hadTurn = await takeTurn(locals.address, () => (res.closed ? gone : Promise.race([gone, make().catch(failed)])));
      if (hadTurn) return;
      logRefusal('too many pages wait to be made');
      await refuse(UNAVAILABLE);
    } catch (error) {
      await failed(error);
    }

    /** Leads to where a product has moved; else the page of the address's language that says so; a call gets its words as JSON, also one that no route takes. */
    async function notFound(): Promise<void> {
      const moved = path !== undefined && isPage(address) ? await movedTo(ctx, path) : undefined;
      if (moved) {
        const location = moved + (/\?.*/.exec(req.url ?? '')?.[0] ?? '');
        // Not kept: a product may move back.
        return write(res, new Response(null, { status: 301, headers: { location, 'cache-control': 'no-cache' } }), headers);
      }
      const page = `${LOCALES[localeOfPath(address)].prefix}/404`;
      if (!isPage(address) || !(await files.serve(req, res, page, { page: headers, other: headers }, 404)))
        await write(res, answerTo(req, { kind: 'not_found' }), headers);
    }
  };

  /** What pages are made of: those that are open, or tell of the maintenance, still show. */
  function isFile(path: string): boolean {
    return path.startsWith(MEDIA_PATH) || site.build.find(path)?.path.endsWith('.html') === false;
  }

  function closed(req: IncomingMessage, path: string): Response {
    const headers = { 'retry-after': String(RETRY_AFTER_S) };
    const page = isPage(path) ? site.build.tellState('maintenance', path, { status: 503, headers }) : undefined;
    return page ?? answerTo(req, { kind: 'maintenance', headers });
  }

  async function refusal(req: IncomingMessage, path: string): Promise<HttpError | undefined> {
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { kind: 'payload_too_large', headers: { connection: 'close' } };
    const isApi = !isPage(path);
    const readsOnly = req.method === 'GET' || req.method === 'HEAD';
    const sendsForm = req.method === 'POST' && isFormPage(path);
    // Astro has no answer to TRACE.
    if (isApi ? req.method === 'TRACE' : !(readsOnly || sendsForm)) return { kind: 'method_not_allowed', headers: { allow: 'GET, HEAD' } };
    if (!isApi) return undefined;
    const seconds = await waitFor(networkAddress(req, ctx.config.trustProxy));
    return seconds ? { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } } : undefined;
  }
}

/** What a page made on request needs of the policy that Astro sends for all of them. */
function withOwnPolicy(answer: Answer): Answer {
  const policy = answer.headers[POLICY];
  if (typeof policy !== 'string') return answer;
  return { ...answer, headers: { ...answer.headers, [POLICY]: trimPolicy(policy, answer.body) } };
}

const isPage = (address: string): boolean => address.startsWith('/') && !/^\/+api(\/|$)/.test(address);

function answerTo(req: IncomingMessage, error: HttpError): Response {
  const asked = parseLocale(/[?&]lang=([\w-]+)/.exec(req.url ?? '')?.[1]);
  return errorResponse(error, asked ?? negotiateLocale(req.headers['accept-language']));
}

async function write(res: ServerResponse, response: Response, headers: readonly string[]): Promise<void> {
  res.writeHead(response.status, [...headers, ...[...response.headers].flat()]).end(await response.text());
}

/** Serves the built site until it is told to end; then finishes what is under way. */
async function main(): Promise<void> {
  const ctx = getContext();
  await ctx.db.migrate();
  await closeTestLogin(ctx);
  const gate = await openGate(ctx);
  const logRefusal = createRefusalLog(ctx.log);
  const handler = await createHandler(ctx, gate, logRefusal);
  const open = openFacts(loadShopData());
  if (!ctx.config.isLocal && open.length > 0) ctx.log.warn({ open }, 'src/content/shop.yaml still has placeholders');
  let stopJobs = async (): Promise<void> => {};
  const server = http.createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 });
  limitConnections(server, { refused: logRefusal, ...(ctx.config.trustProxy > 0 && { perAddress: Infinity }) });
  const pipelines = createPipelines(server, { refused: logRefusal, idle: () => drain.idle() });
  const drain = drainWhenTold({
    server,
    log: ctx.log,
    isIdle: () => pipelines.isIdle,
    stopJobs: () => stopJobs(),
    close: () => closeContext(ctx),
  });
  server.on('request', (req, res) => {
    pipelines.take(req, res, () => {
      // HTTP/1.1 keeps a connection unless told otherwise: 48 bytes that say nothing, on every answer.
      if (res.shouldKeepAlive && req.httpVersionMinor === 1) res.removeHeader('connection');
      if (drain.isDraining) res.setHeader('connection', 'close');
      handler(req, res).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'request failed');
        res.destroy();
      });
    });
  });
  const port = await listen(server, ctx.config).catch(async (error: unknown) => {
    await closeContext(ctx); // its idle connections would keep the process
    throw error;
  });
  stopJobs = runJobs(ctx, [{ name: 'maintenance', pauseMs: ASK_MS, run: gate.refresh }]);
  // With PORT=0 it is known only now; the PayPal emulator is reached there.
  ctx.config.port = port;
  ctx.log.info({ host: ctx.config.host, port }, 'listening');
  tellParent({ listening: port });
}

await runProgram(main);
