import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { describeAmbiguity, parseUnits } from '#src/shared/typed-number.ts';
import { isSafeObjectStoreUrl, OBJECT_STORE_EXAMPLE, parseObjectStoreUrl } from './object-store-config.ts';
import { PAYPAL_SANDBOX } from './paypal-config.ts';

/** The files that a content folder must contain. */
const CONTENT_PARTS = ['shop.yaml', 'catalogue', 'legal', 'search', 'slides'];
const missingParts = (folder: string) => CONTENT_PARTS.filter((part) => !existsSync(path.join(folder, part)));

export const wordsOf = (text = '') => text.split(/[\s,]+/).filter(Boolean);

/** A key in base64 or hex; undefined for any other text. */
export function parseKey(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

/** Pages, mails and passkeys use the shop's origin, so nothing may follow the host and port. */
const originUrl = httpUrl
  .refine(isOrigin, 'must end after the host and port, without a path, query or user name')
  .transform((url) => new URL(url).origin);

function isOrigin(text: string): boolean {
  const { pathname, username, password } = new URL(text);
  return pathname === '/' && username + password === '' && !/[?#]/.test(text);
}

const whole = (min: number, max = 100_000_000) =>
  z.string().transform((text, check) => {
    const number = parseUnits(text, { min, max });
    if (number.ok) return number.value;
    const message = describeAmbiguity(number.error) ?? `is not a whole number from ${min} to ${max}`;
    check.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** The settings as the environment and `.env` give them. */
export const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65535).default(4321),
  SITE_URL: originUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  CONTENT_DIR: z
    .string()
    .min(1)
    .refine((folder) => missingParts(folder).length === 0, {
      error: ({ input }) =>
        `${path.resolve(String(input))} lacks ${missingParts(String(input)).join(', ')}. ` +
        'Begin with a copy of src/content',
    })
    .default('src/content'),
  DIST_DIR: z
    .string()
    .min(1)
    // The built server resolves its packages only from a folder inside the project.
    .refine((folder) => path.resolve(folder).startsWith(path.resolve() + path.sep), "lies outside the project's folder")
    .default('dist'),
  OFFLINE: z.enum(['on', 'off']).default('on'),
  SALES_LOCK: z.enum(['on', 'public']).default('public'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  OBJECT_STORE_URL: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => parseObjectStoreUrl(url) !== undefined,
      'lacks the key, the secret or the bucket, or has a % in them that is not written %25',
    )
    .refine(
      isSafeObjectStoreUrl,
      'must begin with https://, because the bucket holds the code of the servers. ' +
        'http:// is for this machine and private networks',
    )
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'is not a sender')
    .optional(),
  SHOP_EMAIL: z.email().optional(),
  SHOP_LOCALE: z.enum(LOCALE_CODES).default('de-DE'),
  MORNING_SUMMARY: z.enum(['on', 'off']).default('on'),
  PAYPAL_CLIENT_ID: z.string().min(1).optional(),
  PAYPAL_CLIENT_SECRET: z.string().min(1).optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^[A-Za-z0-9]+$/, 'is not a webhook id')
    .optional(),
  PAYPAL_API_BASE: httpUrl.optional(),
  PAYPAL_TIMEOUT_MS: whole(100, 60_000).default(8_000),
  DHL_API_KEY: z.string().min(1).optional(),
  DHL_USER: z.string().min(1).optional(),
  DHL_PASSWORD: z.string().min(1).optional(),
  DHL_BILLING_NUMBERS: z
    .string()
    .refine(
      (text) => wordsOf(text).length > 0 && wordsOf(text).every((word) => /^\w{10}\d{2}\w{2}$/.test(word)),
      'is not a list of billing numbers with 14 digits',
    )
    .optional(),
  DHL_RETURN_RECEIVERS: z
    .string()
    .refine(
      (text) => wordsOf(text).length > 0 && wordsOf(text).every((word) => /^[A-Z]{2}=\S{1,50}$/.test(word)),
      'is not a list of countries with their receivers',
    )
    .optional(),
  DHL_API_BASE: z.literal('emulator').or(httpUrl).optional(),
  ANALYTICS_ID: z
    .string()
    .regex(/^(G|GT|AW)-[A-Z0-9]+$/, 'is not a Google tag id')
    .optional(),
  MARKETING_CONSENT: z.enum(['on', 'off']).default('off'),
  REHEARSAL: z.enum(['on', 'off']).default('off'),
  REHEARSAL_MAIL_TO: z
    .string()
    .refine(
      (text) => wordsOf(text).every((word) => /^[^\s@]*@[^\s@]+$/.test(word)),
      'is not a list of addresses and domains',
    )
    .optional(),
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('on'),
  TRUST_PROXY: whole(0, 10).default(0),
  RATE_LIMIT_PER_MINUTE: whole(0).default(1200),
  METRICS_PORT: whole(1, 65535).optional(),
  // Together with the 10 s for requests in progress, below the 30 s after which systemd kills the server.
  SHUTDOWN_DELAY_S: whole(0, 15).default(0),
  DISK_RESERVE_MB: whole(0).default(200),
  BACKUP_ALARM_HOURS: whole(0, 1000).default(26),
  BACKUP_ENCRYPT_TO: z.string().optional(),
  DESK_KEY: z
    .string()
    .refine((text) => parseKey(text) !== undefined, 'is not 32 bytes in base64 or hex')
    .optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export const EXAMPLES: Record<keyof z.input<typeof environmentSchema>, string> = {
  HOST: '127.0.0.1',
  PORT: '4321',
  SITE_URL: 'https://shop.example',
  DATA_DIR: '.data',
  CONTENT_DIR: '/srv/shop/content',
  DIST_DIR: 'dist',
  OFFLINE: 'on',
  SALES_LOCK: 'on',
  DATABASE_URL: 'postgres://user:password@localhost:5432/shop',
  OBJECT_STORE_URL: OBJECT_STORE_EXAMPLE,
  SMTP_URL: 'smtp://user:password@mail.example:587',
  MAIL_FROM: 'shop@shop.example',
  SHOP_EMAIL: 'shop@shop.example',
  SHOP_LOCALE: 'de-DE',
  MORNING_SUMMARY: 'on',
  PAYPAL_CLIENT_ID: 'the client id of your PayPal app',
  PAYPAL_CLIENT_SECRET: 'the secret of your PayPal app',
  PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
  PAYPAL_API_BASE: PAYPAL_SANDBOX,
  PAYPAL_TIMEOUT_MS: '8000',
  DHL_API_KEY: 'the key of your app at developer.dhl.com',
  DHL_USER: 'a user of DHL’s business customer portal',
  DHL_PASSWORD: 'the password of that user',
  DHL_BILLING_NUMBERS: '33333333330101 33333333336201',
  DHL_RETURN_RECEIVERS: 'DE=deu',
  DHL_API_BASE: 'https://api-sandbox.dhl.com',
  ANALYTICS_ID: 'G-ABC1234567',
  MARKETING_CONSENT: 'off',
  REHEARSAL: 'on',
  REHEARSAL_MAIL_TO: 'owner@shop.example @agency.example',
  HSTS_SUBDOMAINS: 'off',
  TRUST_PROXY: '1',
  RATE_LIMIT_PER_MINUTE: '1200',
  METRICS_PORT: '9464',
  SHUTDOWN_DELAY_S: '4',
  DISK_RESERVE_MB: '200',
  BACKUP_ALARM_HOURS: '26',
  BACKUP_ENCRYPT_TO: 'age1… (a public key of age)',
  DESK_KEY: 'the output of openssl rand -base64 32',
  LOG_LEVEL: 'info',
};

/** All settings that the shop knows. */
export const SETTING_NAMES = Object.keys(EXAMPLES);
