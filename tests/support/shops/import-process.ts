import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { CHILD_ENV } from './site.ts';

export interface ImportProcess {
  process: ChildProcess;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  stderr: () => string;
  /** Resolves when the import has printed this much progress, or has ended. */
  progressed: (text: RegExp) => Promise<void>;
}

/** An import of any size in its own process, which a test can watch or kill. */
export function startImport(folder: string, env: Record<string, string>): ImportProcess {
  const child = spawn(process.execPath, ['src/cli/shop.ts', 'catalogue', 'import', folder, '--yes'], {
    env: { ...process.env, ...CHILD_ENV, ...env },
  });
  let stderr = '';
  child.stdout.resume();
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
  return {
    process: child,
    ended,
    stderr: () => stderr,
    async progressed(text) {
      const over = ended.then(() => true);
      while (!text.test(stderr) && !(await Promise.race([once(child.stderr, 'data').then(() => false), over])))
        continue;
    },
  };
}
