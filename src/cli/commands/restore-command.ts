import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Command } from 'commander';
import { decryptInto } from '#src/server/backup/age.ts';
import { checkCopy } from '#src/server/backup/check-copy.ts';
import { readRecord, SETTINGS_FILE, type CopyRecord } from '#src/server/backup/copy-record.ts';
import { readFigures } from '#src/server/backup/figures.repository.ts';
import { restoreCopy } from '#src/server/backup/restore-copy.service.ts';
import { ENCRYPTED } from '#src/server/backup/old-copies.ts';
import { loadConfig, readVariables, type Config } from '#src/settings/environment/config.ts';
import { prepareDataDir } from '#src/server/context.ts';
import { databasePlace } from '#src/server/db/open-database.ts';
import { takeSoleUse } from '#src/server/db/sole-use.ts';
import { Refusal } from '#src/server/run-program.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { listMissingPayments } from './orders/missing-command.ts';
import { formatFigures } from '../format-figures.ts';
import { confirmByTyping } from '../confirm.ts';

interface Options {
  yes?: boolean;
  identity?: string;
}

export const restoreCommand = (): Command =>
  new Command('restore')
    .description('replace database, pictures and content with a copy that `backup` made; stop the shop first')
    .argument('<copy>', 'the copy’s folder, or its encrypted file')
    .option('--identity <file>', 'the secret key of age, for an encrypted copy')
    .option('--yes', 'do not ask')
    .action(restore);

/** Some time before the copy, in case the clocks of shop and PayPal differ. */
const MARGIN_MS = 86_400_000;

async function restore(name: string, { yes = false, identity }: Options): Promise<void> {
  const named = path.resolve(name);
  requireCopy(named);
  requirePlaces(named);
  const config = loadConfig();
  prepareDataDir(config);
  const scratch = mkdtempSync(path.join(config.dataDir, 'restore-'));
  try {
    const copy = await plainCopy(named, identity, scratch);
    const record = readRecord(copy);
    if (!(await putInPlace(config, copy, record, { scratch, yes }))) return;
    await report(new Date(Date.parse(record.madeAt) - MARGIN_MS));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function requireCopy(copy: string): void {
  const found = statSync(copy, { throwIfNoEntry: false });
  if (!found) throw new Refusal(`There is no copy ${copy}. Nothing was done.`);
  if (!found.isDirectory() && !copy.endsWith(ENCRYPTED))
    throw new Refusal(`${copy} is not a copy that \`shop backup\` made. Nothing was done.`);
}

/** On a new machine nothing is set yet, and the defaults would replace the example files in the software's folder. */
function requirePlaces(copy: string): void {
  const { DATA_DIR, CONTENT_DIR } = readVariables();
  if (DATA_DIR && CONTENT_DIR) return;
  const file = path.join(copy, SETTINGS_FILE);
  const former = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  throw new Refusal(
    [
      'The settings do not say where data and content of the shop belong. Write these lines into .env, ' +
        'with the places of this machine:',
      `  DATA_DIR=${DATA_DIR || former.DATA_DIR || '/var/lib/vitrine/data'}`,
      `  CONTENT_DIR=${CONTENT_DIR || former.CONTENT_DIR || '/var/lib/vitrine/content'}`,
      'With PostgreSQL also DATABASE_URL, which names an empty database. The other settings are in the copy. ' +
        'Nothing was done.',
    ].join('\n'),
  );
}

/** The copy's folder; an encrypted copy is decrypted into the scratch folder. */
async function plainCopy(copy: string, identity: string | undefined, scratch: string): Promise<string> {
  if (!copy.endsWith(ENCRYPTED)) return copy;
  if (identity === undefined)
    throw new Refusal(
      'This copy is encrypted. Name the file with the secret key: --identity key.txt. Nothing was done.',
    );
  await decryptInto(copy, identity, scratch);
  return scratch;
}

interface How {
  scratch: string;
  yes: boolean;
}

/** Returns whether the copy was restored. */
async function putInPlace(config: Config, copy: string, record: CopyRecord, { scratch, yes }: How): Promise<boolean> {
  const { reader, release } = takeSoleUse(config.dataDir);
  try {
    const problems = await checkCopy(copy, record, path.join(scratch, 'check-'));
    if (problems.length > 0)
      throw new Refusal([...problems, 'The copy is not whole. Nothing was done. Take another one.'].join('\n'));
    console.log(`The copy of ${berlinTime(record.madeAt)}: ${formatFigures(record.figures)}.`);
    if (!config.databaseUrl && reader)
      console.log(`It replaces ${databasePlace(config)}: ${formatFigures(await readFigures(reader))}.`);
    const isMeant =
      yes ||
      (await confirmByTyping(
        'the word restore',
        'Type restore to put the copy in place: ',
        (answer) => answer === 'restore',
      ));
    if (!isMeant) return false;
    const { previous, replaced } = await restoreCopy({
      config,
      copy,
      scratch: mkdtempSync(path.join(scratch, 'fill-')),
      tell: (text) => console.log(text),
    });
    console.log(
      `Restored: ${replaced.join(', ')}. What was there before is in ${previous}, ` +
        'with the copy’s settings in settings.env.',
    );
    return true;
  } finally {
    await release();
  }
}

/** Opens the restored shop, and asks PayPal for payments after the copy. */
const report = (since: Date): Promise<void> =>
  withContext(async (ctx) => {
    const { unsentMails } = await readFigures(ctx.db.read);
    if (unsentMails > 0)
      console.log(`${unsentMails} mails were not sent yet when the copy was made. The shop sends them when it starts.`);
    console.log('Payments that PayPal knows and the copy does not:');
    await listMissingPayments(ctx, since);
    process.exitCode = 0; // the copy is restored, whatever PayPal responds
  });
