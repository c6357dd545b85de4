import { existsSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import type { CopyRecord } from '#src/server/backup/copy-record.ts';
import { ownCopies } from '#src/server/backup/backup-now.service.ts';
import { takeCopy } from '#src/server/backup/take-copy.service.ts';
import type { Context } from '#src/server/context.ts';
import { makePrivateFolder } from '#src/server/own-files.ts';
import { withContext } from '#src/server/with-context.ts';
import { fail } from './orders/named-orders.ts';
import { formatFigures } from '../format-figures.ts';
import { wholeNumber } from '../whole-number.ts';

interface Options {
  verify?: boolean;
  keep?: number;
  daily?: number;
  encryptTo?: string[];
}

export const backupCommand = (): Command =>
  new Command('backup')
    .description('copy database, pictures, content and settings while the shop is running')
    .argument('[folder]', 'where the copies are kept, best on another disk (default: DATA_DIR/backups)')
    .option('--verify', 'restore the copy into a scratch folder, open it and compare all rows and files with the shop')
    .option('--keep <n>', 'afterwards remove all but the newest n copies', wholeNumber('--keep 24'))
    .option(
      '--daily <n>',
      'with --keep: keep also the newest copy of each of the last n days',
      wholeNumber('--daily 14'),
    )
    .option(
      '--encrypt-to <key>',
      'encrypt for this public key of the program age; may be repeated (default: BACKUP_ENCRYPT_TO)',
      oneMore,
    )
    .action((folder: string | undefined, options: Options) => withContext((ctx) => backUp(ctx, folder, options)));

const oneMore = (key: string, before: string[] = []): string[] => [...before, key];

async function backUp(ctx: Context, named: string | undefined, options: Options): Promise<void> {
  const folder = named === undefined ? ownCopies(ctx.config) : path.resolve(named);
  if (named === undefined) makePrivateFolder(folder);
  // A missing folder may be on a disk that is not mounted.
  else if (!existsSync(folder)) return fail(`The folder ${folder} does not exist. Create it first.`);
  const { verify = false, keep, daily, encryptTo = ctx.config.backupRecipients } = options;
  if (daily !== undefined && keep === undefined)
    return fail('--daily keeps more copies than --keep alone. Name both, such as: --keep 24 --daily 14');
  const kept = keep === undefined ? undefined : { newest: keep, days: daily ?? 0 };
  const taken = await takeCopy(ctx, { folder, isVerified: verify, kept, encryptTo });
  if (!taken.ok) {
    const { place, problems } = taken.error;
    for (const problem of problems) console.error(problem);
    return fail(`The copy is not what the shop has. It was renamed to ${place}; no older copy was removed.`);
  }
  const { place, record, removed } = taken.value;
  console.log(
    `Copied to ${place}: database, pictures, content and settings (${Object.keys(record.files).length} files).`,
  );
  console.log(
    verify
      ? `Verified: ${sayVerified(record)}`
      : 'Not verified. With --verify the copy is restored for a trial and compared.',
  );
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}.`);
  if (named === undefined) console.log('The copy is on the same disk as the shop. Copy it to another machine, too.');
}

const sayVerified = ({ figures, tables }: CopyRecord): string =>
  `restored into a scratch folder and opened. All rows of ${tables.length} tables and all files are the same as ` +
  `in the shop: ${formatFigures(figures)}.`;
