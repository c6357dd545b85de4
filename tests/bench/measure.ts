import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inFolder, undoLater } from './clean-up.ts';

export interface Cost {
  seconds: number;
  /** CPU time of all its Node processes and threads, which is more reliable than the clock on a shared machine. */
  processorSeconds: number;
  /** The memory of the largest of its Node processes. */
  peakMiB: number;
  /** Its output. */
  output: string;
}

/** Runs a Node program of the project and returns its output; its progress goes to stderr. Rejects when it fails. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  // A process group of its own, so that its child processes can be ended too.
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    // SQLite, whatever `.env` says.
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', DATABASE_URL: '', ...env },
  });
  const end = undoLater(() => endGroup(child));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${signal ?? `code ${code}`}:\n${output}`);
    return output;
  } finally {
    end();
  }
}

/** Runs a program the same way, and also returns its cost. */
export const measure = (args: string[], env: Record<string, string>): Promise<Cost> =>
  inFolder(os.tmpdir(), async (folder) => {
    const notes = path.join(folder, 'notes');
    const preload = pathToFileURL(path.join(import.meta.dirname, 'note-cost.ts')).href;
    const begin = performance.now();
    const output = await run(args, {
      ...env,
      BENCH_NOTES: notes,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}`,
    });
    const seconds = (performance.now() - begin) / 1000;
    const processes = readFileSync(notes, 'utf8').trim().split('\n');
    const [kib, microseconds] = [0, 1].map((field) => processes.map((line) => Number(line.split(' ')[field])));
    return {
      seconds,
      processorSeconds: microseconds!.reduce((sum, of) => sum + of) / 1e6,
      peakMiB: Math.max(...kib!) / 1024,
      output,
    };
  });

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}
