import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { S3mini } from 's3mini';
import { freePort } from './free-port.ts';
import { until } from '../until.ts';

const SERVERS = ['account', 'container', 'object', 'proxy'];
const DEBIAN = '/usr/bin';

/**
 * OpenStack Swift answers by the S3 protocol. Debian: apt-get install swift-proxy swift-account swift-container
 * swift-object
 */
export const hasSwift = SERVERS.every((name) => existsSync(path.join(DEBIAN, `swift-${name}-server`)));

const KEY = 'shop:owner';
/** With signs that an address has to escape. */
const SECRET = 'secret/+of-the=shop';

export interface TestStore {
  /** For OBJECT_STORE_URL. */
  url: string;
  stop: () => Promise<void>;
}

/** Starts an object store on this machine, with a bucket. */
export async function startObjectStore(): Promise<TestStore> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-swift-'));
  const ports = new Map<string, number>();
  for (const name of SERVERS) ports.set(name, await freePort());
  writeSettings(folder, ports);
  const children = SERVERS.map((name): ChildProcess =>
    spawn(path.join(DEBIAN, `swift-${name}-server`), [`${name}.conf`], { cwd: folder, stdio: 'ignore' }),
  );
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const bucket = `http://127.0.0.1:${ports.get('proxy')}/vitrine`;
  const client = new S3mini({ accessKeyId: KEY, secretAccessKey: SECRET, endpoint: bucket, region: 'us-east-1' });
  // Creating it may be answered too late by servers that are still starting.
  const exists = () => client.bucketExists().catch(() => false);
  try {
    await until('the object store has a bucket', () => client.createBucket().catch(exists), 90);
  } catch (error) {
    await stop();
    throw error;
  }
  const [user, password] = [KEY, SECRET].map(encodeURIComponent);
  return { url: `${bucket.replace('://', `://${user}:${password}@`)}/shop`, stop };
}

/** One copy of everything, in one folder. */
function writeSettings(folder: string, ports: ReadonlyMap<string, number>): void {
  const user = os.userInfo().username;
  const common = (name: string) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${ports.get(name)}\nswift_dir = ${folder}\nworkers = 0\nuser = ` +
    `${user}\n`;
  const write = (name: string, text: string) => writeFileSync(path.join(folder, `${name}.conf`), text);
  mkdirSync(path.join(folder, 'disks', 'd1'), { recursive: true });
  write('swift', '[swift-hash]\nswift_hash_path_suffix = test\nswift_hash_path_prefix = test\n');
  for (const name of ['account', 'container', 'object']) {
    write(
      name,
      `${common(name)}devices = ${folder}/disks\nmount_check = false\n[pipeline:main]\npipeline = ` +
        `${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    );
    const ring = (...args: string[]) =>
      execFileSync(path.join(DEBIAN, 'swift-ring-builder'), [`${name}.builder`, ...args], {
        cwd: folder,
        stdio: 'ignore',
      });
    ring('create', '4', '1', '0');
    ring('add', `r1z1-127.0.0.1:${ports.get(name)}/d1`, '1');
    ring('rebalance');
  }
  const filters = ['catch_errors', 'listing_formats', 'copy', 'dlo', 'slo'].map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name}\n`,
  );
  write(
    'proxy',
    `${common('proxy')}[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth copy dlo slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${KEY.replace(':', '_')} = ${SECRET} .admin
${filters.join('')}`,
  );
}
