import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { call } from '../../support/people/call.ts';
import { PAYPAL_ACCOUNT } from '../../support/people/paypal-account.ts';
import { request } from '../../support/outside/raw-http.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';

const own = forFile(() => stockedShop());
const server = forFile(() => own.serve());

describe('GET /api/csrf_token/', () => {
  const TOKEN = /^[\w-]{43}$/;
  const ask = (cookie?: string) => request(server.url, '/api/csrf_token/', cookie ? { headers: { cookie } } : {});
  const tokenOf = (body: Buffer) => (JSON.parse(body.toString()) as { csrfToken: string }).csrfToken;

  it('returns a token and sets it as a cookie that scripts of this host can read', async () => {
    const { status, headers, body } = await ask();
    expect(status).toBe(200);
    expect(tokenOf(body)).toMatch(TOKEN);
    const [name, ...attributes] = headers['set-cookie']?.[0]?.split('; ') ?? [];
    expect(name).toBe(`csrftoken=${tokenOf(body)}`);
    expect(attributes.sort()).toEqual(['Path=/', 'SameSite=Lax']);
  });

  it('gives each browser a different token', async () => {
    expect(tokenOf((await ask()).body)).not.toBe(tokenOf((await ask()).body));
  });

  it('returns the token that the browser already has', async () => {
    const token = tokenOf((await ask()).body);
    expect(tokenOf((await ask(`csrftoken=${token}`)).body)).toBe(token);
  });

  it.each(['x', '"><script>', 'a'.repeat(44), `${'a'.repeat(42)}%0a`])(
    'replaces an invalid token: %s',
    async (cookie) => {
      const token = tokenOf((await ask(`csrftoken=${cookie}`)).body);
      expect(token).toMatch(TOKEN);
      expect(token).not.toBe(cookie);
    },
  );
});

describe('GET /api/paypal-client-id/', () => {
  const SCRIPT = '/web-sdk/v6/core';
  it.each([
    ['PayPal itself', PAYPAL_ACCOUNT, { paypalClientId: 'live-id', paypalEnvironment: 'production' }],
    [
      'the sandbox',
      { ...PAYPAL_ACCOUNT, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' },
      { paypalClientId: 'live-id', paypalEnvironment: 'sandbox' },
    ],
    [
      'the emulator of a shop without an account',
      {},
      { paypalClientId: 'emulator', paypalEnvironment: 'emulator', paypalScriptUrl: `/paypal-emulator${SCRIPT}` },
    ],
    [
      'an emulator elsewhere',
      { PAYPAL_API_BASE: 'http://127.0.0.1:4322' },
      { paypalClientId: 'emulator', paypalEnvironment: 'emulator', paypalScriptUrl: `http://127.0.0.1:4322${SCRIPT}` },
    ],
  ])('returns the browser’s settings for %s, and no secret', async (_what, env, expected) => {
    const configured = await own.serve(env);
    expect((await call<object>(configured.url, '/api/paypal-client-id/')).body).toEqual(expected);
    await configured.stop();
  });
});

describe('GET /api/maintenance_mode/', () => {
  const ask = async () => (await call<object>(server.url, '/api/maintenance_mode/')).body;
  const set = (value: string) =>
    own.ctx.db.read
      .insertInto('settings')
      .values({ name: 'maintenance_mode', value })
      .onConflict((c) => c.column('name').doUpdateSet({ value }))
      .execute();

  it('returns "False" or "True", and reflects a change at once', async () => {
    expect(await ask()).toEqual({ maintenance_mode: 'False' });
    await set('on');
    expect(await ask()).toEqual({ maintenance_mode: 'True' });
    await set('off');
    expect(await ask()).toEqual({ maintenance_mode: 'False' });
  });
});

describe('GET /api/ready/', () => {
  const ask = async (url = server.url) => {
    const { status, headers, body } = await call<object>(url, '/api/ready/');
    return { status, retryAfter: headers.get('retry-after'), body };
  };
  const well = { database: 'ok', disk: 'ok', jobs: 'ok', build: 'ok' };
  const { version } = packageJson;

  afterEach(async () => {
    const tables = await own.ctx.db.read.introspection.getTables();
    if (tables.some(({ name }) => name === 'lost'))
      await own.ctx.db.read.schema.alterTable('lost').renameTo('catalogue_state').execute();
  });

  it('reports readiness and the version', async () => {
    expect(await ask()).toEqual({ status: 200, retryAfter: null, body: { status: 'ready', checks: well, version } });
  });

  it('answers 503 while the database is down, although the server is alive, and recovers afterwards', async () => {
    await own.ctx.db.read.schema.alterTable('catalogue_state').renameTo('lost').execute();
    const body = { status: 'not_ready', checks: { ...well, database: 'unreachable' }, version };
    expect(await ask()).toEqual({ status: 503, retryAfter: '5', body });
    expect(await call<object>(server.url, '/api/health/')).toMatchObject({
      status: 200,
      body: { status: 'alive', version },
    });
    await own.ctx.db.read.schema.alterTable('lost').renameTo('catalogue_state').execute();
    expect((await ask()).status).toBe(200);
  });

  it('answers 503 when free disk space is below the reserve', async () => {
    const narrow = await own.serve({ DISK_RESERVE_MB: '100000000' });
    expect(await ask(narrow.url)).toMatchObject({ status: 503, body: { checks: { ...well, disk: 'low' } } });
    await narrow.stop();
  });
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a PostgreSQL database that goes away', () => {
  it('in the middle of a transaction fails only that transaction', async () => {
    const { read, write } = own.ctx.db;
    const ended = write(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(read);
      // Its end arrives while nothing is asked of the connection.
      await delay(500);
      await sql`select 1`.execute(tx);
    });
    await expect(ended).rejects.toThrow();
    expect((await sql`select 1`.execute(read)).rows).toHaveLength(1);
  });

  it('makes the server not ready and API calls 503, and leaves the server running', async () => {
    const lost = await stockedShop([{ cod_catalog: 'BEB-001' }]);
    const { url, process: server } = await lost.serve();
    expect((await call<object>(url, '/api/ready/')).status).toBe(200);
    const database = new URL(lost.env.DATABASE_URL ?? '').pathname.slice(1);
    await sql`drop database ${sql.ref(database)} with (force)`.execute(own.ctx.db.read);
    expect((await call<object>(url, '/api/ready/')).status).toBe(503);
    expect((await call<object>(url, '/api/')).status).toBe(503);
    expect((await request(url, '/')).status).toBe(200);
    expect(server.exitCode).toBeNull();
    await lost.dispose();
  });
});
