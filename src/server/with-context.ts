import { COMMAND_LINE } from './audit/audit.ts';
import { ConfigError, loadConfig, readVariables, type Config } from '#src/settings/environment/config.ts';
import { actingAs, closeContext, createContext, type Context } from './context.ts';
import { databaseExists, databasePlace } from './db/open-database.ts';
import { refuseOtherKind } from './db/rehearsal-mark.ts';
import { createLog } from './log.ts';

const BY_COMMAND = { staffId: null, who: COMMAND_LINE, address: '' };

interface Options {
  /**
   * Only `npm start`, `npm run dev` and `catalogue import` create a database: for other commands a missing one means a
   * wrong environment.
   */
  creates?: boolean;
}

/** Opens the context on a migrated database for one command, and always closes it. */
export async function withContext<T>(act: (ctx: Context) => Promise<T>, { creates = false }: Options = {}): Promise<T> {
  // The command itself reports its result in the terminal.
  const config = readVariables().LOG_LEVEL ? loadConfig() : { ...loadConfig(), logLevel: 'warn' as const };
  if (!creates) await requireDatabase(config);
  const ctx = createContext(config);
  try {
    await ctx.db.migrate();
    await refuseOtherKind(ctx);
    return await act(actingAs(ctx, BY_COMMAND));
  } finally {
    await closeContext(ctx);
  }
}

/** Throws ConfigError when the shop has no database, because a new, empty one would look like lost data. */
export async function requireDatabase(config: Config): Promise<void> {
  if (await databaseExists(config, createLog(config.logLevel))) return;
  const place = databasePlace(config);
  throw new ConfigError(
    config.databaseUrl
      ? `There is no shop in the database ${place}. Set DATABASE_URL to the shop's database, or create one with: ` +
          'npm start'
      : `There is no database ${place}. Set DATA_DIR to the shop's data folder (or DATABASE_URL for PostgreSQL), ` +
          'or create one with: npm start',
  );
}
