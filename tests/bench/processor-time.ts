import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

interface Process {
  parent: number;
  /** Of the process, and of its children that ended. */
  ms: number;
}

function processes(): Map<number, Process> {
  const found = new Map<number, Process>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The program's name may hold spaces and brackets, so the fields are counted from behind it.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
        .map(Number);
      const [parent = 0] = fields.slice(1);
      const ticks = fields.slice(11, 15).reduce((sum, part) => sum + part, 0);
      found.set(Number(name), { parent, ms: ticks * TICK_MS });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}

/** The processor time in ms that these processes and all below them have used so far. */
export function processorTime(pids: readonly (number | undefined)[]): number {
  const all = processes();
  const isBelow = (pid: number): boolean => {
    if (pids.includes(pid)) return true;
    const parent = all.get(pid)?.parent;
    return parent !== undefined && parent > 1 && isBelow(parent);
  };
  return [...all].reduce((sum, [pid, { ms }]) => sum + (isBelow(pid) ? ms : 0), 0);
}
