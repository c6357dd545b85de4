import { ConfigError } from './config.ts';
import { OWN_UMASK } from './own-files.ts';

/** By which a terminal, a service manager or a closed window ends a program. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A program that this one ran has failed, or was told to end, and has said why. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/**
 * Runs a program. What whoever began it can mend is told without a stack: a wrong configuration ends with code 2, what
 * `explain` has words for with code 1.
 */
export async function runProgram(main: () => unknown, explain: (error: unknown) => string | undefined = () => undefined): Promise<void> {
  // Databases, mails and backups hold what customers told the shop: other users of the machine read none of it.
  process.umask(OWN_UMASK);
  try {
    await main();
  } catch (error) {
    const isConfig = error instanceof ConfigError;
    const told = isConfig ? error.message : explain(error);
    if (told === undefined && !(error instanceof ToolError)) throw error;
    if (told !== undefined) console.error(told);
    process.exitCode = isConfig ? 2 : 1;
    process.channel?.unref(); // whoever began it may still have something to say, for which it would wait
  }
}
