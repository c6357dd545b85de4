import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createShopProgram } from '#src/cli/shop-program.ts';

const namesOf = async (name?: string) => (await createShopProgram(name)).commands.map((command) => command.name());

it('each command has its own name in its help', async () => {
  const all = await namesOf();
  expect(all).toContain('catalogue');
  for (const name of all) expect(await namesOf(name)).toEqual([name]);
});

it('the help of every command breaks only between words on a terminal of 60 columns', async () => {
  const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)];
  const wide = withSubcommands(await createShopProgram()).flatMap((command) =>
    command
      .configureOutput({ getOutHelpWidth: () => 60 })
      .helpInformation()
      .split('\n')
      .filter((line) => line.length > 60),
  );
  // The usage is one line to copy.
  expect(wide.filter((line) => !line.startsWith('Usage: '))).toEqual([]);
});

it.each(['help', '--help', 'unknown', 'constructor', undefined])('all commands are listed after "%s"', async (name) => {
  expect(await namesOf(name)).toEqual(await namesOf());
});
