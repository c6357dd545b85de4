import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { parseJson } from '#src/shared/parse-json.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { PaypalError } from '../paypal.ts';
import { readError } from './errors.ts';

export interface Request {
  method: 'GET' | 'POST' | 'PATCH';
  /** Relative to the REST base. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer> | FormData;
  /** PayPal could act twice on it, so it is sent once. */
  isSentOnce?: true;
  /** Deadline on the clock of `performance.now()`. */
  until: number;
}

export interface TransportOptions {
  baseUrl: string;
  /** Timeout of one try. */
  timeoutMs: number;
  /** Pauses before each retry; their number limits the retries. */
  retryDelaysMs: number[];
  log: Pick<Logger, 'info' | 'warn'>;
}

export type Transport = <S extends z.ZodType>(request: Request, schema: S) => Promise<Result<z.output<S>, PaypalError>>;

type Failure = PaypalError & { again: boolean; retryAfterMs?: number };

/**
 * Sends a request and retries while a retry may help. Retries are safe, because calls that must not happen twice carry
 * a constant PayPal-Request-Id.
 */
export function createTransport({ baseUrl, timeoutMs, retryDelaysMs, log }: TransportOptions): Transport {
  return async (request, schema) => {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(request, schema);
      if (answer.ok) return answer;
      const { again, retryAfterMs = 0, ...error } = answer.error;
      const { status, kind, issue, debugId } = error;
      if (again || kind === 'rejected' || kind === 'not_now')
        log.warn({ call: `${request.method} ${request.path}`, attempt, status, issue, debugId }, 'PayPal call failed');
      const delay = again && !request.isSentOnce ? retryDelaysMs[attempt] : undefined;
      // Random pauses spread the retries, so that not all arrive at once when PayPal recovers.
      const pause = Math.max((delay ?? 0) * (0.75 + Math.random() / 2), retryAfterMs);
      if (delay === undefined || performance.now() + pause >= request.until) return fail(error);
      await wait(pause);
    }
  };

  async function send<S extends z.ZodType>(
    { path, until, isSentOnce: _, ...init }: Request,
    schema: S,
  ): Promise<Result<z.output<S>, Failure>> {
    const left = Math.min(timeoutMs, Math.ceil(until - performance.now()));
    if (left <= 0) return fail({ kind: 'provider_down', issue: 'TIMEOUT', again: false });
    let response: Response;
    let text: string;
    const begin = performance.now();
    try {
      response = await fetch(baseUrl + path, { ...init, redirect: 'error', signal: AbortSignal.timeout(left) });
      text = await response.text();
    } catch (error) {
      const issue = (error as Error).name === 'TimeoutError' ? 'TIMEOUT' : 'NETWORK_ERROR';
      return fail({ kind: 'provider_down', issue, again: true });
    }
    const { status, headers } = response;
    // PayPal's support finds a call by its debug id.
    const debugId = headers.get('paypal-debug-id') ?? undefined;
    log.info(
      { call: `${init.method} ${path}`, status, debugId, ms: Math.round(performance.now() - begin) },
      'PayPal answered',
    );
    const body = parseJson(text);
    if (!response.ok) {
      const error = readError(status, body);
      const again = error.kind === 'provider_down' && status !== 401;
      return fail({ ...error, again, retryAfterMs: Number(headers.get('retry-after')) * 1000 || 0 });
    }
    const parsed = schema.safeParse(body);
    // Some answers have no body; a page of a proxy in between is not such an answer.
    const isReadable = body !== undefined || text === '';
    return parsed.success && isReadable
      ? ok(parsed.data)
      : fail({ kind: 'provider_down', issue: 'UNREADABLE_ANSWER', status, again: true });
  }
}
