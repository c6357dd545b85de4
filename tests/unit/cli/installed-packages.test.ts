import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = mkdtempSync(path.join(tmpdir(), 'installed-'));
afterAll(() => rmSync(root, { recursive: true }));

it('tells what the shop has installed from what somebody else did, and from what is to be installed', async () => {
  for (const folder of ['src/cli', 'node_modules']) mkdirSync(path.join(root, folder), { recursive: true });
  const copy = path.join(root, 'src/cli/installed-packages.mjs');
  copyFileSync('src/cli/installed-packages.mjs', copy);
  const { isInstalled, isOutdated, recordInstalled } = (await import(copy)) as typeof import('#src/cli/installed-packages.mjs');
  const state = () => [isInstalled(), isOutdated()];
  const lock = (version: string) => writeFileSync(path.join(root, 'package-lock.json'), version);
  lock('one');
  expect(state()).toEqual([false, false]); // by npm itself, or not at all
  recordInstalled();
  expect(state()).toEqual([true, false]);
  lock('two');
  expect(state()).toEqual([false, true]);
});
