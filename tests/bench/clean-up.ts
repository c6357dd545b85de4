import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

const undone = new Set<() => void>();

// In reverse order, because a process must end before its folder is removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const undo of [...undone].reverse()) undo();
    process.exit(1);
  });

/** Undoes something when the returned function is called, or earlier when a signal ends the run. */
export function undoLater(undo: () => void): () => void {
  undone.add(undo);
  return () => {
    undone.delete(undo);
    undo();
  };
}

/** A private folder below `parent`, removed after the work. */
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
