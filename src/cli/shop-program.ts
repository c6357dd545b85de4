import { Command } from 'commander';
import packageJson from '#package.json' with { type: 'json' };
import { loadConfig } from '#src/settings/environment/config.ts';
import { databasePlace } from '#src/server/db/open-database.ts';
import { addExamples } from './examples.ts';

/** Each command with its code, in the order of the help. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  catalogue: async () => (await import('./commands/catalogue-command.ts')).catalogueCommand(),
  mail: async () => (await import('./commands/mail-command.ts')).mailCommand(),
  orders: async () => (await import('./commands/orders-command.ts')).ordersCommand(),
  transfers: async () => (await import('./commands/transfers-command.ts')).transfersCommand(),
  customers: async () => (await import('./commands/customers-command.ts')).customersCommand(),
  messages: async () => (await import('./commands/messages-command.ts')).messagesCommand(),
  reviews: async () => (await import('./commands/reviews-command.ts')).reviewsCommand(),
  stock: async () => (await import('./commands/stock-command.ts')).stockCommand(),
  codes: async () => (await import('./commands/codes-command.ts')).codesCommand(),
  vouchers: async () => (await import('./commands/vouchers-command.ts')).vouchersCommand(),
  recall: async () => (await import('./commands/recall-command.ts')).recallCommand(),
  staff: async () => (await import('./commands/staff-command.ts')).staffCommand(),
  legal: async () => (await import('./commands/legal-command.ts')).legalCommand(),
  withdrawals: async () => (await import('./commands/withdrawals-command.ts')).withdrawalsCommand(),
  maintenance: async () => (await import('./commands/maintenance-command.ts')).maintenanceCommand(),
  backup: async () => (await import('./commands/backup-command.ts')).backupCommand(),
  restore: async () => (await import('./commands/restore-command.ts')).restoreCommand(),
  database: async () => (await import('./commands/database-command.ts')).databaseCommand(),
  'check-settings': async () => (await import('./commands/check-settings-command.ts')).checkSettingsCommand(),
  systemd: async () => (await import('./commands/systemd-command.ts')).systemdCommand(),
  watch: async () => (await import('./commands/watch-command.ts')).watchCommand(),
};

/**
 * The command line of the shop, `npm run shop`. `name`: the first argument. If a command has this name, only its code
 * is loaded, because the code of all commands takes half a second.
 */
export async function createShopProgram(name = ''): Promise<Command> {
  const program = new Command('shop')
    .description('The command line for the owner of the shop.')
    .version(packageJson.version)
    .hook('preAction', () => console.error(`Database: ${databasePlace(loadConfig())}`));
  const loaders = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]!] : Object.values(COMMANDS);
  for (const load of loaders) program.addCommand(await load());
  addExamples(program);
  return program;
}

const DISK_FULL = 'The disk is full. Make room and run the command again.';

const EXPLAINED: Record<string, string> = {
  SQLITE_BUSY:
    'Another process is writing to the database. Nothing was changed. Run the command again when it has finished.',
  SQLITE_FULL: DISK_FULL,
  ENOSPC: DISK_FULL,
};

/** Errors of a file or folder that a command reads or writes. */
const FILE_FAULTS: Record<string, string> = {
  ENOENT: 'does not exist. Create the folder first, or name another place',
  ENOTDIR: 'is not in a folder. Name another place',
  EISDIR: 'is a folder. Name a file',
  EEXIST: 'exists already. Name another place',
  EACCES: 'cannot be opened with the rights of this user. Name another place, or change the rights',
  EPERM: 'cannot be changed with the rights of this user. Name another place, or change the rights',
  EROFS: 'is on a disk that cannot be written. Name another place',
};

/** Explains an error caused by another process or the machine; undefined for all others. */
export function explainShopError(error: unknown): string | undefined {
  const { code = '', path } = error as { code?: string; path?: string };
  return EXPLAINED[code] ?? (path !== undefined && code in FILE_FAULTS ? `${path} ${FILE_FAULTS[code]}.` : undefined);
}
