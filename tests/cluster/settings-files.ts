/** Fills the files that docs/scaling.md tells a sysadmin to copy, so that the tests run what the documents say. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

export const PASSWORD = 'not-a-secret';

/** Replaces each text by another; throws when the document no longer holds one of them. */
function filled(name: string, replacements: [string, string][]): string {
  return replacements.reduce(
    (text, [documented, own]) => {
      if (!text.includes(documented)) throw new Error(`docs/cluster/${name} has no ${documented}`);
      return text.replaceAll(documented, own);
    },
    readFileSync(`docs/cluster/${name}`, 'utf8'),
  );
}

export interface Place {
  /** `127.x.y`: its addresses .1, .2 and .3 are the machines, as 10.0.0.1 and so on are in the documents. */
  network: string;
  /** The number of the machine, from 1. */
  machine: number;
  /** Where the machine's programs write. */
  folder: string;
}

const NAMES = ['one', 'two', 'three'];

const nameOf = (machine: number): string => NAMES[machine - 1]!;

/** What a sysadmin changes in the first machine's file for another machine: the name, and the machine's own address. */
const asMachine = (text: string, { network, machine }: Place, own: RegExp): string =>
  text.replace(own, (line) => line.replaceAll(`${network}.1`, `${network}.${machine}`).replace(/\bone\b/, nameOf(machine)));

const withNetwork = ({ network }: Place): [string, string] => ['10.0.0.', `${network}.`];

export function etcdSettings(place: Place): Record<string, string> {
  const text = filled('etcd.env', [withNetwork(place), ['/var/lib/etcd/vitrine', `${place.folder}/etcd`]]);
  return parseEnv(asMachine(text, place, /^ETCD_(NAME|LISTEN|ADVERTISE|INITIAL_ADVERTISE).*$/gm)) as Record<string, string>;
}

export function patroniSettings(place: Place, programs: string): string {
  const { folder } = place;
  const text = filled('patroni.yml', [
    ['10.0.0.0/24', '127.0.0.0/8'], // this machine calls itself from 127.0.0.1
    withNetwork(place),
    ['/var/lib/postgresql/vitrine', `${folder}/postgres/data`],
    ['/var/lib/postgresql/', `${folder}/`],
    ['/usr/lib/postgresql/15/bin', programs],
    ['/var/run/postgresql', folder],
    ['DATABASE_PASSWORD', PASSWORD],
  ]);
  return asMachine(text, place, /^(name:| *(listen|connect_address):).*$/gm);
}

/** `visitors`: where visitors arrive. `database`: where a shop asks for the primary. */
export const haproxySettings = (place: Place, { visitors, database }: { visitors: string; database: string }): string =>
  filled('haproxy.cfg', [withNetwork(place), ['bind :80', `bind ${visitors}`], ['bind 127.0.0.1:5000', `bind ${database}`]]);
