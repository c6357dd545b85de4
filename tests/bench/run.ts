/**
 * `npm run bench -- [part]`: measures the shop's speed. Figures go as Markdown to stdout and RESULTS.md, progress to
 * stderr. Names the figures that became worse since the last recorded run.
 */
import { Argument, Command, InvalidArgumentError } from 'commander';
import { benchAccounts } from './accounts.ts';
import { benchBuild } from './build.ts';
import { benchCheckout } from './checkout.ts';
import { benchCluster } from './cluster.ts';
import { benchDesk } from './desk.ts';
import { benchImport } from './import.ts';
import { benchLimits } from './limits.ts';
import { benchLists } from './lists.ts';
import { worsened } from './compare-figures.ts';
import { withoutWrk } from './load.ts';
import { run } from './measure.ts';
import { benchPages } from './pages.ts';
import { benchPictures } from './pictures.ts';
import { describeMachine } from './report.ts';
import { saveResult } from './results.ts';
import { benchServer } from './server.ts';
import { benchTaps } from './taps.ts';

interface Options {
  sizes: number[];
  seconds: number;
  strain: number;
  runs: number;
}

const PARTS = {
  import: () => benchImport(),
  build: ({ sizes }) => benchBuild(sizes),
  server: ({ seconds, strain }) => benchServer(seconds, strain),
  accounts: ({ seconds }) => benchAccounts(seconds),
  checkout: ({ seconds }) => benchCheckout(seconds),
  cluster: ({ seconds }) => benchCluster(seconds),
  search: () => run(['--expose-gc', 'tests/bench/search.ts']),
  pictures: () => benchPictures(),
  pages: ({ runs }) => benchPages(runs),
  taps: ({ runs }) => benchTaps(runs),
  desk: () => benchDesk(),
  lists: () => benchLists(),
  limits: () => benchLimits(),
} satisfies Record<string, (options: Options) => Promise<string>>;

type Part = keyof typeof PARTS;

const NEED_WRK: Part[] = ['server', 'accounts', 'cluster'];

const wholeNumber = (most: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new InvalidArgumentError(`Write a whole number from 1 to ${most}.`);
  return value;
};

new Command('bench')
  .addArgument(new Argument('[part]', 'all without it').choices(Object.keys(PARTS)))
  .option(
    '--sizes <list>',
    'products per build',
    (list) => list.split(',').map(wholeNumber(100_000)),
    [200, 1000, 5000],
  )
  .option('--seconds <n>', 'per address of the server, for logins, and per number of buyers', wholeNumber(60), 5)
  .option('--runs <n>', 'of each tap, visits of each page', wholeNumber(100), 5)
  .option('--strain <seconds>', 'all addresses of the server in turn, from 256 connections', wholeNumber(3600), 60)
  .action(async (part: Part | undefined, options: Options, command: Command) => {
    const parts = part ? [part] : (Object.keys(PARTS) as Part[]);
    // Asked first, because the shop that they measure takes minutes to build.
    const missing = parts.some((name) => NEED_WRK.includes(name)) ? withoutWrk() : undefined;
    if (missing) command.error(`error: ${missing}`);
    for (const name of parts) {
      const text = `${describeMachine()}\n\n${(await PARTS[name](options)).trimEnd()}\n`;
      console.log(text);
      const worse = worsened(saveResult(name, text), text);
      if (worse.length > 0)
        console.log(
          `Worse by more than half than in the last recorded run:\n${worse.map((line) => `- ${line}`).join('\n')}\n`,
        );
    }
  })
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
