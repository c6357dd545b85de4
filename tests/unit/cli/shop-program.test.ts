import { expect, it } from 'vitest';
import { createShopProgram } from '#src/cli/shop-program.ts';

const namesOf = async (name?: string) => (await createShopProgram(name)).commands.map((command) => command.name());

it('each command alone has the name by which it is asked for', async () => {
  const all = await namesOf();
  expect(all).toContain('catalogue');
  for (const name of all) expect(await namesOf(name)).toEqual([name]);
});

it.each(['help', '--help', 'unknown', 'constructor', undefined])('all commands are there after "%s"', async (name) => {
  expect(await namesOf(name)).toEqual(await namesOf());
});
