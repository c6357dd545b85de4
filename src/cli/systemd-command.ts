import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { loadConfig } from '#src/server/config.ts';
import { systemdUnits } from './systemd-units.ts';

interface Options {
  name: string;
  backups: string;
  write?: string;
}

/** A name that is valid for a unit, a user and a file. */
function unitName(text: string): string {
  if (/^[a-z_][a-z0-9_-]{0,30}$/.test(text)) return text;
  throw new InvalidArgumentError('Use small letters, digits, - and _, such as vitrine.');
}

export const systemdCommand = (): Command =>
  new Command('systemd')
    .description('prints the units by which systemd runs the shop in this folder: server, watcher, backups')
    .option('--name <name>', 'name of the units and of the user that they run as', unitName, 'vitrine')
    .option('--backups <folder>', 'where the backups are kept, best on another disk', '/var/backups/vitrine')
    .option('--write <folder>', 'write the units as files, such as to /etc/systemd/system')
    .action(({ name, backups, write }: Options, command: Command) => {
      const units = systemdUnits({ ...installation(), name, backupDir: path.resolve(backups) });
      if (write !== undefined && !existsSync(write)) command.error(`The folder ${write} does not exist.`);
      for (const [file, text] of Object.entries(units)) {
        if (write === undefined) console.log(`# /etc/systemd/system/${file}\n${text}`);
        else writeFileSync(path.join(write, file), text, { mode: 0o644 });
      }
      if (write !== undefined) console.log(`Wrote ${Object.keys(units).join(', ')} to ${write}. Then: systemctl daemon-reload`);
    });

function installation() {
  const { dataDir, contentDir, distDir, databaseUrl } = loadConfig();
  const program = process.cwd();
  const pinned = path.join(program, 'node_modules/.bin/node');
  return {
    program,
    node: existsSync(pinned) ? pinned : process.execPath,
    dataDir,
    contentDir: path.resolve(contentDir),
    distDir,
    isSqlite: databaseUrl === undefined,
  };
}
