/** The audit: what staff did by hand, with time, person, values before and after, and network address. */
import type { texts } from '#locales/en-US/index.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { insertAct, type AuditSubject } from './audit.repository.ts';

/** The name of the command line in the audit; the desk translates it. */
export const COMMAND_LINE = 'command line';

type ActTexts = (typeof texts)['desk']['acts'];

/** A subject and a verb, for example `order.pack`. Each has a text in the desk's language files. */
export type ActName = { [S in keyof ActTexts & string]: `${S}.${keyof ActTexts[S] & string}` }[keyof ActTexts & string];

export interface Act {
  act: ActName;
  subject: AuditSubject;
  /** The subject's number or id. */
  id: string;
  before?: unknown;
  after?: unknown;
}

/** Records an act in its own transaction. Only acts of staff are recorded, not those of the shop or a customer. */
export async function recordAct(
  { actor, now }: Context,
  tx: Writer,
  { act, subject, id, before, after }: Act,
): Promise<void> {
  if (!actor) return;
  await insertAct(tx, {
    at: now().toISOString(),
    staff_id: actor.staffId,
    who: actor.who,
    address: actor.address,
    act,
    subject,
    subject_id: id,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  });
}
