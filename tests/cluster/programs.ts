import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findPrograms } from '../support/outside/postgres.ts';

/** Debian's programs by package. */
export const PROGRAMS = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };

/**
 * Whether this Patroni overwrites the claim of its successor, when it was the primary, stood still for longer than
 * `ttl` and goes on (patroni/patroni#2689, mended in 3.0.3). Then two machines claim to be the primary for a moment,
 * and none becomes the standby.
 */
export function takesClaimsBack(): boolean {
  const { stdout } = spawnSync(PROGRAMS.patroni, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0, patch = 0] = (/\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? '').split('.').map(Number);
  return major * 10_000 + minor * 100 + patch < 30_003;
}

/** Patroni's way to etcd. Debian's patroni is content with the client of another store, so this one may be missing. */
const ETCD_CLIENT = '/usr/lib/python3/dist-packages/etcd';

/** Why the test cluster cannot run here; undefined where it can. */
export function withoutCluster(): string | undefined {
  if (process.platform !== 'linux') return 'the test cluster needs Linux, where all of 127.0.0.0/8 is this machine';
  const missing = Object.entries(PROGRAMS).flatMap(([name, file]) =>
    existsSync(file) ? [] : [name === 'etcd' ? 'etcd-server' : name],
  );
  if (!existsSync(ETCD_CLIENT)) missing.push('python3-etcd');
  if (!findPrograms()) missing.push('postgresql');
  return missing.length === 0
    ? undefined
    : `the test cluster needs Debian's packages: apt-get install ${missing.join(' ')}`;
}
