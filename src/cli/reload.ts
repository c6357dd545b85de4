import { ConfigError, loadConfig, type Config } from '#src/settings/environment/config.ts';
import { databasePlace } from '#src/server/db/open-database.ts';

// A closing terminal also sends SIGHUP, and the shop must exit with it.
const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);

/** Whether a signal requests new settings; service managers send SIGHUP. */
export const isReload = (signal: NodeJS.Signals): boolean => signal === 'SIGHUP' && !hasTerminal;

/** The new settings, or why a running shop cannot apply them. */
export function readNewSettings(present: Config): Config | string {
  try {
    const next = loadConfig();
    // During a handover both servers accept orders, so they need the same database.
    const moved = databasePlace(next) !== databasePlace(present) || next.dataDir !== present.dataDir;
    return moved ? 'DATA_DIR or the place in DATABASE_URL changed, which only a restart can follow.' : next;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}
