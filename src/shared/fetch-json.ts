import { isSlow } from './connection.ts';
import { api } from './paths.ts';
import { fail, ok, type Result } from './result.ts';

/** The one way the browser talks to the API. */
export interface FetchError {
  /** `network_error`, `fetch_error` when somebody else than the API answered, or the API's error code. */
  kind: string;
  /** 0 when no answer came. */
  status: number;
  /** The API's text in the shopper's language. */
  detail?: string;
  body?: unknown;
}

type Answer<T> = Promise<Result<T, FetchError>>;

/** Said on this page when an answer tells that the session has ended. */
export const SIGNED_OUT = 'vitrine:signed-out';

const TIMEOUT_MS = 10_000;
const SHARED_MS = 2_000;
const RETRIES = 2;

const retryAfter = () => (isSlow() ? 10_000 : 5_000);
/** Milliseconds after which a page says that it is still loading. */
export const slowAfter = () => (isSlow() ? 5_000 : 3_000);

const shared = new Map<string, { answer: Answer<unknown>; until: number }>();

/** GETs are shared while in flight and for 2 seconds, time out after 10 seconds and are tried again twice. */
export function getJson<T>(path: string): Answer<T> {
  const known = shared.get(path);
  if (known && Date.now() < known.until) return known.answer as Answer<T>;
  const entry = { answer: tryOften(() => request<T>(path, {})), until: Infinity };
  shared.set(path, entry);
  // By the time of day: a timer stands still while the page lies in the back-forward cache.
  void entry.answer.then(() => (entry.until = Date.now() + SHARED_MS));
  return entry.answer;
}

/** Asked of the server at once and once, for what only this moment's answer tells. */
export const getFreshJson = <T>(path: string): Answer<T> => request<T>(path, { cache: 'no-store' });

async function tryOften<T>(act: () => Answer<T>): Answer<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await act();
    // Maintenance takes minutes: the shopper hears of it at once.
    const worthwhile = !answer.ok && (answer.error.status === 0 || answer.error.status >= 500) && answer.error.kind !== 'maintenance';
    if (!worthwhile || attempt === RETRIES) return answer;
    await new Promise((resolve) => setTimeout(resolve, retryAfter()));
  }
}

export const postJson = <T>(path: string, body: unknown, signal?: AbortSignal): Answer<T> => write('POST', path, body, signal);

export const putJson = <T>(path: string, body: unknown, signal?: AbortSignal): Answer<T> => write('PUT', path, body, signal);

/** Writes are never repeated by themselves, but for a CSRF token that has run out: such a call did nothing yet. */
async function write<T>(method: 'POST' | 'PUT', path: string, body: unknown, signal?: AbortSignal): Answer<T> {
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
  return fresh.ok ? send(fresh.value.csrfToken) : fresh;
}

/** The name may begin with `__Host-`. A wrong match costs one refused call: the server's answer then says the right token. */
const csrfCookie = () => /\bcsrftoken=([\w-]+)/.exec(document.cookie)?.[1];

async function request<T>(path: string, init: RequestInit): Answer<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init.signal ? either(init.signal, timeout) : timeout;
  try {
    const response = await fetch(path, { ...init, signal, headers: { 'accept-language': document.documentElement.lang, ...init.headers } });
    const body = (await response.json().catch((error: unknown) => {
      // A front server's own page; under a good status it is that of a network which wants a login.
      if (error instanceof SyntaxError && !response.ok) return undefined;
      throw error;
    })) as (T & { code?: string; detail?: string }) | undefined;
    if (!body) return fail({ kind: 'fetch_error', status: response.status });
    if (response.ok) return ok(body);
    if (body.code === 'not_signed_in') dispatchEvent(new Event(SIGNED_OUT));
    return fail({ kind: body.code ?? 'server_error', status: response.status, detail: body.detail, body });
  } catch {
    return fail({ kind: 'network_error', status: 0 }); // offline, timed out, aborted, or no JSON
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
