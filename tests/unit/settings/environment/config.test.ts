import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAYPAL_LIVE as LIVE, PAYPAL_SANDBOX as SANDBOX } from '#src/settings/environment/paypal-config.ts';
import { PAYPAL_ACCOUNT, PUBLIC_SHOP } from '../../../support/people/paypal-account.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import { complaintIn } from '../../../support/complaint.ts';

/** The error message of a start in this environment; '' when there are no mistakes. */
const complaintOf = (environment: Record<string, string>): string => complaintIn(() => readConfig(environment));

describe('the configuration', () => {
  it('needs no settings to try the shop on this machine', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4321,
      siteUrl: 'http://localhost:4321',
      isLocal: true,
      dataDir: path.resolve('.data'),
      contentDir: path.resolve('src/content'),
      distDir: path.resolve('dist'),
      offline: true,
      salesLock: false,
      mediaDir: path.resolve('.data/media'),
      databaseUrl: undefined,
      objectStore: undefined,
      smtpUrl: undefined,
      mailDir: path.resolve('.data/mail'),
      mailFrom: 'Vitrine <shop@vitrine.invalid>',
      shopEmail: 'shop@vitrine.invalid',
      shopLocale: 'de-DE',
      morningSummary: true,
      paypal: {
        clientId: 'emulator',
        clientSecret: 'emulator',
        webhookId: 'EMULATOR',
        apiBase: undefined,
        timeoutMs: 8000,
      },
      analyticsId: undefined,
      asksMarketing: false,
      backupAlarmHours: 26,
      backupRecipients: [],
      deskKey: undefined,
      isRehearsal: false,
      rehearsalMailTo: [],
      hstsSubdomains: true,
      trustProxy: 0,
      rateLimitPerMinute: 1200,
      metricsPort: undefined,
      shutdownDelayMs: 0,
      diskReserveBytes: 200 * 2 ** 20,
      logLevel: 'info',
    });
  });

  it('locks products that must not be sold at a public address, and elsewhere on request', () => {
    expect(readConfig(PUBLIC_SHOP).salesLock).toBe(true);
    expect(readConfig({ ...PUBLIC_SHOP, SALES_LOCK: 'public' }).salesLock).toBe(true);
    expect(readConfig({ SALES_LOCK: 'on' }).salesLock).toBe(true);
    expect(
      readConfig({ ...PUBLIC_SHOP, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com', REHEARSAL: 'on' }).salesLock,
    ).toBe(false);
  });

  it('shares an object store only among servers with one database', () => {
    const OBJECT_STORE_URL = 'https://key:secret@s3.example/bucket';
    expect(complaintOf({ OBJECT_STORE_URL })).toContain('DATABASE_URL: is missing; servers that share an object store');
    expect(complaintOf({ OBJECT_STORE_URL, DATABASE_URL: 'postgres://db.example/shop' })).toBe('');
    expect(complaintOf({ OBJECT_STORE_URL: OBJECT_STORE_URL.replace('https', 'http') })).toContain(
      'OBJECT_STORE_URL: must begin with https://',
    );
    expect(complaintOf({ OBJECT_STORE_URL: 'https://s3.example/bucket' })).toContain(
      'OBJECT_STORE_URL: lacks the key, the secret or the bucket',
    );
    expect(complaintOf({ OBJECT_STORE_URL: 'https://key:50%@s3.example/bucket' })).toContain(
      'has a % in them that is not written %25',
    );
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SITE_URL: '', DATABASE_URL: '', LOG_LEVEL: '' })).toEqual(readConfig({}));
  });

  it('derives the address from the port, unless one is given', () => {
    expect(readConfig({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
    expect(readConfig({ PORT: '8080', SITE_URL: 'http://localhost:9000' }).siteUrl).toBe('http://localhost:9000');
  });

  it('removes trailing slashes from the address', () => {
    expect(readConfig({ SITE_URL: 'http://localhost:4321//' }).siteUrl).toBe('http://localhost:4321');
    expect(readConfig({ ...PUBLIC_SHOP, SITE_URL: 'https://Shop.example:443/' }).siteUrl).toBe('https://shop.example');
  });

  it.each(['http://localhost', 'http://127.0.0.1:4321', 'http://[::1]:4321'])(
    'counts %s as this machine',
    (SITE_URL) => {
      expect(readConfig({ SITE_URL }).isLocal).toBe(true);
    },
  );

  it('opens a public shop only with a PayPal account', () => {
    expect(complaintOf({ SITE_URL: 'https://shop.example' })).toContain('PAYPAL_CLIENT_ID: is missing');
    const { isLocal, paypal } = readConfig(PUBLIC_SHOP);
    expect(isLocal).toBe(false);
    expect(paypal).toMatchObject({
      clientId: 'live-id',
      clientSecret: 'live-secret',
      webhookId: 'LIVEHOOK1',
      apiBase: LIVE,
    });
  });

  it('allows a rehearsal at a public address without an account or with the sandbox, never with real money', () => {
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, ...shop } = PUBLIC_SHOP;
    const account = { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID };
    const rehearsal = { ...shop, REHEARSAL: 'on' };
    expect(readConfig(rehearsal)).toMatchObject({ isRehearsal: true, isLocal: false, paypal: { apiBase: undefined } });
    expect(complaintOf({ ...rehearsal, ...account, PAYPAL_API_BASE: SANDBOX, HOST: '0.0.0.0' })).toBe('');
    expect(complaintOf({ ...rehearsal, ...account })).toContain('PAYPAL_API_BASE: is PayPal’s live host');
    expect(complaintOf({ ...rehearsal, ...account, PAYPAL_API_BASE: LIVE })).toContain(
      'PAYPAL_API_BASE: is PayPal’s live host',
    );
    expect(complaintOf({ ...rehearsal, HOST: '0.0.0.0' })).toContain('HOST: is not a loopback address');
    expect(complaintOf({ ...rehearsal, HOST: '::1' })).toBe('');
    expect(complaintOf({ ...rehearsal, PAYPAL_API_BASE: 'http://127.0.0.1:4400' })).toContain('so leave this empty');
    expect(complaintOf({ ...rehearsal, REHEARSAL_MAIL_TO: 'ana' })).toContain('REHEARSAL_MAIL_TO: is not a list');
    expect(
      readConfig({ ...rehearsal, REHEARSAL_MAIL_TO: 'Ana@shop.example, @agency.example' }).rehearsalMailTo,
    ).toEqual(['ana@shop.example', '@agency.example']);
  });

  it.each(['http://localhost', 'http://127.0.0.1:4321', 'http://[::1]:4321', 'https://shop.example'])(
    'accepts %s',
    (SITE_URL) => {
      expect(complaintOf({ ...PUBLIC_SHOP, SITE_URL })).toBe('');
    },
  );

  it.each(['http://shop.example', 'http://192.168.0.7:4321', 'http://0.0.0.0:4321'])(
    'refuses %s, because it is public without https',
    (SITE_URL) => {
      expect(complaintOf({ ...PUBLIC_SHOP, SITE_URL })).toMatch(
        /^ {2}SITE_URL: is public.+https.+Example: SITE_URL=https:\/\//m,
      );
    },
  );

  it.each(['localhost.example', '127.0.0.1.example', 'shop.example:4321'])('counts %s as public', (host) => {
    expect(complaintOf({ SITE_URL: `http://${host}` })).toContain('PAYPAL_CLIENT_ID');
  });
});

