import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deskKey, knownDeskKeys } from '#src/server/desk-key.ts';
import { newKey } from '#src/server/secret-box.ts';

let dataDir: string;
const setting = newKey();
const onSqlite = () => ({ dataDir, databaseUrl: undefined, deskKey: undefined });
const onPostgres = () => ({ ...onSqlite(), databaseUrl: 'postgres://localhost/shop' });

beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-key-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it('the desk key is created in one file that only its owner reads, when it is first needed', () => {
  expect(knownDeskKeys(onSqlite())).toEqual([]);
  expect(readdirSync(dataDir)).toEqual([]);
  const key = deskKey(onSqlite());
  expect(key).toHaveLength(32);
  expect(deskKey(onSqlite())).toEqual(key);
  expect(readdirSync(dataDir)).toEqual(['desk.key']);
  expect(statSync(path.join(dataDir, 'desk.key')).mode & 0o777).toBe(0o600);
});

it('the desk key comes from the setting first, and still accepts the earlier file', () => {
  const file = deskKey(onSqlite());
  expect(deskKey({ ...onSqlite(), deskKey: setting })).toBe(setting);
  expect(knownDeskKeys({ ...onSqlite(), deskKey: setting })).toEqual([setting, file]);
});

it('the desk key is not created on PostgreSQL, because the other servers would not have it', () => {
  expect(deskKey(onPostgres())).toBeUndefined();
  expect(readdirSync(dataDir)).toEqual([]);
  expect(deskKey({ ...onPostgres(), deskKey: setting })).toBe(setting);
});

it('the desk key is not overwritten when its file is damaged', () => {
  writeFileSync(path.join(dataDir, 'desk.key'), 'damaged');
  expect(deskKey(onSqlite())).toBeUndefined();
  expect(knownDeskKeys(onSqlite())).toEqual([]);
  expect(readdirSync(dataDir)).toEqual(['desk.key']);
});
