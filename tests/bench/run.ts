/** `npm run bench -- [part]`: how fast the shop is. Figures as Markdown to stdout, progress to stderr. */
import { Argument, Command, InvalidArgumentError } from 'commander';
import { benchAccounts } from './accounts.ts';
import { benchBuild } from './build.ts';
import { benchCheckout } from './checkout.ts';
import { benchImport } from './import.ts';
import { run } from './measure.ts';
import { describeMachine } from './report.ts';
import { benchServer } from './server.ts';

interface Options {
  sizes: number[];
  seconds: number;
}

const PARTS = {
  import: () => benchImport(),
  build: ({ sizes }) => benchBuild(sizes),
  server: ({ seconds }) => benchServer(seconds),
  accounts: ({ seconds }) => benchAccounts(seconds),
  checkout: ({ seconds }) => benchCheckout(seconds),
  search: () => run(['--expose-gc', 'tests/bench/search.ts']),
} satisfies Record<string, (options: Options) => Promise<string>>;

type Part = keyof typeof PARTS;

const wholeNumber = (most: number) => (text: string) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) throw new InvalidArgumentError(`Write a whole number from 1 to ${most}.`);
  return value;
};

new Command('bench')
  .addArgument(new Argument('[part]', 'all without it').choices(Object.keys(PARTS)))
  .option('--sizes <list>', 'products per build', (list) => list.split(',').map(wholeNumber(100_000)), [200, 1000, 5000])
  .option('--seconds <n>', 'per address of the server, for logins, and per number of buyers', wholeNumber(60), 5)
  .action(async (part: Part | undefined, options: Options) => {
    for (const name of part ? [part] : (Object.keys(PARTS) as Part[])) {
      console.log(`${describeMachine()}\n`);
      console.log(`${(await PARTS[name](options)).trimEnd()}\n`);
    }
  })
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
