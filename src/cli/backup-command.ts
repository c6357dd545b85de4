import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Command } from 'commander';
import { withContext } from '#src/server/with-context.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('copies the SQLite database to a new file while the shop keeps running')
    .argument('<file>', 'such as /backup/shop-2026-11-22.db')
    .action((name: string, _options: object, command: Command) => {
      const file = path.resolve(name);
      if (existsSync(file)) command.error(`${file} exists already. Name a new file.`);
      if (!existsSync(path.dirname(file))) command.error(`The folder ${path.dirname(file)} does not exist. Create it first.`);
      return backUp(file);
    });
}

async function backUp(file: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await withContext(({ db }) => db.copyTo(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  console.log(`Copied to ${file}. It contains no pictures: an import of the catalogue creates them again.`);
}
