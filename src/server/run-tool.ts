import { spawn } from 'node:child_process';
import { childEnvironment } from '#src/settings/environment/config.ts';
import { END_SIGNALS, ToolError } from './run-program.ts';

/**
 * Runs a Node program of the project to its end in this terminal; rejects with ToolError when it fails. A signal ends
 * the child first, then this process. `stop` ends the child early.
 */
export function runTool(args: string[], env: Record<string, string> = {}, stop?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // The shell's own `_` would become part of the build's key.
    const given = { ...childEnvironment(), _: undefined, ASTRO_TELEMETRY_DISABLED: '1', ...env };
    let ending: NodeJS.Signals | undefined;
    // Without this the child would continue without the parent's lock. A signal may even arrive while the child starts.
    const end = (signal: NodeJS.Signals) => {
      ending = signal;
      child.kill(signal);
    };
    for (const signal of END_SIGNALS) process.on(signal, end);
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: given, ...(stop && { signal: stop }) });
    child.once('error', reject).once('exit', (code, signal) => {
      for (const each of END_SIGNALS) process.off(each, end);
      if (ending) process.kill(process.pid, ending);
      else if (code === 0) resolve();
      else reject(new ToolError(`${args.join(' ')} ended with ${signal ?? `code ${code}`}`));
    });
  });
}