describe('the PayPal account', () => {
  const paypalOf = (environment: Record<string, string>) => readConfig(environment).paypal;

  it.each(Object.keys(PAYPAL_ACCOUNT))('must be complete: without %s it is refused, on this machine too', (missing) => {
    for (const shop of [PAYPAL_ACCOUNT, PUBLIC_SHOP])
      expect(
        complaintOf({ ...shop, [missing]: '' })
          .split('\n')
          .slice(1),
      ).toEqual([expect.stringMatching(new RegExp(`^  ${missing}: is missing.*\\. Example: ${missing}=\\S`))]);
  });

  it('uses PayPal’s live host, unless the sandbox is named', () => {
    expect(paypalOf(PAYPAL_ACCOUNT).apiBase).toBe(LIVE);
    expect(paypalOf({ ...PAYPAL_ACCOUNT, PAYPAL_API_BASE: `${SANDBOX}/` }).apiBase).toBe(SANDBOX);
    expect(paypalOf({ ...PUBLIC_SHOP, PAYPAL_API_BASE: SANDBOX }).apiBase).toBe(SANDBOX);
  });

  it.each([LIVE, SANDBOX])('is required when PayPal itself is used: %s', (PAYPAL_API_BASE) => {
    for (const name of Object.keys(PAYPAL_ACCOUNT))
      expect(complaintOf({ PAYPAL_API_BASE })).toContain(`${name}: is missing`);
  });

  it.each(['http://127.0.0.1:4322', 'http://localhost:4322/paypal-emulator'])(
    'may belong to an emulator at %s, for a local shop only',
    (base) => {
      expect(paypalOf({ PAYPAL_API_BASE: base })).toMatchObject({ clientId: 'emulator', apiBase: base });
      expect(paypalOf({ ...PAYPAL_ACCOUNT, PAYPAL_API_BASE: base })).toMatchObject({
        clientId: 'live-id',
        apiBase: base,
      });
      expect(complaintOf({ ...PUBLIC_SHOP, PAYPAL_API_BASE: base })).toMatch(
        /^ {2}PAYPAL_API_BASE: names an emulator/m,
      );
    },
  );

  it('has a webhook id of letters and digits', () => {
    expect(complaintOf({ ...PAYPAL_ACCOUNT, PAYPAL_WEBHOOK_ID: 'https://shop.example' })).toContain(
      'PAYPAL_WEBHOOK_ID: is not a webhook id',
    );
  });
});

