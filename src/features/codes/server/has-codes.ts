import type { Context } from '#src/server/context.ts';
import { germanDay } from '#src/shared/german-day.ts';

const ANSWER_MS = 5_000;
const answers = new WeakMap<object, { until: number; answer: Promise<boolean> }>();

/** Whether the shop has codes that are not over. Asks the database every five seconds at most, not for each cart. */
export function hasCodes({ db, now }: Pick<Context, 'db' | 'now'>): Promise<boolean> {
  const time = now().getTime();
  const known = answers.get(db);
  if (known && known.until > time) return known.answer;
  const found = db.read
    .selectFrom('codes')
    .select('code')
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_on', 'is', null), eb('ends_on', '>=', germanDay(now().toISOString()))]))
    .limit(1)
    .executeTakeFirst();
  const answer = found.then((row) => row !== undefined);
  answers.set(db, { until: time + ANSWER_MS, answer });
  // The next caller asks again.
  answer.catch(() => answers.delete(db));
  return answer;
}
