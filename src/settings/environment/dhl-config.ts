import { DHL_EMULATOR_PATH } from '#src/shared/paths.ts';
import { isLoopbackUrl } from './private-hosts.ts';
import type { Place, Problem } from './problem.ts';
import { wordsOf } from './settings-schema.ts';

const DHL_LIVE = 'https://api-eu.dhl.com';
const DHL_SANDBOX = 'https://api-sandbox.dhl.com';
/** The value of DHL_API_BASE for the emulator that the shop itself serves. */
const OWN_EMULATOR = 'emulator';

export interface DhlConfig {
  apiKey: string;
  user: string;
  password: string;
  /** Digits 11 and 12 name the product that is billed: 01 a parcel, 62 a small one. */
  billingNumbers: string[];
  /** DHL's receiver of returns, by the country that they come from; empty: the contract has no returns. */
  returnReceivers: Record<string, string>;
  /** Without a trailing slash; undefined means the emulator that the shop itself serves. */
  apiBase: string | undefined;
  timeoutMs: number;
}

/** The emulator's account. */
export const DHL_EMULATOR_ACCOUNT = {
  apiKey: 'emulator',
  user: 'emulator',
  password: 'emulator',
  billingNumbers: ['33333333330101', '33333333336201'],
  returnReceivers: { DE: 'deu' } as Record<string, string>,
};

/** DHL makes its answer with up to 30 labels. */
const TIMEOUT_MS = 30_000;

const CREDENTIALS = ['DHL_API_KEY', 'DHL_USER', 'DHL_PASSWORD', 'DHL_BILLING_NUMBERS'] as const;

type Given = Partial<
  Record<(typeof CREDENTIALS)[number] | 'DHL_RETURN_RECEIVERS' | 'DHL_API_BASE', string | undefined>
>;

/** Problems of DHL's settings: either all are given, or none and nothing is ever requested from DHL. */
export function dhlProblems(given: Given, { isLocal, isRehearsal }: Place): Problem[] {
  const base = given.DHL_API_BASE?.replace(/\/+$/, '');
  const missing = CREDENTIALS.filter((name) => !given[name]);
  const problems: Problem[] = [];
  const isBegun = missing.length < CREDENTIALS.length || base !== undefined || given.DHL_RETURN_RECEIVERS !== undefined;
  if (base !== OWN_EMULATOR && isBegun)
    problems.push(...missing.map((name) => ({ name, problem: 'is missing, though other settings of DHL are given' })));
  const isEmulator = base === OWN_EMULATOR || (base !== undefined && isLoopbackUrl(base));
  if (isEmulator && !isLocal)
    problems.push({
      name: 'DHL_API_BASE',
      problem: 'names an emulator, which serves only while SITE_URL is a loopback address',
    });
  if (base !== undefined && !isEmulator && base !== DHL_LIVE && base !== DHL_SANDBOX)
    problems.push({
      name: 'DHL_API_BASE',
      problem: 'is neither DHL’s live host nor its sandbox nor an emulator on this machine',
    });
  if (isRehearsal && given.DHL_API_KEY && (base === undefined || base === DHL_LIVE))
    problems.push({ name: 'DHL_API_BASE', problem: 'is DHL’s live host, where a rehearsal would make real labels' });
  return problems;
}

/** The account; undefined: the shop has none. */
export function dhlConfig(given: Given): DhlConfig | undefined {
  const { DHL_API_BASE: base, DHL_API_KEY: apiKey } = given;
  if (base === OWN_EMULATOR) return { ...DHL_EMULATOR_ACCOUNT, apiBase: undefined, timeoutMs: TIMEOUT_MS };
  if (!apiKey) return undefined;
  return {
    apiKey,
    user: given.DHL_USER!,
    password: given.DHL_PASSWORD!,
    billingNumbers: wordsOf(given.DHL_BILLING_NUMBERS),
    returnReceivers: Object.fromEntries(wordsOf(given.DHL_RETURN_RECEIVERS).map((word) => word.split('=', 2))),
    apiBase: base ?? DHL_LIVE,
    timeoutMs: TIMEOUT_MS,
  };
}

/** The URL of the emulator that a local shop serves, as seen from the same machine. */
export const dhlEmulatorUrl = ({ host, port }: { host: string; port: number }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${DHL_EMULATOR_PATH}`;

export const isDhlItself = ({ apiBase }: DhlConfig): boolean => apiBase === DHL_LIVE || apiBase === DHL_SANDBOX;
