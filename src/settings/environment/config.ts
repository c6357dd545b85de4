import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { Locale } from '#src/i18n/locales.ts';
import { decodeUtf8 } from '#src/shared/utf8.ts';
import { dhlConfig, dhlProblems, type DhlConfig } from './dhl-config.ts';
import { parseObjectStoreUrl, type ObjectStorePlace } from './object-store-config.ts';
import { EMULATOR_ACCOUNT, PAYPAL_LIVE, paypalProblems, type PaypalConfig } from './paypal-config.ts';
import { isLoopbackUrl } from './private-hosts.ts';
import type { Place, Problem } from './problem.ts';
import { environmentSchema, EXAMPLES, parseKey, wordsOf } from './settings-schema.ts';

export interface Config {
  host: string;
  port: number;
  /** Public address without a trailing slash. */
  siteUrl: string;
  /** SITE_URL is a loopback address, so placeholders and the PayPal emulator are allowed. */
  isLocal: boolean;
  dataDir: string;
  /** Absolute path of the folder with the editors' files. */
  contentDir: string;
  /** Absolute path of the folder that holds the builds of the site. */
  distDir: string;
  /** Whether pages register the service worker. */
  offline: boolean;
  /** Whether products that lack legally required facts cannot be ordered. */
  salesLock: boolean;
  /** Folder of the encoded pictures, served at MEDIA_PATH. */
  mediaDir: string;
  /** undefined means SQLite in the data folder. */
  databaseUrl: string | undefined;
  /**
   * The bucket in which several servers share builds and pictures; undefined: each has its own, or they share the
   * folders.
   */
  objectStore: ObjectStorePlace | undefined;
  paypal: PaypalConfig;
  /** undefined: the shop makes no labels, and asks no carrier for anything. */
  dhl: DhlConfig | undefined;
  /** undefined: each mail becomes a file in `mailDir`. */
  smtpUrl: string | undefined;
  mailDir: string;
  /** Sender of all mails. */
  mailFrom: string;
  /** Recipient of contact messages and of notifications about orders. */
  shopEmail: string;
  /** Language of the notifications about orders. */
  shopLocale: Locale;
  /** Whether the shop gets a mail each morning about pending work. */
  morningSummary: boolean;
  /** undefined switches analytics off. */
  analyticsId: string | undefined;
  /** Whether visitors are also asked for consent to marketing. The shop itself loads nothing for it. */
  asksMarketing: boolean;
  /** A trial at a public address: no real money, no real mail, and every page says so. */
  isRehearsal: boolean;
  /** Addresses, and domains such as `@shop.example`, that get mails of a rehearsal by SMTP. */
  rehearsalMailTo: string[];
  /** Whether browsers must use https for all subdomains of the shop's domain, too. */
  hstsSubdomains: boolean;
  trustProxy: number;
  rateLimitPerMinute: number;
  /** Address where a monitor on this machine reads the metrics; undefined: no metrics. */
  metricsPort: number | undefined;
  /** How long a stopping server reports not ready before it refuses connections. */
  shutdownDelayMs: number;
  /** The server is not ready when a disk has less free space than this. */
  diskReserveBytes: number;
  /** Hours without a good backup after which the owner is notified; 0: never. */
  backupAlarmHours: number;
  /** Public keys of age for which `shop backup` encrypts; without any, copies are readable folders. */
  backupRecipients: string[];
  /** Encrypts secrets of the desk in the database; undefined: see desk-key.ts. */
  deskKey: Buffer | undefined;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
}

/**
 * Lists each variable that prevents the start, with its problem and an example. `mayPass`: the same settings may work
 * later.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly mayPass: boolean;
  constructor(message: string, { mayPass = false } = {}) {
    super(message);
    this.mayPass = mayPass;
  }
}

/** Replace the owner's addresses during a local trial; `.invalid` never receives mail. */
const PLACEHOLDERS = { MAIL_FROM: 'Vitrine <shop@vitrine.invalid>', SHOP_EMAIL: 'shop@vitrine.invalid' };

/** Problems of settings that are valid alone, but not together or at this address. */
function findConflicts(
  given: Record<string, string | undefined>,
  parsed: { METRICS_PORT?: number | undefined; PORT: number } | undefined,
  { siteUrl, isLocal, isRehearsal }: Place & Pick<Config, 'siteUrl'>,
): Problem[] {
  const problems: Problem[] = [];
  if (!isLocal && siteUrl.startsWith('http:'))
    problems.push({
      name: 'SITE_URL',
      problem: 'is public, so it must begin with https:// because passwords travel to it',
    });
  problems.push(...paypalProblems(given, { isLocal, isRehearsal }));
  problems.push(...dhlProblems(given, { isLocal, isRehearsal }));
  if (parsed?.METRICS_PORT !== undefined && parsed.METRICS_PORT === parsed.PORT)
    problems.push({ name: 'METRICS_PORT', problem: 'is PORT, where everybody reads' });
  if (given.OBJECT_STORE_URL && !given.DATABASE_URL)
    problems.push({
      name: 'DATABASE_URL',
      problem: 'is missing; servers that share an object store share a PostgreSQL database, too',
    });
  for (const name of ['MAIL_FROM', 'SHOP_EMAIL'] as const)
    if (!isLocal && !given[name])
      problems.push({ name, problem: 'is missing; its placeholder serves only while SITE_URL is a loopback address' });
  return problems;
}

