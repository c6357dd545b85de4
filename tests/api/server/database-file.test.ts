import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { call, type ErrorAnswer } from '../../support/people/call.ts';
import { post } from '../../support/people/post.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { stockedShop } from '../../support/shops/stocked-shop.ts';
import { until } from '../../support/until.ts';

/** Longer than a single statement waits. */
const WRITING_MS = 6_000;

const own = forFile(() => stockedShop([{ cod_catalog: 'BEB-001' }]));
const server = forFile(() => own.serve());

const inData = (name: string) => path.join(own.env.DATA_DIR!, name);

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('a SQLite database with another writer', () => {
  it('lets the shop answer while its own writes wait', async () => {
    const reads = async () => {
      for (const address of ['/impressum', '/api/stock/', '/search/produto'])
        expect((await fetch(server.url + address)).status, address).toBe(200);
      expect(await call(server.url, '/api/ready/')).toMatchObject({ status: 200 });
    };
    // A server's first answers take seconds on a busy machine, and a write waits for fifteen.
    await reads();
    const other = new Sqlite(inData('shop.db'));
    other.exec('begin immediate');
    try {
      let isAnswered = false;
      const consent = { choice: 'marketing', version: '1' };
      const written = post(server.url, '/api/consent/', consent).finally(() => (isAnswered = true));
      await Promise.all([reads(), wait(WRITING_MS)]);
      expect(isAnswered).toBe(false);
      other.exec('commit');
      expect((await written).status).toBe(201);
    } finally {
      other.close();
    }
  });
});

describe('a permanent database lock', { retry: 0 }, () => {
  const isSqlite = process.env.TEST_ENGINE !== 'postgres';
  const pages = async () => {
    for (let n = 0; n < 20; n++) expect((await fetch(`${server.url}${n % 2 ? '/' : '/api/ready/'}`)).status).toBe(200);
  };
  const consent = () => post<ErrorAnswer>(server.url, '/api/consent/', { choice: 'marketing', version: '1' });

  /** Holds the lock that a consent needs until the answer is called. */
  async function lockConsents(): Promise<() => Promise<void>> {
    if (isSqlite) {
      const other = new Sqlite(inData('shop.db'));
      other.exec('begin immediate');
      return async () => void other.close();
    }
    const other = new pg.Client({ connectionString: own.env.DATABASE_URL });
    await other.connect();
    await other.query('begin; lock table consents in exclusive mode');
    return () => other.end();
  }

  it('fails writes with 503 and Retry-After, while reads work, and writes recover after it', async () => {
    const unlock = await lockConsents();
    try {
      let isRefused = false;
      const refused = consent().finally(() => (isRefused = true));
      await pages();
      expect(isRefused).toBe(false);
      const { status, headers, body } = await refused;
      expect([status, body.code]).toEqual([503, 'service_unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      // PostgreSQL locks one table, SQLite all of the shop.
      if (isSqlite)
        await until('it is not ready', async () => (await fetch(`${server.url}/api/ready/`)).status === 503, 5);
    } finally {
      await unlock();
    }
    expect((await consent()).status).toBe(201);
    await until('it is ready', async () => (await fetch(`${server.url}/api/ready/`)).status === 200, 5);
  });

  it.runIf(isSqlite)('delays only counted requests when it is on the counts of attempts', async () => {
    const login = () =>
      post<ErrorAnswer>(server.url, '/api/login_verify/', { email: 'ana@kunde.example', password: 'Wrong-123' });
    expect((await login()).status).toBe(401);
    const other = new Sqlite(inData('limits.db'));
    other.exec('begin immediate');
    try {
      let isAnswered = false;
      const answered = login().finally(() => (isAnswered = true));
      await pages();
      expect(isAnswered).toBe(false);
      other.exec('commit');
      expect((await answered).status).toBe(401);
    } finally {
      other.close();
    }
  });
});
