import { EMULATOR_PATH } from '#src/shared/paths.ts';
import type { Place, Problem } from './problem.ts';
import { isLoopbackHost, isLoopbackUrl } from './private-hosts.ts';

export const PAYPAL_LIVE = 'https://api-m.paypal.com';
export const PAYPAL_SANDBOX = 'https://api-m.sandbox.paypal.com';

export interface PaypalConfig {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Without a trailing slash; undefined means the emulator that the shop itself serves. */
  apiBase: string | undefined;
  /** Timeout of one request. */
  timeoutMs: number;
}

/** The emulator's account, for trying out the shop without a PayPal account. */
export const EMULATOR_ACCOUNT = { clientId: 'emulator', clientSecret: 'emulator', webhookId: 'EMULATOR' };

const CREDENTIALS = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const;
const ONLY_LOCAL =
  'the PayPal emulator serves only while SITE_URL is a loopback address, or in a rehearsal (REHEARSAL=on)';

/**
 * Problems of the account settings: either all are set, or none and the shop runs only locally or as a rehearsal with
 * the emulator.
 */
export function paypalProblems(given: Record<string, string | undefined>, { isLocal, isRehearsal }: Place): Problem[] {
  const missing = CREDENTIALS.filter((name) => !given[name]);
  const base = given.PAYPAL_API_BASE?.replace(/\/+$/, '');
  const isPaypal = base === PAYPAL_LIVE || base === PAYPAL_SANDBOX;
  const isEmulator = base !== undefined && isLoopbackUrl(base);
  const problems = missing.flatMap((name): Problem[] | Problem => {
    if (missing.length < CREDENTIALS.length)
      return { name, problem: 'is missing, though others of the account are given' };
    if (!isLocal && !isRehearsal) return { name, problem: `is missing; ${ONLY_LOCAL}` };
    return isPaypal ? { name, problem: 'is missing; PAYPAL_API_BASE names PayPal itself' } : [];
  });
  if (isRehearsal && (base === PAYPAL_LIVE || (base === undefined && missing.length === 0)))
    problems.push({
      name: 'PAYPAL_API_BASE',
      problem: 'is PayPal’s live host, where a rehearsal would take real money',
    });
  // The shop calls its own emulator, which answers only this machine.
  if (isRehearsal && !isLocal && base === undefined && missing.length > 0 && !isLoopbackHost(given.HOST || '127.0.0.1'))
    problems.push({
      name: 'HOST',
      problem: 'is not a loopback address, which a rehearsal without an account of PayPal’s sandbox needs',
    });
  if (base === undefined || isPaypal || (isEmulator && isLocal)) return problems;
  const ownEmulator = isRehearsal ? 'a rehearsal has its own, so leave this empty' : ONLY_LOCAL;
  const problem = isEmulator
    ? `names an emulator; ${ownEmulator}`
    : 'is neither PayPal’s live host nor its sandbox nor an emulator on this machine';
  return [...problems, { name: 'PAYPAL_API_BASE', problem }];
}

/** The settings that the browser needs to pay with this account. */
export function browserSetup({ clientId, apiBase }: PaypalConfig) {
  const environment = apiBase === PAYPAL_LIVE ? 'production' : apiBase === PAYPAL_SANDBOX ? 'sandbox' : 'emulator';
  return {
    paypalClientId: clientId,
    paypalEnvironment: environment,
    ...(environment === 'emulator' && { paypalScriptUrl: `${apiBase ?? EMULATOR_PATH}/web-sdk/v6/core` }),
  };
}

/** The URL of the emulator that a local shop serves, as seen from the same machine. */
export function emulatorUrl({ host, port }: { host: string; port: number }): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${EMULATOR_PATH}`;
}
