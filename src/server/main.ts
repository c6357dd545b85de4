/** The Node server around Astro's handler: static files, headers, limits, logs, drain. */
import cluster from 'node:cluster';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net from 'node:net';
import { closeTestLogin } from '#src/features/account/server/test-login.ts';
import { movedTo } from '#src/features/catalogue/server/moved-product.ts';
import { runJobs } from '#src/jobs.ts';
import { localeOfPath, LOCALES, negotiateLocale, parseLocale } from '#src/i18n/locales.ts';
import { isFormPage, isSearch, MEDIA_PATH } from '#src/shared/paths.ts';
import { ConfigError } from './config.ts';
import { closeContext, getContext, type Context } from './context.ts';
import { createAnswerMemory, type Answer } from './http/answer-memory.ts';
import { errorResponse, type HttpError } from './http/errors.ts';
import { createRateLimit, MAX_BODY_BYTES, networkAddress } from './http/limits.ts';
import { createAnswerPacker, gatherAnswer } from './http/pack-answer.ts';
import { logRequest } from './http/request-log.ts';
import { routePath } from './http/route-path.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createTurns } from './http/turns.ts';
import { loadShopData, openFacts } from './shop-data.ts';
import { goesOn, openGate, ASK_MS, RETRY_AFTER_S, type MaintenanceGate } from './maintenance/gate.ts';
import { RETIRE, tellParent } from './process-messages.ts';
import { END_SIGNALS, runProgram } from './run-program.ts';
import { STATE_ADDRESS } from './site/state-pages.ts';
import { openSite } from './site/live-site.ts';
import { createStaticFiles } from './site/static-files.ts';
import { trimPolicy } from './site/trim-policy.ts';

const DRAIN_MS = 10_000;

/**
 * Everybody asks for others, so no memory helps: made as they come, faster than they are packed, they would fill the memory, make
 * each other late and keep whoever orders waiting. Fewer than PostgreSQL has connections.
 */
const SEARCHES_AT_ONCE = 4;

const POLICY = 'content-security-policy';

const LISTEN_PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'PORT: another program listens there already. Example: PORT=4322',
  EACCES: 'PORT: this user may not listen there. Example: PORT=4321',
  EADDRNOTAVAIL: 'HOST: this machine does not have that address. Example: HOST=127.0.0.1',
  ENOTFOUND: 'HOST: nobody knows that name. Example: HOST=127.0.0.1',
};

