import { isSlow } from './connection.ts';
import { api } from './paths.ts';
import { fail, ok, type Result } from './result.ts';

/** A failed call of the API. All browser code calls the API through this file. */
export interface FetchError {
  /** `network_error`, `fetch_error` when the answer did not come from the API, or the API's error code. */
  kind: string;
  /** HTTP status; 0 without a response. */
  status: number;
  /** The API's text in the shopper's language. */
  detail?: string;
  body?: unknown;
}

type Answer<T> = Promise<Result<T, FetchError>>;

/** Event on `window`: a response said that the session has ended. */
export const SIGNED_OUT = 'vitrine:signed-out';

const TIMEOUT_MS = 10_000;
const SHARED_MS = 2_000;
const RETRIES = 2;

const retryAfter = () => (isSlow() ? 10_000 : 5_000);
/** Milliseconds until a page shows that it is still loading. */
export const slowAfter = () => (isSlow() ? 5_000 : 3_000);

const shared = new Map<string, { answer: Answer<unknown>; until: number }>();

/**
 * A GET is shared while it is in flight and for 2 seconds after it, times out after 10 seconds and is retried twice.
 */
export function getJson<T>(path: string): Answer<T> {
  const known = shared.get(path);
  if (known && Date.now() < known.until) return known.answer as Answer<T>;
  const entry = { answer: withRetries(() => request<T>(path, {})), until: Infinity };
  shared.set(path, entry);
  // Compares clock times, because timers pause while the page is in the back-forward cache.
  void entry.answer.then(() => (entry.until = Date.now() + SHARED_MS));
  return entry.answer;
}

/** A GET without sharing, cache and retries, for data that must be current. */
export const getFreshJson = <T>(path: string): Answer<T> => request<T>(path, { cache: 'no-store' });

async function withRetries<T>(act: () => Answer<T>): Answer<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await act();
    // Maintenance takes minutes, so a retry is useless and the shopper gets the message at once.
    const isRetryable =
      !answer.ok && (answer.error.status === 0 || answer.error.status >= 500) && answer.error.kind !== 'maintenance';
    if (!isRetryable || attempt === RETRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, retryAfter()));
  }
}

export const postJson = <T>(path: string, body: unknown, signal?: AbortSignal): Answer<T> =>
  write('POST', path, body, signal);

export const putJson = <T>(path: string, body: unknown, signal?: AbortSignal): Answer<T> =>
  write('PUT', path, body, signal);

export const deleteJson = <T>(path: string): Answer<T> => write('DELETE', path, {});

/** A write is sent once. Only a refused CSRF token leads to a second try, because such a call changed nothing. */
async function write<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body: unknown,
  signal?: AbortSignal,
): Answer<T> {
  const send = (token: string) =>
    request<T>(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-csrftoken': token },
      signal,
    });
  const token = csrfCookie();
  const answer = token ? await send(token) : undefined;
  if (answer && (answer.ok || answer.error.kind !== 'csrf_failed')) return answer;
  const fresh = await request<{ csrfToken: string }>(api.csrfToken(), {});
  if (!fresh.ok) return fresh;
  // Another script may have fetched a token at the same time. Only the one in the cookie is valid.
  const latest = csrfCookie();
  return send(latest && latest !== token ? latest : fresh.value.csrfToken);
}

/** Sends a write while the page is being left. Its answer is lost. */
export function leavingJson(path: string, body: unknown): void {
  const headers = { 'content-type': 'application/json', 'x-csrftoken': csrfCookie() ?? '' };
  void fetch(path, { method: 'POST', body: JSON.stringify(body), headers, keepalive: true }).catch(() => {});
}

/** The cookie's name may begin with `__Host-`. A wrong match costs one refused call; then the token is fetched. */
const csrfCookie = () => /\bcsrftoken=([\w-]+)/.exec(document.cookie)?.[1];

async function request<T>(path: string, init: RequestInit): Answer<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? either(init.signal, timeout) : timeout;
  try {
    const response = await fetch(path, {
      ...init,
      signal,
      headers: { 'accept-language': document.documentElement.lang, ...init.headers },
    });
    const body = (await response.json().catch((error: unknown) => {
      // An HTML error page of a front server. With a good status it is the login page of a hotel's network: a network
      // error.
      if (error instanceof SyntaxError && !response.ok) return undefined;
      throw error;
    })) as (T & { code?: string; detail?: string }) | undefined;
    if (!body) return fail({ kind: 'fetch_error', status: response.status });
    if (response.ok) return ok(body);
    if (body.code === 'not_signed_in') dispatchEvent(new Event(SIGNED_OUT));
    return fail({ kind: body.code ?? 'server_error', status: response.status, detail: body.detail, body });
  } catch {
    return fail({ kind: 'network_error', status: 0 }); // offline, timed out, aborted, or not JSON
  }
}

/** `AbortSignal.any`, which Safari before 17.4 lacks. */
function either(...signals: AbortSignal[]): AbortSignal {
  const abort = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) abort.abort();
    signal.addEventListener('abort', () => abort.abort());
  }
  return abort.signal;
}
