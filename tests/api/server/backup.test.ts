import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hammer } from '../../support/hammer.ts';
import { post } from '../../support/post.ts';
import type { RunningShop } from '../../support/server.ts';
import { shop } from '../../support/site.ts';
import { stockedShop, type StockedShop } from '../../support/stocked-shop.ts';

let own: StockedShop;
let server: RunningShop;

beforeAll(async () => {
  own = await stockedShop([{ cod_catalog: 'BEB-001' }]);
  server = await own.serve();
});
afterAll(() => own?.dispose());

const inData = (name: string) => path.join(own.env.DATA_DIR!, name);
const backUp = (file: string) => shop(['backup', file], own.env);

describe.runIf(process.env.TEST_ENGINE !== 'postgres')('a backup', () => {
  it('is a whole database with everything written before, made while the shop goes on', async () => {
    expect((await post(server.url, '/api/consent/', { choice: 'all', version: '1' })).status).toBe(201);
    const shoppers = hammer(server.url, ['/api/stock/', '/search/produto']);
    let isCopying = true;
    const writer = (async () => {
      while (isCopying) expect((await post(server.url, '/api/consent/', { choice: 'essential', version: '1' })).status).toBe(201);
    })();
    const { code, stdout } = await backUp(inData('copy.db'));
    isCopying = false;
    await writer;
    expect((await shoppers.stop()).failures).toEqual([]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Copied to ${inData('copy.db')}.`)]);
    const copy = new Sqlite(inData('copy.db'), { readonly: true });
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(copy.prepare("select choice from consents where choice = 'all'").all()).toHaveLength(1);
    expect(copy.prepare('select cod_catalog from products').all()).toEqual([{ cod_catalog: 'BEB-001' }]);
    copy.close();
    expect(readdirSync(own.env.DATA_DIR!).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('overwrites nothing, and says what is missing', async () => {
    writeFileSync(inData('there.db'), 'x');
    for (const [file, message] of [
      [inData('there.db'), 'exists already. Name a new file.'],
      [inData('nowhere/copy.db'), 'does not exist. Make it first.'],
    ] as const) {
      const { code, stderr } = await backUp(file);
      expect(code).not.toBe(0);
      expect(stderr).toContain(message);
      expect(stderr).not.toContain('    at ');
    }
  });
});

describe.runIf(process.env.TEST_ENGINE === 'postgres')('a backup of PostgreSQL', () => {
  it('is left to its own tool', async () => {
    const { code, stderr } = await backUp(inData('copy.db'));
    expect(code).toBe(2);
    expect(stderr).toContain('pg_dump');
    expect(existsSync(inData('copy.db'))).toBe(false);
  });
});
