import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { loadConfig } from '#src/settings/environment/config.ts';
import { systemdUnits } from '../systemd-units.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options {
  name: string;
  backups: string;
  servers: number;
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
    .option(
      '--servers <n>',
      'servers that share the work of this machine, on ports that follow one another',
      wholeNumber('--servers 3'),
      1,
    )
    .option('--write <folder>', 'write the units as files, such as to /etc/systemd/system')
    .action(({ name, backups, servers, write }: Options, command: Command) => {
      const here = installation();
      if (servers > 1 && here.isSqlite)
        command.error('Several servers need PostgreSQL, so set DATABASE_URL before --servers.');
      const units = systemdUnits({ ...here, name, servers, backupDir: path.resolve(backups) });
      if (write !== undefined && !existsSync(write)) command.error(`The folder ${write} does not exist.`);
      for (const [file, text] of Object.entries(units)) {
        if (write === undefined) console.log(`# /etc/systemd/system/${file}\n${text}`);
        else writeFileSync(path.join(write, file), text, { mode: 0o644 });
      }
      if (write !== undefined)
        console.log(`Wrote ${Object.keys(units).join(', ')} to ${write}. Then: systemctl daemon-reload`);
    });

function installation() {
  const { dataDir, contentDir, distDir, port, metricsPort, databaseUrl } = loadConfig();
  const program = process.cwd();
  const pinned = path.join(program, 'node_modules/.bin/node');
  return {
    program,
    node: existsSync(pinned) ? pinned : process.execPath,
    dataDir,
    contentDir: path.resolve(contentDir),
    distDir,
    port,
    metricsPort,
    isSqlite: databaseUrl === undefined,
  };
}
