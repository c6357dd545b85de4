/** `npm run storm -- --kills 25`: buyers pay while the shop is killed; prints the counts, fails when the books are wrong. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '#src/server/config.ts';
import { closeContext, createContext } from '#src/server/context.ts';
import buildSite from '../support/build-site.ts';
import { productRow, writeCatalogue } from '../support/catalogue.ts';
import { startEmulator } from '../support/emulator.ts';
import { createDatabase, startCluster } from '../support/postgres.ts';
import { shop } from '../support/site.ts';
import { storm } from './storm.ts';
import { STORM_ROWS, stormProblems, STORM_ENV } from './settings.ts';

interface Options {
  kills: number;
  buyers: number;
  engine: 'sqlite' | 'postgres';
}

const wholeNumber = (text: string) => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('Write a whole number from 1.');
  return Number(text);
};

async function main({ kills, buyers, engine }: Options): Promise<void> {
  await buildSite();
  const cluster = engine === 'postgres' ? await startCluster() : undefined;
  if (cluster && 'reason' in cluster) throw new Error(cluster.reason);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-storm-'));
  const paypal = await startEmulator();
  const env: Record<string, string> = {
    ...STORM_ENV,
    DATA_DIR: folder,
    SITE_URL: 'http://localhost:4321',
    PAYPAL_API_BASE: paypal.url,
    DATABASE_URL: cluster ? await createDatabase(cluster.url, 'storm') : '',
  };
  const ctx = createContext(readConfig(env));
  try {
    await ctx.db.migrate();
    const imported = await shop(['catalogue', 'import', writeCatalogue(path.join(folder, 'catalogue'), STORM_ROWS.map(productRow))], env);
    if (imported.code !== 0) throw new Error(imported.stderr);
    const counts = await storm({ ctx, env, paypal, kills, buyers, tell: (text) => process.stderr.write(`${text}\n`) });
    console.log(JSON.stringify({ engine, ...counts }, null, 2));
    const problems = stormProblems(counts);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await closeContext(ctx);
    await paypal.stop();
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await new Command('storm')
  .option('--kills <n>', 'how often the shop is killed', wholeNumber, 25)
  .option('--buyers <n>', 'how many buy at once', wholeNumber, 8)
  .addOption(new Option('--engine <name>').choices(['sqlite', 'postgres']).default('sqlite'))
  .action(main)
  .parseAsync();
