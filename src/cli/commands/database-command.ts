import { Command } from 'commander';
import { ConfigError, loadConfig, type Config } from '#src/settings/environment/config.ts';
import { databasePlace, openDatabase } from '#src/server/db/open-database.ts';
import { moveDatabase } from '#src/server/db/move-database.ts';
import { takeSoleUse } from '#src/server/db/sole-use.ts';
import { createLog } from '#src/server/log.ts';
import { requireDatabase } from '#src/server/with-context.ts';

export function databaseCommand(): Command {
  const database = new Command('database').description('The database as a whole.');
  database
    .command('move')
    .description(
      'copy the SQLite database of DATA_DIR to an empty PostgreSQL database and compare each row; ' +
        'stop the shop first',
    )
    .option('--to <url>', 'postgres://user:password@host/database (default: DATABASE_URL)')
    .action(({ to }: { to?: string }) => move(to));
  return database;
}

async function move(named: string | undefined): Promise<void> {
  const config = loadConfig();
  const to = named ?? config.databaseUrl;
  if (!to || !/^postgres(ql)?:$/.test(URL.parse(to)?.protocol ?? ''))
    throw new ConfigError(
      '--to: name a PostgreSQL database. Example: npm run shop -- database move --to ' +
        'postgres://user:password@localhost:5432/shop',
    );
  const source: Config = { ...config, databaseUrl: undefined };
  const log = createLog('warn');
  await requireDatabase(source);
  const { release: releaseFirst } = takeSoleUse(source.dataDir);
  await releaseFirst();
  const migrated = openDatabase(source, log, true);
  await migrated.migrate().finally(() => migrated.close());
  const { reader, release } = takeSoleUse(source.dataDir);
  const tell = (text: string) => console.log(text);
  await moveDatabase({ from: reader!, to, log, tell }).finally(release);
  const [here, there] = [databasePlace(source), databasePlace({ ...config, databaseUrl: to })];
  tell(
    `The shop's data is in ${there}. Set DATABASE_URL to it, then start the shop. ${here} stays as it is; ` +
      'the shop uses it no more.',
  );
}
