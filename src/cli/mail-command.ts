import { Command } from 'commander';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import { isUnsent, listMails, retryMails } from '#src/server/outbox/outbox.repository.ts';
import { wholeNumber } from './whole-number.ts';
import { withContext } from '#src/server/with-context.ts';
import { plain } from './plain.ts';

export function mailCommand(): Command {
  const mail = new Command('mail').description('Mails to customers and to the shop.');
  mail
    .command('list')
    .description('the latest mails, newest first: time, recipient, kind and state')
    .option('--limit <n>', 'number of lines', wholeNumber, 50)
    .action(({ limit }: { limit: number }) =>
      withContext(async ({ db }) => {
        const rows = await listMails(db.read, limit);
        for (const row of rows) console.log([row.created_at, row.id, row.recipient, row.kind, stateOf(row)].join('  '));
        if (rows.length === 0) console.log('No mails yet.');
      }),
    );
  mail
    .command('retry [id]')
    .description('sends one or all unsent mails at once, even those that were given up')
    .action((id: string | undefined) =>
      withContext(async ({ db, now }) => {
        if (id && !(await isUnsent(db.read, id))) {
          console.error(`No unsent mail has the id ${id}.`);
          process.exitCode = 1;
          return;
        }
        const count = await db.write((tx) => retryMails(tx, now().toISOString(), id));
        console.log(
          count === 1 ? '1 mail is due now; the running shop sends it.' : `${count} mails are due now; the running shop sends them.`,
        );
        console.log('A mail whose next attempt is less than two minutes away keeps its time.');
      }),
    );
  return mail;
}

function stateOf({ sent_at, given_up_at, attempts, due_at, last_error }: OutboxRow): string {
  if (sent_at) return `sent ${sent_at}`;
  if (given_up_at) return `given up after ${attempts} attempts: ${plain(last_error ?? '')}`;
  return attempts ? `next attempt ${due_at}: ${plain(last_error ?? '')}` : 'waiting';
}
