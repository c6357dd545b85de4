import { pathToFileURL } from 'node:url';

/** Ways to break the shop on purpose, to see that the storm notices: what is replaced in the built server. */
export const MUTANTS = {
  /** SQLite never waits for the disk. */
  'sync-off': { find: 'synchronous = FULL', put: 'synchronous = OFF' },
  /** SQLite waits for the disk at checkpoints only. */
  'sync-normal': { find: 'synchronous = FULL', put: 'synchronous = NORMAL' },
  /** Every mail goes out twice. */
  'send-twice': { find: 'await gateway.send(', put: 'await (async (mail) => { await gateway.send(mail); await gateway.send(mail); })(' },
};

export type Mutant = keyof typeof MUTANTS;

export interface Preloaded {
  mutant?: Mutant;
  /** Where the shop notes how much of SQLite's log is on the disk. */
  syncNotes?: string;
}

/** The environment of a shop's process that begins with `preload.ts`. */
export const preloadEnv = ({ mutant = undefined, syncNotes = '' }: Preloaded): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL('tests/storm/preload.ts').href}`,
  STORM_MUTANT: mutant ?? '',
  STORM_SYNC_NOTES: syncNotes,
});
