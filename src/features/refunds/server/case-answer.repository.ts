import type { Updateable } from 'kysely';
import type { Reader, Writer } from '#src/server/db/database.ts';
import type { Tables } from '#src/server/db/schema.ts';
import type { CaseAnswerRow } from '#src/server/db/tables/orders.ts';

type Key = Pick<CaseAnswerRow, 'case_id' | 'kind'>;

export const findAnswer = (db: Reader, { case_id, kind }: Key): Promise<CaseAnswerRow | undefined> =>
  db.selectFrom('case_answers').selectAll().where('case_id', '=', case_id).where('kind', '=', kind).executeTakeFirst();

/** The shop's answers to the disputes of a payment, oldest first. */
export const findAnswersOf = (db: Reader, checkoutId: string): Promise<CaseAnswerRow[]> =>
  db.selectFrom('case_answers').selectAll().where('checkout_id', '=', checkoutId).orderBy('asked_at').execute();

/** Stores an answer; one that PayPal refused is replaced. */
export async function saveAnswer(tx: Writer, row: CaseAnswerRow): Promise<void> {
  const { case_id: _case, kind: _kind, ...news } = row;
  await tx
    .insertInto('case_answers')
    .values(row)
    .onConflict((conflict) => conflict.columns(['case_id', 'kind']).doUpdateSet(news))
    .execute();
}

export async function updateAnswer(
  tx: Writer,
  { case_id, kind }: Key,
  values: Updateable<Tables['case_answers']>,
): Promise<void> {
  await tx.updateTable('case_answers').set(values).where('case_id', '=', case_id).where('kind', '=', kind).execute();
}

/** Takes the answers whose check is due, so that no other process sends them until `next`. */
export const claimDueAnswers = (tx: Writer, now: string, next: string): Promise<CaseAnswerRow[]> =>
  tx.updateTable('case_answers').set({ check_at: next }).where('check_at', '<=', now).returningAll().execute();
