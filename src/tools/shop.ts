import { Command } from 'commander';
import { ConfigError } from '#src/server/config.ts';
import { catalogueCommand } from './catalogue-command.ts';

const program = new Command('shop').description('The command line for whoever runs the shop.');
program.addCommand(catalogueCommand());

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
