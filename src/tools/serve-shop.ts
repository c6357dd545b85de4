import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { codeFolder, DIST, requireSite, SERVER_PROGRAM } from '#src/server/site/site-record.ts';

/**
 * Node lets its heap grow by the machine's memory before it clears away what requests left: 400 MiB where 40 are in use.
 * These keep a server under load below 250 MiB; NODE_OPTIONS may say otherwise, for a catalogue of tens of thousands.
 */
const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=384'];

export const serverFlags = (): string[] => HEAP.filter((flag) => !process.env.NODE_OPTIONS?.includes(flag.replace(/=.*/, '')));

/** The built server's program; throws ConfigError where nothing is built. */
export const serverProgram = (distDir: string): string => path.join(codeFolder(distDir, requireSite(distDir)), SERVER_PROGRAM);

/** The server as a process of its own that ends with this one, and this one with it. Throws ConfigError where nothing is built. */
export function serveShop(env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const server = fork(serverProgram(DIST), { stdio: 'inherit', env, execArgv: serverFlags() });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
  server.once('exit', (code) => process.exit(code ?? 1));
  return server;
}
