import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

/** A program of the cluster that can be killed and started again. */
export interface Service {
  start: () => void;
  /** Ends the program and waits until it has ended. */
  end: (signal: NodeJS.Signals) => Promise<void>;
  /** Stops the program without ending it; the returned function resumes it. */
  freeze: () => () => void;
  pid: () => number | undefined;
}

/** Its output is added to the file `log`. */
export function service(program: string, args: string[], log: string, options: SpawnOptions = {}): Service {
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    start() {
      if (isRunning()) return;
      const output = openSync(log, 'a');
      child = spawn(program, args, { ...options, stdio: ['ignore', output, output] });
      closeSync(output);
    },
    async end(signal) {
      if (!isRunning()) return;
      const exit = once(child!, 'exit');
      child!.kill(signal);
      await exit;
    },
    freeze() {
      const frozen = child;
      frozen?.kill('SIGSTOP');
      return () => void frozen?.kill('SIGCONT');
    },
    pid: () => (isRunning() ? child!.pid : undefined),
  };
}