const MISTAKES = {
  PORT: ['http', '70000', '-1', '80.5'],
  SITE_URL: [
    'shop.example',
    'ftp://shop.example',
    '/',
    ...['/laden', '/?a=1', '?', '#x', '/#'].map((end) => `https://shop.example${end}`),
    'https://user:secret@shop.example',
  ],
  DATABASE_URL: ['mysql://user:secret@host/shop', 'shop.db'],
  SMTP_URL: ['mail.example:25', 'http://mail.example'],
  MAIL_FROM: ['Vitrine', 'shop@', 'a@b.example\nBcc: c@d.example'],
  SHOP_EMAIL: ['shop', 'Vitrine <shop@shop.example>'],
  SHOP_LOCALE: ['deutsch', 'vo-XX'],
  MORNING_SUMMARY: ['yes', '7'],
  PAYPAL_API_BASE: [
    'api-m.paypal.com',
    'https://paypal.example',
    'https://api-m.paypal.com.example',
    'http://api-m.paypal.com',
  ],
  PAYPAL_TIMEOUT_MS: ['never', '0', '1.5'],
  ANALYTICS_ID: ['UA', 'g-abc', 'G-1\nx'],
  TRUST_PROXY: ['true', '-1', '11'],
  RATE_LIMIT_PER_MINUTE: ['none', '-5', '1.5'],
  METRICS_PORT: ['on', '0', '70000'],
  SHUTDOWN_DELAY_S: ['soon', '-1', '16'],
  DISK_RESERVE_MB: ['1 GB', '-1'],
  LOG_LEVEL: ['loud', 'INFO'],
};

