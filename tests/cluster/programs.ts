import { existsSync } from 'node:fs';
import { findPrograms } from '../support/postgres.ts';

/** Debian's programs by package. */
export const PROGRAMS = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };

/** Why the test cluster cannot run here; undefined where it can. */
export function withoutCluster(): string | undefined {
  if (process.platform !== 'linux') return 'the test cluster needs Linux, where all of 127.0.0.0/8 is this machine';
  const missing = Object.entries(PROGRAMS).flatMap(([name, file]) => (existsSync(file) ? [] : [name === 'etcd' ? 'etcd-server' : name]));
  if (!findPrograms()) missing.push('postgresql');
  return missing.length === 0 ? undefined : `the test cluster needs Debian's packages: apt-get install ${missing.join(' ')}`;
}
