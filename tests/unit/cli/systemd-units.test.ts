import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemdUnits } from '#src/cli/systemd-units.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const SERVICES = ['vitrine.service', 'vitrine-2.service', 'vitrine-watch.service', 'vitrine-backup.service'];
const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasAnalyzer)
  console.log('Skipped: checks of the units, because systemd-analyze is not on this machine: apt-get install systemd');

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-units-'));
  mkdirSync(path.join(folder, 'units'));
  const args = [
    'systemd',
    '--servers',
    '2',
    '--backups',
    path.join(folder, 'backups'),
    '--write',
    path.join(folder, 'units'),
  ];
  const env = {
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: 'postgres://shop@localhost/shop',
    METRICS_PORT: '9464',
    PORT: '4321',
  };
  const { code, stderr } = await shopHere(args, env);
  expect(code, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const analyze = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, {
    cwd: path.join(folder, 'units'),
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
};

describe('the systemd units', () => {
  it('are servers, a watcher and backups, whose programs exist', () => {
    expect(readdirSync(path.join(folder, 'units')).sort()).toEqual([...SERVICES, 'vitrine-backup.timer'].sort());
    for (const unit of SERVICES) {
      const text = readFileSync(path.join(folder, 'units', unit), 'utf8');
      const [, program = ''] = /^ExecStart=\S+ (src\/cli\/\S+)/m.exec(text) ?? [];
      expect(() => readFileSync(program), unit).not.toThrow();
      // V8 compiles JavaScript to machine code at run time.
      expect(text).not.toContain('MemoryDenyWriteExecute');
    }
  });

  it('check new settings before a server or the watcher loads them, and do not restart with invalid ones', () => {
    for (const unit of SERVICES.slice(0, 3)) {
      const text = readFileSync(path.join(folder, 'units', unit), 'utf8');
      expect(text.match(/^ExecReload=.*$/gm), unit).toEqual([
        expect.stringMatching(/ src\/cli\/shop\.ts check-settings$/),
        'ExecReload=/bin/kill -HUP $MAINPID',
      ]);
      expect(text).toMatch(/^RestartPreventExitStatus=2$/m);
    }
  });

  it('give each server of a machine its own ports, and reload all of them together', () => {
    const [first, second] = SERVICES.map((unit) => readFileSync(path.join(folder, 'units', unit), 'utf8'));
    expect(first).not.toContain('PORT=');
    expect(first).toMatch(/^PropagatesReloadTo=vitrine-2\.service vitrine-watch\.service$/m);
    expect(second).toMatch(/^Environment=PORT=4322 METRICS_PORT=9465$/m);
  });

  it('do not restart a watcher that was stopped on purpose', () => {
    expect(readFileSync(path.join(folder, 'units/vitrine.service'), 'utf8')).toMatch(/^Wants=network-online\.target$/m);
  });

  it.runIf(hasAnalyzer)('pass systemd-analyze verify', () => {
    expect(analyze('verify', ...readdirSync(path.join(folder, 'units')).map((unit) => `./${unit}`))).toEqual({
      status: 0,
      output: '',
    });
  });

  it.runIf(hasAnalyzer).each(SERVICES)('limit the exposure: %s has at most 3.0 in systemd-analyze security', (unit) => {
    const { status, output } = analyze('security', '--offline=yes', '--threshold=30', '--no-pager', `./${unit}`);
    expect(status, output).toBe(0);
  });

  it('keep folder names with blanks and percent signs, see a home folder only for a shop in it, and copy SQLite each hour', () => {
    const shop = {
      name: 'shop',
      program: '/opt/50% shop',
      node: '/opt/50% shop/node',
      dataDir: '/data',
      contentDir: '/content',
      distDir: '/opt/50% shop/dist',
      backupDir: '/b',
      servers: 1,
      port: 4321,
      metricsPort: undefined,
      isSqlite: true,
    };
    const text = systemdUnits(shop)['shop.service'];
    expect(text).toContain('WorkingDirectory=/opt/50%% shop\n');
    expect(text).toContain('ExecStart="/opt/50%% shop/node" src/cli/serve.ts\n');
    expect(text).toContain('ReadWritePaths=/data /content\n'); // the desk saves texts
    expect(text).toContain('ProtectHome=yes');
    expect(systemdUnits(shop)['shop-backup.timer']).toContain('OnCalendar=*-*-* *:30\n');
    expect(systemdUnits({ ...shop, isSqlite: false })['shop-backup.timer']).toContain('OnCalendar=*-*-* 03:30\n');
    expect(systemdUnits({ ...shop, dataDir: '/home/ana/data' })['shop.service']).toContain('ProtectHome=read-only');
  });
});
