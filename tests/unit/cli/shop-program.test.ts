import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createShopProgram } from '#src/cli/shop-program.ts';

const namesOf = async (name?: string) => (await createShopProgram(name)).commands.map((command) => command.name());

it('each command alone has the name by which it is asked for', async () => {
  const all = await namesOf();
  expect(all).toContain('catalogue');
  for (const name of all) expect(await namesOf(name)).toEqual([name]);
});

it('breaks the help of no command inside a word on a terminal of 60 columns', async () => {
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

it.each(['help', '--help', 'unknown', 'constructor', undefined])('all commands are there after "%s"', async (name) => {
  expect(await namesOf(name)).toEqual(await namesOf());
});
