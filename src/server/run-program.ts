import { ConfigError } from '#src/settings/environment/config.ts';
import { OWN_UMASK } from './own-files.ts';

/** Signals by which a terminal, a service manager or a closed window ends a program. */
export const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A child program failed or was ended, and has already printed the reason. */
export class ToolError extends Error {
  override name = 'ToolError';
}

/** The program cannot do the requested work; the message says how the user can fix that. */
export class Refusal extends Error {
  override name = 'Refusal';
}

/** Service managers do not restart a program with this exit code, because only other settings help. */
export const WRONG_SETTINGS = 2;
/**
 * A configuration error that may pass without a change, for example a database that is still starting (`EX_TEMPFAIL`).
 */
const TRY_LATER = 75;

/**
 * Runs a program. Errors that the user can fix are printed without a stack: a wrong configuration exits with code 2 or
 * 75, a refusal and an error that `explain` translates with code 1.
 */
export async function runProgram(
  main: () => unknown,
  explain: (error: unknown) => string | undefined = () => undefined,
): Promise<void> {
  // Databases, mails and backups contain customers' data, so other users of the machine must not read them.
  process.umask(OWN_UMASK);
  try {
    await main();
  } catch (error) {
    const isConfig = error instanceof ConfigError;
    const message = isConfig || error instanceof Refusal ? error.message : explain(error);
    if (message === undefined && !(error instanceof ToolError)) throw error;
    if (message !== undefined) console.error(message);
    process.exitCode = !isConfig ? 1 : error.mayPass ? TRY_LATER : WRONG_SETTINGS;
    process.channel?.unref(); // otherwise the open channel to the parent would keep this process alive
  }
}
