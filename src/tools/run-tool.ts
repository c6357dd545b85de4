import { spawn } from 'node:child_process';

/** Runs a Node program of the project to its end, with this terminal; rejects when it fails. */
export function runTool(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } })
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with code ${code}`))));
  });
}