describe('a configuration with mistakes', () => {
  it('refuses a key of another length without repeating it', () => {
    const complaint = complaintOf({ DESK_KEY: 'short' });
    expect(complaint).toContain(
      'DESK_KEY: is not 32 bytes in base64 or hex. Example: DESK_KEY=the output of openssl rand -base64 32',
    );
    expect(complaint).not.toContain('short');
  });

  it.each(Object.entries(MISTAKES).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'names %s when it is "%s", with an example',
    (name, value) => {
      const lines = complaintOf({ [name]: value })
        .split('\n')
        .slice(1);
      expect(lines).toEqual([expect.stringMatching(new RegExp(`^  ${name}: .+\\. Example: ${name}=\\S`))]);
    },
  );

  it('shows valid examples', () => {
    const all = complaintOf(Object.fromEntries(Object.entries(MISTAKES).map(([name, [value]]) => [name, value ?? ''])));
    const examples = Object.fromEntries(
      [...all.matchAll(/Example: (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(Object.keys(examples)).toEqual(Object.keys(MISTAKES));
    expect(complaintOf({ ...PAYPAL_ACCOUNT, ...examples })).toBe('');
  });

  it('reports all of them at once, including a missing account', () => {
    const complaint = complaintOf({ SITE_URL: 'https://shop.example', PORT: 'http', LOG_LEVEL: 'loud' });
    expect(complaint.match(/^ {2}[A-Z_]+/gm)?.map((name) => name.trim())).toEqual([
      'PORT',
      'LOG_LEVEL',
      ...Object.keys(PAYPAL_ACCOUNT),
      'MAIL_FROM',
      'SHOP_EMAIL',
    ]);
  });

  it('refuses a limit that could mean 1 or 1000, and numbers in a programmer’s notation', () => {
    expect(complaintOf({ RATE_LIMIT_PER_MINUTE: '1.000' })).toContain(
      'RATE_LIMIT_PER_MINUTE: "1.000" may mean 1000 or 1',
    );
    for (const PORT of ['0x10', '1e3', ' '])
      expect(complaintOf({ PORT })).toContain('PORT: is not a whole number from 0 to 65535');
  });

  it('refuses to publish the metrics', () => {
    expect(complaintOf({ PORT: '4400', METRICS_PORT: '4400' })).toContain('METRICS_PORT');
  });

  it('never repeats a value, because it may be a password', () => {
    expect(complaintOf({ DATABASE_URL: 'mysql://user:secret@host/shop' })).not.toContain('secret');
  });
});

describe('the account at DHL', () => {
  const ACCOUNT = {
    ...{ DHL_API_KEY: 'key', DHL_USER: 'user', DHL_PASSWORD: 'secret' },
    DHL_BILLING_NUMBERS: '33333333330101 33333333336201',
  };

  it('is given as a whole or not at all', () => {
    expect(readConfig({}).dhl).toBeUndefined();
    expect(readConfig(ACCOUNT).dhl).toMatchObject({
      apiBase: 'https://api-eu.dhl.com',
      billingNumbers: ['33333333330101', '33333333336201'],
    });
    expect(complaintOf({ DHL_API_KEY: 'key' })).toContain('DHL_PASSWORD: is missing');
    expect(complaintOf({ ...ACCOUNT, DHL_BILLING_NUMBERS: '123' })).toContain('is not a list of billing numbers');
  });

  it('is an emulator’s only at a loopback address, and never real in a rehearsal', () => {
    const { PAYPAL_CLIENT_ID: _, ...rehearsal } = { ...PUBLIC_SHOP, ...ACCOUNT, REHEARSAL: 'on' };
    expect(readConfig({ DHL_API_BASE: 'emulator' }).dhl).toMatchObject({ apiBase: undefined, user: 'emulator' });
    expect(complaintOf({ ...PUBLIC_SHOP, DHL_API_BASE: 'emulator' })).toContain('DHL_API_BASE: names an emulator');
    expect(complaintOf(rehearsal)).toContain('DHL_API_BASE: is DHL’s live host');
    expect(complaintOf({ ...ACCOUNT, DHL_API_BASE: 'https://dhl.example' })).toContain('DHL_API_BASE: is neither');
  });
});
