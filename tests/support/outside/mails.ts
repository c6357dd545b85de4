import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { Context } from '#src/server/context.ts';
import { until } from '../until.ts';

/** The shop's mails to an address, oldest first, sent or not. */
export const mailsTo = ({ db }: Context, recipient: string) =>
  db.read
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The names of mail files, without drafts. */
export const mailFiles = ({ config }: Pick<Context, 'config'>): string[] =>
  readdirSync(config.mailDir).filter((name) => !name.startsWith('.'));

/** Waits until all mails are sent. */
export async function allSent({ db }: Context): Promise<void> {
  const due = db.read.selectFrom('outbox').select('id').where('due_at', 'is not', null);
  await until('all mails are sent', async () => (await due.execute()).length === 0);
}

/** Makes all unsent mails due now. */
export const hurry = async ({ db, now }: Context): Promise<void> => {
  await db.read.updateTable('outbox').set({ due_at: now().toISOString() }).where('due_at', 'is not', null).execute();
};

/** Waits until the latest mail to an address is a file, and parses it. */
export async function lastMailTo(ctx: Context, recipient: string): Promise<Email> {
  await allSent(ctx);
  return sentMail(ctx, (await mailsTo(ctx, recipient)).at(-1)?.id ?? 'none');
}

/** A sent mail, also one whose text the outbox has deleted. */
export async function sentMail(ctx: Context, id: string): Promise<Email> {
  const name = mailFiles(ctx).find((file) => file.includes(id));
  if (!name) throw new Error(`No file holds the mail ${id}`);
  return PostalMime.parse(readFileSync(path.join(ctx.config.mailDir, name)));
}

/** The token in the latest mailed reset link. */
export const resetTokenFor = async (ctx: Context, email: string): Promise<string> =>
  /\/reset_password\/([\w-]+)/.exec((await lastMailTo(ctx, email)).text ?? '')?.[1] ?? '';
