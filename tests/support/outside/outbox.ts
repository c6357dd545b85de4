import type { Context } from '#src/server/context.ts';
import { enqueueMail, type NewMail } from '#src/server/outbox/outbox.ts';

let count = 0;

/** Enqueues a mail like a business act does; returns its id. */
export async function writeMail(ctx: Context, values: Partial<NewMail> = {}): Promise<string> {
  const id = values.id ?? `probe-${process.pid}-${++count}`;
  const mail: NewMail = {
    id,
    kind: 'probe',
    locale: 'pt-BR',
    to: 'ana@kunde.example',
    subject: `Teste ${count}`,
    parts: ['Olá!'],
    ...values,
  };
  await ctx.db.write((tx) => enqueueMail(ctx, tx, mail));
  return id;
}

export const mailById = ({ db }: Context, id: string) =>
  db.read.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
