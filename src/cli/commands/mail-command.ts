import { Command } from 'commander';
import type { OutboxRow } from '#src/server/db/tables/records.ts';
import { isUnsent, listMails, retryMails } from '#src/server/outbox/outbox.repository.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { wholeNumber } from '../whole-number.ts';
import { jsonOption, printJson } from '../json.ts';
import { fail } from './orders/named-orders.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';

export function mailCommand(): Command {
  const mail = new Command('mail').description('Mails to customers and to the shop.');
  mail
    .command('list')
    .description('the latest mails, newest first: local time, id, recipient, kind and state')
    .option('--limit <n>', 'number of lines', wholeNumber('--limit 20'), 50)
    .addOption(jsonOption())
    .action(({ limit, json }: { limit: number; json?: true }) =>
      withContext(async ({ db }) => {
        const rows = await listMails(db.read, limit);
        if (json) return printJson(rows.map(toJson));
        for (const row of rows)
          console.log([berlinTime(row.created_at), row.id, row.recipient, row.kind, stateOf(row)].join('  '));
        if (rows.length === 0) console.log('No mails yet.');
      }),
    );
  mail
    .command('retry [id]')
    .description('sends one or all unsent mails at once, even those that were given up')
    .action((id: string | undefined) =>
      withContext(async ({ db, now }) => {
        if (id && !(await isUnsent(db.read, id)))
          return fail(
            `No unsent mail has the id ${stripControlCharacters(id)}. \`npm run shop -- mail list\` shows the ids.`,
          );
        const count = await db.write((tx) => retryMails(tx, now().toISOString(), id));
        if (count === 0)
          console.log('No mail had to be moved. The running shop sends those that are due within two minutes.');
        else if (count === 1) console.log('1 mail is due now; the running shop sends it.');
        else console.log(`${count} mails are due now; the running shop sends them.`);
      }),
    );
  return mail;
}

const toJson = ({
  id,
  created_at,
  recipient,
  kind,
  sent_at,
  given_up_at,
  attempts,
  due_at,
  last_error,
}: OutboxRow) => ({
  ...{ id, createdAt: created_at, recipient, kind, sentAt: sent_at, givenUpAt: given_up_at, attempts, dueAt: due_at },
  lastError: last_error,
});

function stateOf({ sent_at, given_up_at, attempts, due_at, last_error }: OutboxRow): string {
  if (sent_at) return `sent ${berlinTime(sent_at)}`;
  if (given_up_at) return `given up after ${attempts} attempts: ${stripControlCharacters(last_error ?? '')}`;
  return attempts
    ? `next attempt ${due_at ? berlinTime(due_at) : 'not planned'}: ${stripControlCharacters(last_error ?? '')}`
    : 'waiting';
}
