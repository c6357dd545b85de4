/** The Node server around Astro's handler: static files, headers, limits, logs, drain. */
import { existsSync } from 'node:fs';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants } from 'node:zlib';
import compression from 'compression';
import { pinoHttp } from 'pino-http';
import { closeTestLogin } from '#src/features/account/server/test-login.ts';
import { runJobs } from '#src/jobs.ts';
import { localeOfPath, LOCALES, negotiateLocale, parseLocale } from '#src/i18n/locales.ts';
import { MEDIA_PATH } from '#src/shared/paths.ts';
import { ConfigError } from './config.ts';
import { closeContext, getContext, type Context } from './context.ts';
import { errorResponse, type HttpError } from './http/errors.ts';
import { createRateLimit, MAX_BODY_BYTES, networkAddress } from './http/limits.ts';
import { loggedUrl } from './http/logged-url.ts';
import { routePath } from './http/route-path.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveMedia, serveSite, type FileHandler } from './http/static-files.ts';

type AstroHandler = (req: IncomingMessage, res: ServerResponse, next: () => void, locals: object) => Promise<void>;

const DRAIN_MS = 10_000;
// Quality 5 instead of the default 4: 6 % fewer bytes of a search page. A window of 64 KiB instead of 4 MiB: half the work for 5 bytes more.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 16 } };

const LISTEN_PROBLEMS: Record<string, string> = {
  EADDRINUSE: 'PORT: another program listens there already. Example: PORT=4322',
  EACCES: 'PORT: this user may not listen there. Example: PORT=4321',
  EADDRNOTAVAIL: 'HOST: this machine does not have that address. Example: HOST=127.0.0.1',
  ENOTFOUND: 'HOST: nobody knows that name. Example: HOST=127.0.0.1',
};

async function createHandler(ctx: Context, distDir: string) {
  const entry = path.join(distDir, 'server/entry.mjs');
  if (!existsSync(entry))
    throw new ConfigError(`DIST_DIR: ${distDir} holds no built site. Run \`npm run build\` first. Example: DIST_DIR=dist`);
  // React looks at it when the pages load it, and would serve its slower development build.
  process.env.NODE_ENV ??= 'production';
  const { handler: astro } = (await import(pathToFileURL(entry).href)) as { handler: AstroHandler };
  const site = serveSite(distDir);
  const media = serveMedia(ctx.config.mediaDir, MEDIA_PATH);
  const compress = compression({ brotli: BROTLI }) as unknown as FileHandler;
  const log = pinoHttp({
    logger: ctx.log,
    genReqId: () => crypto.randomUUID(),
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    serializers: { req: ({ id, method, url }) => ({ id, method, url: loggedUrl(url) }), res: ({ statusCode }) => ({ statusCode }) },
  });
  const secure = ctx.config.siteUrl.startsWith('https:');
  const waitFor = createRateLimit(ctx.config.rateLimitPerMinute);
  // The one tool the server knows, loaded only where it serves: a shop with an account has no emulator.
  const emulator =
    ctx.config.paypal.apiBase === undefined ? (await import('#src/tools/paypal-emulator/mount.ts')).mountEmulator(ctx.config) : undefined;

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    log(req, res);
    res.setHeader('x-request-id', String(req.id));
    setSecurityHeaders(res, secure);
    if (emulator?.isFor(req)) return emulator.handle(req, res);
    // sirv misreads odd ranges; none of the files is large enough to need any.
    delete req.headers.range;
    // A file can be gone by the time it is read, while a new build is made: without a listener that ends the process.
    res.on('pipe', (file) => file.on('error', (error) => res.destroy(error)));
    const refused = await refusal(req);
    if (refused) return send(res, req, refused);
    media(req, res, () =>
      site(req, res, () =>
        compress(req, res, () => {
          void astro(req, res, () => notFound(req, res), { ctx, log: req.log, address: networkAddress(req, ctx.config.trustProxy) });
        }),
      ),
    );
  };

  async function refusal(req: IncomingMessage): Promise<HttpError | undefined> {
    const route = routePath(req.url);
    if (route === undefined) return { kind: 'invalid_input' };
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { kind: 'payload_too_large', headers: { connection: 'close' } };
    const isApi = /^\/api(\/|$)/.test(route);
    const readsOnly = req.method === 'GET' || req.method === 'HEAD';
    // Astro has no answer to TRACE.
    if (isApi ? req.method === 'TRACE' : !readsOnly) return { kind: 'method_not_allowed', headers: { allow: 'GET, HEAD' } };
    if (!isApi) return undefined;
    const seconds = await waitFor(networkAddress(req, ctx.config.trustProxy));
    return seconds ? { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } } : undefined;
  }

  /** The page of the path's language that says so, with a 404 status. */
  function notFound(req: IncomingMessage, res: ServerResponse): void {
    const { prefix } = LOCALES[localeOfPath(req.url ?? '/')];
    req.url = `${prefix}/404`;
    // The file server would answer 200, or 304 to somebody who has seen the page.
    delete req.headers['if-none-match'];
    const writeHead = res.writeHead.bind(res);
    res.writeHead = ((_status: number, headers: OutgoingHttpHeaders) =>
      writeHead(404, { ...headers, 'cache-control': 'no-store' })) as typeof res.writeHead;
    site(req, res, () => void send(res, req, { kind: 'not_found' }));
  }
}

