/** Fills the files that docs/scaling.md tells a sysadmin to copy, so that the tests run what the documents say. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export const PASSWORD = 'not-a-secret';

export interface Place {
  /** `127.x.y`: its addresses .1, .2 and .3 are the machines. */
  network: string;
  /** The number of the machine, from 1. */
  machine: number;
  /** Where the machine's programs write. */
  folder: string;
}

const NAMES = ['one', 'two', 'three'];

/**
 * The values that the document names, and then paths and ports of the test. Throws when the file no longer holds one of
 * them.
 */
function filled(name: string, { network, machine }: Place, replacements: [string, string][]): string {
  const values: Record<string, string> = {
    NAME: NAMES[machine - 1] ?? 'front',
    SELF: `${network}.${machine}`,
    ONE: `${network}.1`,
    TWO: `${network}.2`,
    THREE: `${network}.3`,
    // This machine calls itself from 127.0.0.1.
    NETWORK: '127.0.0.0/8',
    DATABASE_PASSWORD: PASSWORD,
    POSTGRES: '17',
  };
  const text = readFileSync(`docs/cluster/${name}`, 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, value: string) => {
    if (values[value] === undefined) throw new Error(`docs/cluster/${name} has an unknown value ${value}`);
    return values[value];
  });
  return replacements.reduce((now, [documented, own]) => {
    if (!now.includes(documented)) throw new Error(`docs/cluster/${name} has no ${documented}`);
    return now.replaceAll(documented, own);
  }, text);
}

export const etcdSettings = (place: Place): Record<string, string> =>
  parseEnv(filled('etcd.env', place, [['/var/lib/etcd/vitrine', `${place.folder}/etcd`]])) as Record<string, string>;

/** `programs`: the folder of PostgreSQL's. */
export const patroniSettings = (place: Place, programs: string): string =>
  filled('patroni.yml', place, [
    ['/var/lib/postgresql/vitrine', `${place.folder}/postgres/data`],
    ['/var/lib/postgresql/', `${place.folder}/`],
    ['/usr/lib/postgresql/17/bin', programs],
    ['/var/run/postgresql', place.folder],
  ]);

/** `visitors`: where visitors arrive. `database`: where a shop asks for the primary. */
export const haproxySettings = (place: Place, { visitors, database }: { visitors: string; database: string }): string =>
  filled('haproxy.cfg', place, [
    // The test's HAProxy belongs to the user who runs the tests, and writes to its standard error.
    ['    user haproxy\n    group haproxy\n    chroot /var/lib/haproxy\n', ''],
    ['log /dev/log local0 notice', 'log stderr format timed local0 notice'],
    ['bind :80', `bind ${visitors}`],
    ['bind 127.0.0.1:5000', `bind ${database}`],
  ]);
