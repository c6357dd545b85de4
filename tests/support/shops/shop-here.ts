import { formatWithOptions } from 'node:util';
import { CommanderError, type Command } from 'commander';
import { createShopProgram, explainShopError } from '#src/cli/shop-program.ts';
import { ConfigError } from '#src/settings/environment/config.ts';
import { Refusal } from '#src/server/run-program.ts';

interface Outcome {
  code: number;
  stdout: string;
  /** Without its first line where that names the database. */
  stderr: string;
  /** The database that the command named. */
  database: string | undefined;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * The command line of the shop in this process, one command after the other: a process of its own takes most of a
 * second to load the code. Commands that must run at the same time, or be killed, need `shop` of site.ts.
 */
export function shopHere(args: string[], env: Record<string, string>): Promise<Outcome> {
  const outcome = last.then(() => run(args, env));
  last = outcome.catch(() => {});
  return outcome;
}

async function run(args: string[], env: Record<string, string>): Promise<Outcome> {
  const output = { code: 0, stdout: '', stderr: '' };
  const write = (stream: 'stdout' | 'stderr') => (text: string) => ((output[stream] += text), true);
  const print =
    (stream: 'stdout' | 'stderr') =>
    (format?: unknown, ...more: unknown[]) =>
      void write(stream)(`${formatWithOptions({ colors: false }, format, ...more)}\n`);
  const program = await createShopProgram(args[0]);
  for (const command of withSubcommands(program))
    command.exitOverride().configureOutput({ writeOut: write('stdout'), writeErr: write('stderr') });
  const restore = [
    replace(process, 'env', { ...process.env, ...env }),
    replace(process.stderr, 'write', write('stderr')),
    replace(console, 'log', print('stdout')),
    replace(console, 'error', print('stderr')),
  ];
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    await program.parseAsync(args, { from: 'user' });
    output.code = Number(process.exitCode ?? 0);
  } catch (error) {
    output.code = codeOf(error, print('stderr'));
  } finally {
    process.exitCode = exitCode;
    for (const back of restore) back();
  }
  const [, database, stderr = output.stderr] = /^Database: (.+)\n([^]*)$/.exec(output.stderr) ?? [];
  return { ...output, stderr, database };
}

/** As `runProgram` does it; commander has printed its own errors. */
function codeOf(error: unknown, print: (text: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode;
  const isConfig = error instanceof ConfigError;
  const told = isConfig || error instanceof Refusal ? error.message : explainShopError(error);
  if (told === undefined) throw error;
  print(told);
  return isConfig ? 2 : 1;
}

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];

function replace<T extends object, K extends keyof T>(target: T, key: K, value: unknown): () => void {
  const before = target[key];
  target[key] = value as T[K];
  return () => void (target[key] = before);
}
