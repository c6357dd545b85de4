import { Command } from 'commander';
import { findMessages, listMessages } from '#src/features/contact/server/contact.repository.ts';
import { finishMessage } from '#src/features/contact/server/contact.service.ts';
import type { Context } from '#src/server/context.ts';
import type { ContactMessageRow } from '#src/server/db/tables/records.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { jsonOption, printJson } from '../json.ts';
import { stripControlCharacters } from '../strip-control-characters.ts';
import { wholeNumber } from '../whole-number.ts';
import { withRow } from './with-row.ts';

/** Length of ids in lists; a command accepts any unambiguous prefix. */
const SHORT_ID = 8;

export function messagesCommand(): Command {
  const messages = new Command('messages').description('Messages from the contact form.');
  messages
    .command('list')
    .description('messages without an answer, oldest first: id, local time, sender, subject, beginning')
    .option('--all', 'also those that are done')
    .option('--limit <n>', 'number of lines', wholeNumber('--limit 20'), 50)
    .addOption(jsonOption())
    .action(list);
  messages
    .command('show <id>')
    .description('print a whole message')
    .action((id: string) => withMessage(id, async (_ctx, message) => console.log(whole(message))));
  messages
    .command('done <id...>')
    .description('mark messages as answered; the morning mail counts the others')
    .action(async (ids: string[]) => {
      for (const id of ids) await withMessage(id, finish);
    });
  return messages;
}

const short = ({ id }: ContactMessageRow): string => id.slice(0, SHORT_ID);

const list = ({ all = false, limit, json }: { all?: boolean; limit: number; json?: true }): Promise<void> =>
  withContext(async ({ db }) => {
    const { messages, total } = await listMessages(db.read, { isAll: all, limit });
    if (json) return printJson(messages.map(toJson));
    for (const row of messages)
      console.log(
        stripControlCharacters(
          [
            short(row),
            berlinTime(row.created_at),
            row.done_at ? 'done' : 'open',
            row.email,
            row.subject,
            row.message.slice(0, 60),
          ].join('  '),
        ),
      );
    if (total > messages.length) console.error(`${total - messages.length} more. Show them with --limit ${total}.`);
    if (total === 0) console.log(all ? 'No messages yet.' : 'No message waits for an answer.');
  });

const toJson = ({ id, created_at, done_at, name, email, locale, subject, message }: ContactMessageRow) => ({
  ...{ id, createdAt: created_at, doneAt: done_at, name, email, locale, subject, message },
});

const whole = (message: ContactMessageRow): string =>
  [
    `Id ${message.id}`,
    `From ${message.name} <${message.email}>, who reads ${message.locale}`,
    `Received ${berlinTime(message.created_at)}${message.done_at ? `, done ${berlinTime(message.done_at)}` : ''}`,
    `Subject: ${message.subject}`,
    ...message.message.split('\n').map((line) => `  ${line}`),
  ]
    .map(stripControlCharacters)
    .join('\n');

async function finish(ctx: Context, message: ContactMessageRow): Promise<void> {
  const isNew = await finishMessage(ctx, message);
  console.log(`${short(message)}: ${isNew ? 'done.' : 'was done before.'}`);
}

const withMessage = (id: string, act: (ctx: Context, message: ContactMessageRow) => Promise<void>): Promise<void> =>
  withRow({ id, name: 'message', command: 'messages list' }, findMessages, act);
