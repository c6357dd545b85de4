/**
 * Runs in the shop's process before its program. It breaks the shop on purpose, or notes what a power cut would leave.
 */
import { registerHooks } from 'node:module';
import { MUTANTS, type Mutant } from './mutants.ts';
import { recordSyncs } from './sync-notes.ts';

const { STORM_MUTANT: mutant, STORM_SYNC_NOTES: notes } = process.env;

if (mutant) {
  const { find, put } = MUTANTS[mutant as Mutant];
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.startsWith('file:') || url.includes('/node_modules/') || !loaded.source) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return source.includes(find) ? { ...loaded, source: source.replaceAll(find, put) } : loaded;
    },
  });
}
if (notes) recordSyncs(notes);
