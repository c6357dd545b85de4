import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { closeContext, type Context } from './context.ts';
import { drainOnSignal } from './drain.ts';
import { limitConnections } from './http/connection-limits.ts';
import { createPipelines } from './http/pipelining-limits.ts';
import { listen } from './listen.ts';
import { announceEnd } from './readiness.ts';

interface Serving {
  answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  logRefusal: (why: string) => void;
  /** Stops the background jobs when the process must end. */
  stopBackground: () => Promise<void>;
}

/**
 * Listens with time limits, connection limits and a graceful shutdown; returns the port. Throws ConfigError when it
 * cannot listen.
 */
export async function openHttpServer(ctx: Context, { answer, logRefusal, stopBackground }: Serving): Promise<number> {
  const server = http.createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 65_000 });
  limitConnections(server, { refused: logRefusal, ...(ctx.config.trustProxy > 0 && { perAddress: Infinity }) });
  const pipelines = createPipelines(server, { refused: logRefusal, idle: () => drain.idle() });
  const drain = drainOnSignal({
    server,
    log: ctx.log,
    delayMs: ctx.config.shutdownDelayMs,
    announce: () => announceEnd(ctx),
    isIdle: () => pipelines.isIdle,
    stopJobs: stopBackground,
    close: () => closeContext(ctx),
  });
  server.on('request', (req, res) => {
    pipelines.take(req, res, () => {
      // HTTP/1.1 keeps connections open by default, so the header would waste 48 bytes in every response.
      if (res.shouldKeepAlive && req.httpVersionMinor === 1) res.removeHeader('connection');
      if (drain.isEnding) res.setHeader('connection', 'close');
      answer(req, res).catch((error: unknown) => {
        ctx.log.error({ err: error }, 'request failed');
        res.destroy();
      });
    });
  });
  return listen(server, ctx.config).catch(async (error: unknown) => {
    await closeContext(ctx); // otherwise its idle connections would keep the process alive
    throw error;
  });
}
