import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { CHILD_ENV } from './site.ts';

export interface Watcher {
  process: ChildProcess;
  output: () => string;
  /** Resolves when the watcher has printed this text since the last call. */
  printed: (text: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** `npm run shop -- watch` of the shop whose sources are in `folder`. */
export function startWatcher(env: Record<string, string>, folder = '.'): Watcher {
  const child = spawn(process.execPath, ['src/cli/shop.ts', 'watch'], {
    cwd: folder,
    env: { ...process.env, ...CHILD_ENV, ...env },
  });
  let output = '';
  let seen = 0;
  const told = new EventEmitter();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      told.emit('more');
    });
  child.once('exit', () => told.emit('more'));
  return {
    process: child,
    output: () => output,
    async printed(text) {
      while (output.indexOf(text, seen) < 0) {
        if (child.exitCode !== null) throw new Error(`The watcher has ended:\n${output}`);
        await once(told, 'more');
      }
      seen = output.indexOf(text, seen) + text.length;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
