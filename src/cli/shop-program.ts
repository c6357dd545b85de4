import { Command } from 'commander';
import { loadConfig } from '#src/server/config.ts';
import { databasePlace } from '#src/server/db/database.ts';
import { backupCommand } from './backup-command.ts';
import { catalogueCommand } from './catalogue-command.ts';
import { customersCommand } from './customers-command.ts';
import { databaseCommand } from './database-command.ts';
import { legalCommand } from './legal-command.ts';
import { maintenanceCommand } from './maintenance-command.ts';
import { mailCommand } from './mail-command.ts';
import { messagesCommand } from './messages-command.ts';
import { ordersCommand } from './orders-command.ts';
import { recallCommand } from './recall-command.ts';
import { restoreCommand } from './restore-command.ts';
import { staffCommand } from './staff-command.ts';
import { stockCommand } from './stock-command.ts';
import { systemdCommand } from './systemd-command.ts';
import { watchCommand } from './watch-command.ts';
import { withdrawalsCommand } from './withdrawals-command.ts';

/** The command line of the shop, `npm run shop`. */
export const createShopProgram = (): Command =>
  new Command('shop')
    .description('The command line for the owner of the shop.')
    .hook('preAction', () => console.error(`Database: ${databasePlace(loadConfig())}`))
    .addCommand(catalogueCommand())
    .addCommand(mailCommand())
    .addCommand(ordersCommand())
    .addCommand(customersCommand())
    .addCommand(messagesCommand())
    .addCommand(stockCommand())
    .addCommand(recallCommand())
    .addCommand(staffCommand())
    .addCommand(legalCommand())
    .addCommand(withdrawalsCommand())
    .addCommand(maintenanceCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(databaseCommand())
    .addCommand(systemdCommand())
    .addCommand(watchCommand());

const DISK_FULL = 'The disk is full. Make room and run the command again.';

const EXPLAINED: Record<string, string> = {
  SQLITE_BUSY: 'Another process is writing to the database. Nothing was changed. Run the command again when it has finished.',
  SQLITE_FULL: DISK_FULL,
  ENOSPC: DISK_FULL,
};

/** What the user is told of an error that another process or the machine causes. */
export const explainShopError = (error: unknown): string | undefined => EXPLAINED[(error as { code?: string }).code ?? ''];
