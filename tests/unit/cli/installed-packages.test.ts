import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { until } from '../../support/until.ts';

const root = mkdtempSync(path.join(tmpdir(), 'installed-'));
afterAll(() => rmSync(root, { recursive: true }));

it('the package check separates packages that the shop installed from foreign and missing ones', async () => {
  for (const folder of ['src/cli', 'node_modules']) mkdirSync(path.join(root, folder), { recursive: true });
  const copy = path.join(root, 'src/cli/installed-packages.mjs');
  copyFileSync('src/cli/installed-packages.mjs', copy);
  const { isInstalled, isOutdated, recordInstalled } = (await import(
    copy
  )) as typeof import('#src/cli/installed-packages.mjs');
  const state = () => [isInstalled(), isOutdated()];
  const lock = (name: string, version: string) =>
    writeFileSync(
      path.join(root, 'package-lock.json'),
      JSON.stringify({ version, packages: { '': { version }, [name]: {} } }),
    );
  lock('one', '1.0.0');
  expect(state()).toEqual([false, false]); // by npm itself, or not at all
  recordInstalled();
  expect(state()).toEqual([true, false]);
  lock('one', '1.1.0'); // the shop's own version
  expect(state()).toEqual([true, false]);
  lock('two', '1.1.0');
  expect(state()).toEqual([false, true]);
});

/** A fake npm: logs each call, empties the packages and waits for the file `go`. */
const NPM = `#!/bin/sh
echo "$1 $2" >> npm.log
rm -rf node_modules/* node_modules/.lock-installed
while [ ! -e go ]; do sleep 0.05; done
`;

it('the package check lets one command at a time install, without packages that npm omits, while others wait', async () => {
  const shop = mkdtempSync(path.join(root, 'shop-'));
  const place = (name: string) => path.join(shop, name);
  for (const folder of ['src/cli', 'node_modules', 'bin']) mkdirSync(place(folder), { recursive: true });
  for (const name of ['bootstrap.mjs', 'installed-packages.mjs'])
    copyFileSync(`src/cli/${name}`, place(`src/cli/${name}`));
  writeFileSync(place('package-lock.json'), JSON.stringify({ packages: {} }));
  writeFileSync(place('program.mjs'), 'console.log("runs")');
  writeFileSync(place('bin/npm'), NPM);
  chmodSync(place('bin/npm'), 0o755);
  // A command that was killed has left its mark.
  writeFileSync(place('.installing'), String(spawnSync('true').pid));
  const begin = () => {
    const child = spawn(process.execPath, [place('src/cli/bootstrap.mjs'), 'program.mjs'], {
      env: { ...process.env, npm_config_omit: 'dev', PATH: `${place('bin')}${path.delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)));
    return { ended: once(child, 'close'), output: () => output };
  };
  // Another command is replacing the mark.
  writeFileSync(place('.installing.replacing'), String(process.pid));
  const first = begin();
  await until('the first one waits', () => first.output().includes('Waiting for it'));
  expect(existsSync(place('npm.log'))).toBe(false);
  rmSync(place('.installing.replacing'));
  await until('npm runs', () => existsSync(place('npm.log')));
  const second = begin();
  await until('the second one waits', () => second.output().includes('Waiting for it'));
  expect(second.output()).not.toContain('runs');
  writeFileSync(place('go'), '');
  expect([(await first.ended)[0], (await second.ended)[0]]).toEqual([0, 0]);
  expect([first.output(), second.output()]).toEqual([
    expect.stringMatching(/runs\n$/),
    expect.stringMatching(/runs\n$/),
  ]);
  expect(readFileSync(place('npm.log'), 'utf8')).toBe('ci --omit=dev\n');
  for (const mark of ['.installing', '.installing.replacing']) expect(existsSync(place(mark))).toBe(false);
});