async function send(res: ServerResponse, req: IncomingMessage, error: HttpError): Promise<void> {
  const asked = parseLocale(/[?&]lang=([\w-]+)/.exec(req.url ?? '')?.[1]);
  const response = errorResponse(error, asked ?? negotiateLocale(req.headers['accept-language']));
  res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

/** Serves `distDir` until SIGTERM or SIGINT; then finishes what is under way and ends. */
async function main(distDir: string): Promise<void> {
  const ctx = getContext();
  await ctx.db.migrate();
  await closeTestLogin(ctx);
  const handler = await createHandler(ctx, distDir);
  let underWay = 0;
  let whenDone: (() => void) | undefined;
  let jobsStopped: Promise<void> | undefined;
  let stopJobs = async (): Promise<void> => {};
  const server = http.createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 }, (req, res) => {
    underWay++;
    res.once('close', () => {
      if (--underWay === 0) whenDone?.();
    });
    if (whenDone) res.setHeader('connection', 'close');
    handler(req, res).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'request failed');
      res.destroy();
    });
  });

  const drain = (signal: NodeJS.Signals) => {
    whenDone = () => {
      server.closeAllConnections();
      void jobsStopped?.then(() => closeContext(ctx)).then(() => process.exit(0));
    };
    // A mail under way gets its time; one that hangs is sent again by the next process.
    jobsStopped = Promise.race([stopJobs(), new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS))]);
    // http's own close would cut off an answer that a slow client has yet to read.
    net.Server.prototype.close.call(server);
    ctx.log.info({ signal }, 'draining');
    if (underWay === 0) whenDone();
    else setTimeout(whenDone, DRAIN_MS);
  };
  process.once('SIGTERM', drain).once('SIGINT', drain);

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(ctx.config.port, ctx.config.host, resolve)).catch(
    async (error: NodeJS.ErrnoException) => {
      await closeContext(ctx); // its idle connections would keep the process
      throw LISTEN_PROBLEMS[error.code ?? ''] ? new ConfigError(LISTEN_PROBLEMS[error.code ?? '']) : error;
    },
  );
  stopJobs = runJobs(ctx);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : ctx.config.port;
  // With PORT=0 it is known only now; the PayPal emulator is reached there.
  ctx.config.port = port;
  ctx.log.info({ host: ctx.config.host, port }, 'listening');
  process.send?.({ listening: port });
}

try {
  await main(path.resolve(process.env.DIST_DIR ?? 'dist'));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
