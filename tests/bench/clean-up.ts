import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

const undone = new Set<() => void>();

// The last first: a process is ended before its folder is removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const undo of [...undone].reverse()) undo();
    process.exit(1);
  });

/** Undoes something when the answer is called, or when a signal ends the run before. */
export function undoLater(undo: () => void): () => void {
  undone.add(undo);
  return () => {
    undone.delete(undo);
    undo();
  };
}

/** A folder of one's own below `parent`, removed when the work is over. */
export async function inFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'bench-'));
  const remove = undoLater(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
