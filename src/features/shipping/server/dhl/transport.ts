import type { Context } from '#src/server/context.ts';
import { dhlEmulatorUrl, type DhlConfig } from '#src/settings/environment/dhl-config.ts';
import { parseJson } from '#src/shared/parse-json.ts';

export interface DhlCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** The path with its query. */
  path: string;
  /** The language of the messages in DHL's answer. */
  locale?: string;
  body?: object;
  /** The call needs no login. */
  isKeyOnly?: boolean;
}

/** `lost`: DHL may have done it, but its answer did not come. `not_now`: it did nothing. */
export type DhlAnswer = { kind: 'answer'; status: number; body: unknown } | { kind: 'lost' | 'not_now' };

/** Errors of a connection that never came about. */
const NEVER_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];
const HIDDEN = /(?<=trackingNumber=|shipment=)[^&]+/g;

/** One call, never repeated here: DHL makes another label for each request that reaches it. */
export async function callDhl(
  { config, log }: Pick<Context, 'config' | 'log'>,
  { apiKey, user, password, apiBase, timeoutMs }: DhlConfig,
  { method, path, locale, body, isKeyOnly = false }: DhlCall,
): Promise<DhlAnswer> {
  const begin = performance.now();
  const call = `${method} ${path.replace(HIDDEN, '…')}`;
  try {
    const response = await fetch((apiBase ?? dhlEmulatorUrl(config)) + path, {
      method,
      headers: {
        'dhl-api-key': apiKey,
        ...(!isKeyOnly && { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
        accept: 'application/json',
        ...(locale && { 'accept-language': locale.startsWith('de') ? 'de-DE' : 'en-US' }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    const { status } = response;
    log.info({ call, status, ms: Math.round(performance.now() - begin) }, 'DHL answered');
    if (status === 429 || status === 503) return { kind: 'not_now' };
    const parsed = parseJson(text);
    return status >= 500 || parsed === undefined ? { kind: 'lost' } : { kind: 'answer', status, body: parsed };
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? '';
    log.warn({ call, err: error }, 'DHL did not answer');
    return { kind: NEVER_SENT.includes(cause) ? 'not_now' : 'lost' };
  }
}
