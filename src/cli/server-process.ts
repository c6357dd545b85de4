import path from 'node:path';
import { handedVariable } from '#src/settings/environment/config.ts';
import { codeFolder, requireSite, SERVER_PROGRAM } from '#src/site/site-record.ts';

/**
 * Node grows its heap by the machine's memory before it frees what requests left: 400 MiB where 40 are in use. These
 * flags keep a loaded server below 250 MiB. NODE_OPTIONS overrides them, for a catalogue of tens of thousands of
 * products.
 */
const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=384'];

/** glibc keeps a memory pool for each thread. With two pools, compression keeps 20 MiB less and is as fast. */
const POOLS = { MALLOC_ARENA_MAX: '2' };

export const serverFlags = (): string[] =>
  HEAP.filter((flag) => !handedVariable('NODE_OPTIONS')?.includes(flag.replace(/=.*/, '')));

export const serverEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...POOLS, ...env });

/** The built server's program; throws ConfigError when nothing is built. */
export const serverProgram = (distDir: string): string =>
  path.join(codeFolder(distDir, requireSite(distDir)), SERVER_PROGRAM);
