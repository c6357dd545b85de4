import { spawn } from 'node:child_process';

/** A program failed and has said why. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** Runs a Node program of the project to its end, with this terminal; rejects with ToolError when it fails. */
export function runTool(args: string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env } })
      .once('error', reject)
      .once('exit', (code) => (code === 0 ? resolve() : reject(new ToolError(`${args.join(' ')} ended with code ${code}`))));
  });
}