async function createHandler(ctx: Context, gate: MaintenanceGate) {
  // React looks at it when the pages load it, and would serve its slower development build.
  process.env.NODE_ENV ??= 'production';
  const outdated = () => {
    ctx.log.info('a build with other code waits for the next server');
    tellParent('outdated');
  };
  const site = await openSite({ distDir: ctx.config.distDir, program: import.meta.dirname, log: ctx.log, outdated });
  const files = createStaticFiles(site, ctx.config.mediaDir);
  const sendPacked = createAnswerPacker(ctx.log, files.findDictionary);
  const takeTurn = createTurns(SEARCHES_AT_ONCE);
  const memory = createAnswerMemory(ctx.db.changes);
  const security = securityHeaders(ctx.config.siteUrl.startsWith('https:'));
  const ofPages = [...security.every, ...security.page];
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
    const headers = [...(isPage(address) ? ofPages : security.every), 'x-request-id', id];
    let sendAsItIs = () => {};
    const failed = async (error: unknown) => {
      ctx.log.error({ err: error, req: { id } }, 'request failed');
      sendAsItIs();
      if (res.headersSent) res.destroy();
      else await write(res, tellFailure() ?? answerTo(req, { kind: 'server_error' }), headers);
    };
    const tellFailure = () => (isPage(address) ? site.build.tellState('server-error', address, { status: 500, reference: id }) : undefined);
    try {
      if (emulator?.isFor(req)) {
        for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!);
        return await emulator.handle(req, res);
      }
      const refused = path === undefined && !isPage(address) ? { kind: 'invalid_input' as const } : await refusal(req, address);
      if (refused) return await write(res, answerTo(req, refused), headers);
      if (gate.isClosed && !goesOn(address) && !isFile(address)) return await write(res, closed(req, address), headers);
      if (path === undefined || STATE_ADDRESS.test(path)) return await notFound();
      // No number: nobody asks after a file that arrived.
      if (await files.serve(req, res, path, { page: ofPages, other: security.every })) return;
      const key = memory.keyOf(req, site.build.name);
      const known = key && (await memory.get(key));
      if (known) return await sendPacked(req, res, known, headers);
      const locals = { ctx, log: ctx.log.child({ req: { id } }), address: networkAddress(req, ctx.config.trustProxy), tellFailure };
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
      if (path === undefined || !isSearch(path)) return await make();
      // Whoever hung up takes no turn, and gives back the one he has.
      await takeTurn(() => (res.closed ? gone : Promise.race([gone, make().catch(failed)])));
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
  const handler = await createHandler(ctx, gate);
  const open = openFacts(loadShopData());
  if (!ctx.config.isLocal && open.length > 0) ctx.log.warn({ open }, 'src/content/shop.yaml still has placeholders');
  let underWay = 0;
  let isDraining = false;
  let whenIdle: (() => void) | undefined;
  let jobsStopped: Promise<void> | undefined;
  let stopJobs = async (): Promise<void> => {};
  const server = http.createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 }, (req, res) => {
    underWay++;
    res.once('close', () => {
      if (--underWay === 0) whenIdle?.();
    });
    // HTTP/1.1 keeps a connection unless told otherwise: 48 bytes that say nothing, on every answer.
    if (res.shouldKeepAlive && req.httpVersionMinor === 1) res.removeHeader('connection');
    if (isDraining) res.setHeader('connection', 'close');
    handler(req, res).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'request failed');
      res.destroy();
    });
  });

  const end = () => {
    whenIdle = () => {};
    server.closeAllConnections();
    void jobsStopped?.then(() => closeContext(ctx)).then(() => process.exit(0));
  };
  const endOnceIdle = () => {
    if (whenIdle) return; // the terminal signals the whole group, and the parent passes it on
    whenIdle = end;
    if (underWay === 0) end();
    else setTimeout(() => whenIdle === end && end(), DRAIN_MS);
  };
  const drain = (why: NodeJS.Signals | 'disconnect' | typeof RETIRE) => {
    if (isDraining) return why === RETIRE ? undefined : endOnceIdle();
    isDraining = true;
    // A mail under way gets its time; one that hangs is sent again by the next process.
    jobsStopped = Promise.race([stopJobs(), new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS))]);
    // http's own close would cut off an answer that a slow client has yet to read.
    net.Server.prototype.close.call(server);
    ctx.log.info({ why }, 'draining');
    if (why !== RETIRE) return endOnceIdle();
    // Another server answers: there is time for shoppers whose connection is open. Their next answer closes it.
    setTimeout(endOnceIdle, DRAIN_MS);
  };
  for (const signal of END_SIGNALS) process.on(signal, drain);
  process.on('message', (message) => message === RETIRE && drain(RETIRE));
  // Its parent has died: the next start wants the port. A cluster's worker would end at once, whatever is under way.
  process.once('disconnect', () => drain('disconnect'));
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(ctx.config.port, ctx.config.host, resolve)).catch(
    async (error: NodeJS.ErrnoException) => {
      await closeContext(ctx); // its idle connections would keep the process
      throw LISTEN_PROBLEMS[error.code ?? ''] ? new ConfigError(LISTEN_PROBLEMS[error.code ?? '']) : error;
    },
  );
  stopJobs = runJobs(ctx, [{ name: 'maintenance', pauseMs: ASK_MS, run: gate.refresh }]);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : ctx.config.port;
  // With PORT=0 it is known only now; the PayPal emulator is reached there.
  ctx.config.port = port;
  ctx.log.info({ host: ctx.config.host, port }, 'listening');
  tellParent({ listening: port });
}

await runProgram(main);