/** Reads and validates the environment; throws ConfigError with all mistakes at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  // Parsed separately, so that a mistake in another variable does not hide the mistakes in a public address.
  const { SITE_URL, PORT } = environmentSchema.shape;
  const siteUrl =
    SITE_URL.safeParse(given.SITE_URL).data ?? `http://localhost:${PORT.safeParse(given.PORT).data || 4321}`;
  const isLocal = isLoopbackUrl(siteUrl);
  const isRehearsal = given.REHEARSAL === 'on';
  const mistakes = (parsed.error?.issues ?? []).map(({ path: at, message }) => ({
    name: String(at[0]),
    problem: message,
  }));
  const named = new Set(mistakes.map(({ name }) => name));
  const conflicts = findConflicts(given, parsed.data, { siteUrl, isLocal, isRehearsal });
  const problems = [...mistakes, ...conflicts.filter(({ name }) => !named.has(name))];
  if (!parsed.success || problems.length > 0) {
    const lines = problems.map(
      ({ name, problem }) =>
        `  ${name}: ${problem}. Example: ${name}=${EXAMPLES[name as keyof typeof EXAMPLES] ?? '…'}`,
    );
    throw new ConfigError(`The configuration has mistakes:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  return {
    host: env.HOST,
    port: env.PORT,
    siteUrl,
    isLocal,
    dataDir: path.resolve(env.DATA_DIR),
    contentDir: path.resolve(env.CONTENT_DIR),
    distDir: path.resolve(env.DIST_DIR),
    offline: env.OFFLINE === 'on',
    salesLock: (!isLocal && !isRehearsal) || env.SALES_LOCK === 'on',
    mediaDir: path.resolve(env.DATA_DIR, 'media'),
    databaseUrl: env.DATABASE_URL,
    objectStore: env.OBJECT_STORE_URL === undefined ? undefined : parseObjectStoreUrl(env.OBJECT_STORE_URL),
    paypal: {
      clientId: env.PAYPAL_CLIENT_ID ?? EMULATOR_ACCOUNT.clientId,
      clientSecret: env.PAYPAL_CLIENT_SECRET ?? EMULATOR_ACCOUNT.clientSecret,
      webhookId: env.PAYPAL_WEBHOOK_ID ?? EMULATOR_ACCOUNT.webhookId,
      apiBase: env.PAYPAL_API_BASE ?? (env.PAYPAL_CLIENT_ID ? PAYPAL_LIVE : undefined),
      timeoutMs: env.PAYPAL_TIMEOUT_MS,
    },
    dhl: dhlConfig(env),
    smtpUrl: env.SMTP_URL,
    mailDir: path.resolve(env.DATA_DIR, 'mail'),
    mailFrom: env.MAIL_FROM ?? PLACEHOLDERS.MAIL_FROM,
    shopEmail: env.SHOP_EMAIL ?? PLACEHOLDERS.SHOP_EMAIL,
    shopLocale: env.SHOP_LOCALE,
    morningSummary: env.MORNING_SUMMARY === 'on',
    analyticsId: env.ANALYTICS_ID,
    asksMarketing: env.MARKETING_CONSENT === 'on',
    isRehearsal,
    rehearsalMailTo: wordsOf(env.REHEARSAL_MAIL_TO?.toLowerCase()),
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    trustProxy: env.TRUST_PROXY,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    metricsPort: env.METRICS_PORT,
    shutdownDelayMs: env.SHUTDOWN_DELAY_S * 1000,
    diskReserveBytes: env.DISK_RESERVE_MB * 2 ** 20,
    backupAlarmHours: env.BACKUP_ALARM_HOURS,
    backupRecipients: wordsOf(env.BACKUP_ENCRYPT_TO),
    deskKey: env.DESK_KEY === undefined ? undefined : parseKey(env.DESK_KEY),
    logLevel: env.LOG_LEVEL,
  };
}

const SETTINGS_FILE = '.env';

/**
 * Reads `.env`; the process's environment overrides it. `process.env` itself stays unchanged, so that child processes
 * read the file again.
 */
export function readVariables(): NodeJS.ProcessEnv {
  return { ...parseEnv(existsSync(SETTINGS_FILE) ? readSettings() : ''), ...process.env };
}

/** The environment for a child process, which reads `.env` itself. */
export const childEnvironment = (): NodeJS.ProcessEnv => process.env;

/** Reads a variable that is not a setting of the shop: a parent process passes it, and `.env` never contains it. */
export const handedVariable = (
  name: 'ASTRO_KEY' | 'NODE_OPTIONS' | 'PACK_QUALITY' | 'PORT' | 'WRITTEN_DIR',
): string | undefined => process.env[name];

function readSettings(): string {
  const text = decodeUtf8(readFileSync(SETTINGS_FILE));
  // Without a byte order mark, UTF-16 looks like UTF-8 with NULs.
  if (text === undefined || text.includes('\0'))
    throw new ConfigError(
      `${SETTINGS_FILE} is not UTF-8 text, so no setting in it can be read. In the editor, ` +
        'save it with the encoding UTF-8.',
    );
  return text;
}

/** The process's configuration. */
export const loadConfig = (): Config => readConfig(readVariables());
