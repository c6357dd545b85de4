import { pathToFileURL } from 'node:url';

/** Replacements in the built server that break the shop on purpose. The storm must notice each one. */
export const MUTANTS = {
  /** SQLite never waits for the disk. */
  'sync-off': { find: 'synchronous = FULL', put: 'synchronous = OFF' },
  /** SQLite waits for the disk at checkpoints only. */
  'sync-normal': { find: 'synchronous = FULL', put: 'synchronous = NORMAL' },
  /** Every mail is sent twice. */
  'send-twice': {
    find: 'await gateway.send(',
    put: 'await (async (mail) => { await gateway.send(mail); await gateway.send(mail); })(',
  },
  /** A code is never used up. */
  'endless-codes': { find: 'Number(used ?? 0) >= most', put: 'Number(used ?? 0) >= most + 1' },
  /** A checkout that ended without payment keeps its use. */
  'kept-uses': { find: 'eb("hold", "in", ["held", "sold"]', put: 'eb("hold", "in", ["held", "sold", "released"]' },
};

export type Mutant = keyof typeof MUTANTS;

export interface Preloaded {
  mutant?: Mutant;
  /** The file in which the shop notes how much of SQLite's log is on the disk. */
  syncNotes?: string;
}

/** The environment of a shop's process that loads `preload.ts` first. */
export const preloadEnv = ({ mutant, syncNotes = '' }: Preloaded): Record<string, string> => ({
  NODE_OPTIONS: `--import=${pathToFileURL('tests/storm/preload.ts').href}`,
  STORM_MUTANT: mutant ?? '',
  STORM_SYNC_NOTES: syncNotes,
});
