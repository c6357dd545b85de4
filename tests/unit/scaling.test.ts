import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { PROGRAMS } from '../cluster/programs.ts';
import { etcdSettings, haproxySettings, patroniSettings } from '../cluster/settings-files.ts';

const text = readFileSync('docs/scaling.md', 'utf8');
const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);
const place = { network: '127.1.2', machine: 2, folder: '/scratch' };
const listeners = { visitors: '127.1.2.2:8080', database: '127.1.2.2:5000' };

describe('docs/scaling.md', () => {
  it('has steps that a shell can parse', () => {
    expect(blocks.length).toBeGreaterThan(6);
    for (const block of blocks) expect(spawnSync('sh', ['-n'], { input: block }).status, block).toBe(0);
  });

  it('copies every file of docs/cluster after listing all their values', () => {
    const [, exported = ''] = /^export (.+)$/m.exec(text)!;
    for (const name of readdirSync('docs/cluster')) {
      expect(text).toContain(`envsubst < /opt/vitrine/docs/cluster/${name} > `);
      const values = readFileSync(`docs/cluster/${name}`, 'utf8').matchAll(/\$\{(\w+)\}/g);
      for (const [, value] of values) expect(exported.split(' '), name).toContain(value);
    }
  });

  it('explains only values that the files have', () => {
    const { ttl, loop_wait, retry_timeout, ...dcs } = (
      parse(patroniSettings(place, '/bin')) as { bootstrap: { dcs: Record<string, number> } }
    ).bootstrap.dcs;
    expect(text).toContain(`\`ttl: ${ttl}\`, \`loop_wait: ${loop_wait}\`, \`retry_timeout: ${retry_timeout}\``);
    expect(text).toContain(`\`primary_start_timeout: ${dcs.primary_start_timeout}\``);
    expect(loop_wait! + 2 * retry_timeout!).toBeLessThanOrEqual(ttl!);
    const haproxy = haproxySettings(place, listeners);
    for (const words of ['inter 1s', 'fall 3', 'on-marked-down shutdown-sessions', 'retry-on', 'disable-l7-retry'])
      expect(haproxy).toContain(words);
  });

  it('gives each machine its own addresses', () => {
    expect(etcdSettings(place)).toMatchObject({ ETCD_NAME: 'two', ETCD_LISTEN_CLIENT_URLS: 'http://127.1.2.2:2379' });
    expect(parse(patroniSettings(place, '/bin'))).toMatchObject({
      name: 'two',
      postgresql: { connect_address: '127.1.2.2:5432' },
    });
  });

  it.skipIf(!existsSync(PROGRAMS.haproxy))('creates a file that HAProxy accepts', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-haproxy-'));
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(file, haproxySettings(place, listeners));
    const { status, stderr } = spawnSync(PROGRAMS.haproxy, ['-c', '-f', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(status, stderr).toBe(0);
  });
});
