/** The Node server around Astro's handler: static files, headers, limits, logs, drain. */
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import compression from 'compression';
import { pinoHttp } from 'pino-http';
import { localeOfPath, LOCALES, negotiateLocale } from '#src/i18n/locales.ts';
import { MEDIA_PATH } from '#src/shared/paths.ts';
import { ConfigError } from './config.ts';
import { closeContext, getContext, type Context } from './context.ts';
import { errorResponse, type HttpError } from './http/errors.ts';
import { createRateLimit, MAX_BODY_BYTES, networkAddress } from './http/limits.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { serveMedia, serveSite, type FileHandler } from './http/static-files.ts';

type AstroHandler = (req: IncomingMessage, res: ServerResponse, next: () => void, locals: object) => Promise<void>;

const DRAIN_MS = 10_000;

async function createHandler(ctx: Context, distDir: string) {
  const { handler: astro } = (await import(pathToFileURL(path.join(distDir, 'server/entry.mjs')).href)) as { handler: AstroHandler };
  const site = serveSite(distDir);
  const media = serveMedia(ctx.config.mediaDir, MEDIA_PATH);
  const compress = compression() as unknown as FileHandler;
  const log = pinoHttp({
    logger: ctx.log,
    genReqId: () => crypto.randomUUID(),
    customLogLevel: (_req, res, error) => (error || res.statusCode >= 500 ? 'error' : 'info'),
    serializers: { req: ({ id, method, url }) => ({ id, method, url }), res: ({ statusCode }) => ({ statusCode }) },
  });
  const secure = ctx.config.siteUrl.startsWith('https:');
  const waitFor = createRateLimit(ctx.config.rateLimitPerMinute);

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    log(req, res);
    res.setHeader('x-request-id', String(req.id));
    setSecurityHeaders(res, secure);
    const refused = await refusal(req);
    if (refused) return send(res, req, refused);
    media(req, res, () =>
      site(req, res, () =>
        compress(req, res, () => {
          void astro(req, res, () => notFound(req, res), { ctx, log: req.log });
        }),
      ),
    );
  };

  async function refusal(req: IncomingMessage): Promise<HttpError | undefined> {
    if (!isPath(req.url)) return { kind: 'invalid_input' };
    if (Number(req.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return { kind: 'payload_too_large', headers: { connection: 'close' } };
    if (!req.url?.startsWith('/api/')) return undefined;
    const seconds = await waitFor(networkAddress(req, ctx.config.trustProxy));
    return seconds ? { kind: 'too_many_requests', values: { seconds }, headers: { 'retry-after': String(seconds) } } : undefined;
  }

  /** The page of the path's language that says so, with a 404 status. */
  function notFound(req: IncomingMessage, res: ServerResponse): void {
    const { prefix } = LOCALES[localeOfPath(req.url ?? '/')];
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return void send(res, req, { kind: 'method_not_allowed', headers: { allow: 'GET, HEAD' } });
    req.url = `${prefix}/404`;
    // The file server would answer 200, or 304 to somebody who has seen the page.
    delete req.headers['if-none-match'];
    const writeHead = res.writeHead.bind(res);
    res.writeHead = ((_status: number, headers: OutgoingHttpHeaders) =>
      writeHead(404, { ...headers, 'cache-control': 'no-store' })) as typeof res.writeHead;
    site(req, res, () => void send(res, req, { kind: 'not_found' }));
  }
}

function isPath(url: string | undefined): boolean {
  try {
    return decodeURI(url ?? '').startsWith('/');
  } catch {
    return false;
  }
}

async function send(res: ServerResponse, req: IncomingMessage, error: HttpError): Promise<void> {
  const response = errorResponse(error, negotiateLocale(req.headers['accept-language']));
  res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}

/** Serves `distDir` until SIGTERM or SIGINT; then finishes what is under way and ends. */
async function main(distDir: string): Promise<void> {
  const ctx = getContext();
  await ctx.db.migrate();
  const handler = await createHandler(ctx, distDir);
  const server = http.createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 }, (req, res) => {
    handler(req, res).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'request failed');
      res.destroy();
    });
  });

  const drain = (signal: NodeJS.Signals) => {
    ctx.log.info({ signal }, 'draining');
    server.close(() => void closeContext(ctx).then(() => process.exit(0)));
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  };
  process.once('SIGTERM', drain).once('SIGINT', drain);

  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(ctx.config.port, ctx.config.host, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : ctx.config.port;
  ctx.log.info({ host: ctx.config.host, port }, 'listening');
  process.send?.({ listening: port });
}

try {
  await main(path.resolve(process.env.DIST_DIR ?? 'dist'));
} catch (error) {
  const code = (error as NodeJS.ErrnoException).code;
  if (error instanceof ConfigError) console.error(error.message);
  else if (code === 'EADDRINUSE') console.error('PORT: another program listens there already. Example: PORT=4322 npm start');
  else throw error;
  process.exitCode = 2;
}
