/**
 * `npm run storm -- --kills 25`: buyers pay while the shop is killed. Prints what happened; fails when the records are
 * wrong, and with `--mutant` when they are right.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { sql } from 'kysely';
import { readConfig } from '#src/settings/environment/config.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import buildSite from '../support/shops/build-site.ts';
import { productRow, writeCatalogue } from '../support/catalogue/catalogue.ts';
import { emulatorProcess, type RunningEmulator } from '../support/outside/emulator.ts';
import { startMailServer } from '../support/outside/mail-server.ts';
import { createDatabase, startCluster } from '../support/outside/postgres.ts';
import { shop } from '../support/shops/site.ts';
import { siteSellingAll } from '../support/shops/transfer-shop.ts';
import { withoutCluster } from '../cluster/programs.ts';
import { newSeed } from './chance.ts';
import { FAULTS, SHORT, type FaultName } from './cluster-faults.ts';
import { clusterStorm } from './cluster-storm.ts';
import { MUTANTS, preloadEnv, type Mutant } from './mutants.ts';
import { powerCuts } from './power-cut.ts';
import { STORM_ENV, STORM_ROWS } from './settings.ts';
import { storm } from './storm.ts';

interface Options {
  cluster?: true;
  minutes: number;
  short?: true;
  faults?: FaultName[];
  kills: number;
  buyers: number;
  engine: 'sqlite' | 'postgres';
  seed?: number;
  mutant?: Mutant;
}

const wholeNumber = (text: string) => {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number from 1.');
  return Number(text);
};

const MOST_PRINTED = 50;

const tell = (text: string) => void process.stderr.write(`${text}\n`);

async function main(options: Options): Promise<void> {
  const { seed = newSeed() } = options;
  tell(`seed ${seed}`);
  await buildSite();
  await (options.cluster ? onCluster({ ...options, seed }) : onOneServer({ ...options, seed }));
}

async function onCluster({
  buyers,
  minutes,
  short,
  faults = short && SHORT,
  seed,
}: Options & { seed: number }): Promise<void> {
  const missing = withoutCluster();
  if (missing) throw new Error(missing);
  end(await clusterStorm({ minutes, faults, buyers, seed, tell }));
}

/** Prints what happened. A shop that was broken on purpose must have problems, any other shop none. */
function end(report: { engine?: string; problems: string[] }, mutant?: Mutant): void {
  console.log(JSON.stringify({ ...report, problems: report.problems.length }, null, 2));
  for (const problem of report.problems.slice(0, MOST_PRINTED)) console.error(problem);
  if (mutant) tell(`${mutant}: ${report.problems.length > 0 ? 'found out' : 'not found out'}`);
  if (report.problems.length > 0 !== Boolean(mutant)) process.exitCode = 1;
}

async function onOneServer({ kills, buyers, engine, seed, mutant }: Options & { seed: number }): Promise<void> {
  const problems: string[] = [];
  if (engine === 'sqlite')
    problems.push(...(await inShop(engine, (own) => powerCuts({ ...own, mutant, orders: 40, cuts: 200, seed }))));
  tell(`power cuts: ${problems.length} problems`);
  const report = await inShop(engine, async ({ ctx, env, paypal }) => {
    const mail = await startMailServer();
    const own = mutant ? { ...env, ...preloadEnv({ mutant }) } : env;
    const { report } = await storm({ ctx, env: own, paypal, mail, kills, buyers, seed, tell });
    await mail.stop();
    return { ...report, problems: [...(await withoutDisk(ctx)), ...report.problems] };
  });
  end({ engine, ...report, problems: [...problems, ...report.problems] }, mutant);
}

interface Own {
  ctx: Context;
  env: Record<string, string>;
  paypal: RunningEmulator;
}

/** A shop with goods in a temporary folder or cluster, which is deleted after the action. */
async function inShop<T>(engine: Options['engine'], act: (own: Own) => Promise<T>): Promise<T> {
  const cluster = engine === 'postgres' ? await startCluster({ durable: true }) : undefined;
  if (cluster && 'reason' in cluster) throw new Error(cluster.reason);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-storm-'));
  const paypal = await emulatorProcess();
  const site = siteSellingAll();
  const env: Record<string, string> = {
    ...STORM_ENV,
    ...site.env,
    DATA_DIR: folder,
    SITE_URL: 'http://localhost:4321',
    PAYPAL_API_BASE: paypal.url,
    DATABASE_URL: cluster ? await createDatabase(cluster.url, 'storm') : '',
  };
  const ctx = createContext(readConfig(env));
  try {
    await ctx.db.migrate();
    const imported = await shop(
      ['catalogue', 'import', writeCatalogue(path.join(folder, 'catalogue'), STORM_ROWS.map(productRow))],
      env,
    );
    if (imported.code !== 0) throw new Error(imported.stderr);
    return await act({ ctx, env, paypal });
  } finally {
    await closeContext(ctx);
    await paypal.stop();
    await cluster?.stop();
    site.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A storm on a database that does not wait for the disk would prove nothing. */
async function withoutDisk({ db }: Context): Promise<string[]> {
  const settings =
    db.engine === 'sqlite' ? { 'pragma synchronous': 2 } : { 'show fsync': 'on', 'show synchronous_commit': 'on' };
  const wrong: string[] = [];
  for (const [query, wanted] of Object.entries(settings)) {
    // SQLite reads on another connection, whose setting does not matter.
    const [row] = (await db.write((tx) => sql<Record<string, unknown>>`${sql.raw(query)}`.execute(tx))).rows;
    const value = Object.values(row ?? {})[0];
    if (value !== wanted) wrong.push(`${query}: ${String(value)}, not ${wanted}`);
  }
  return wrong;
}

await new Command('storm')
  .option('--cluster', 'three machines under Patroni and HAProxy, whose parts die one after another')
  .option('--minutes <n>', 'with --cluster: how long', wholeNumber, 10)
  .option('--short', 'with --cluster: each kind of part dies once')
  .addOption(
    new Option('--faults <names...>', 'with --cluster: these, one after the other').choices(Object.keys(FAULTS)),
  )
  .option('--kills <n>', 'how often the shop is killed', wholeNumber, 25)
  .option('--buyers <n>', 'how many buy at once', wholeNumber, 8)
  .addOption(new Option('--engine <name>').choices(['sqlite', 'postgres']).default('sqlite'))
  .option('--seed <n>', 'makes the choices of an earlier storm again', wholeNumber)
  .addOption(
    new Option('--mutant <name>', 'breaks the shop on purpose: the storm must find problems').choices(
      Object.keys(MUTANTS),
    ),
  )
  .action(main)
  .parseAsync();
