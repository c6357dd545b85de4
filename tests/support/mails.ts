import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { vi } from 'vitest';
import type { Context } from '#src/server/context.ts';

/** The mails that the shop has written to an address, the oldest first, sent or not. */
export const mailsTo = ({ db }: Context, recipient: string) =>
  db.read.selectFrom('outbox').selectAll().where('recipient', '=', recipient).orderBy('created_at').orderBy('id').execute();

/** Names of the mails that became files, drafts left out. */
export const mailFiles = ({ config }: Pick<Context, 'config'>): string[] =>
  readdirSync(config.mailDir).filter((name) => !name.startsWith('.'));

/** Waits until nothing is left to send. */
export async function allSent({ db }: Context): Promise<void> {
  const due = db.read.selectFrom('outbox').select('id').where('due_at', 'is not', null);
  await vi.waitUntil(async () => (await due.execute()).length === 0, { timeout: 50_000, interval: 50 });
}

/** Brings the next attempts of all unsent mails forward to now. */
export const hurry = async ({ db, now }: Context): Promise<void> => {
  await db.read.updateTable('outbox').set({ due_at: now().toISOString() }).where('due_at', 'is not', null).execute();
};

/** Waits until the latest mail to an address is a file, and reads it. */
export async function lastMailTo(ctx: Context, recipient: string): Promise<Email> {
  await allSent(ctx);
  const id = (await mailsTo(ctx, recipient)).at(-1)?.id ?? 'none';
  const name = mailFiles(ctx).find((file) => file.includes(id));
  if (!name) throw new Error(`No file holds a mail to ${recipient}`);
  return PostalMime.parse(readFileSync(path.join(ctx.config.mailDir, name)));
}

/** The token of the link that the shop mailed last to reset a password. */
export const resetTokenFor = async (ctx: Context, email: string): Promise<string> =>
  /\/reset_password\/([\w-]+)/.exec((await lastMailTo(ctx, email)).text ?? '')?.[1] ?? '';
