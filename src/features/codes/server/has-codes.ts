import type { Context } from '#src/server/context.ts';
import { germanDay } from '#src/shared/german-day.ts';

/** `any`: discount codes that are not over, or gift vouchers. Holders of one that is over learn why it is refused. */
interface Kinds {
  any: boolean;
  vouchers: boolean;
}

const ANSWER_MS = 5_000;
const answers = new WeakMap<object, { until: number; answer: Promise<Kinds> }>();

/** Which of them the shop has. Asks the database every five seconds at most, not for each cart. */
export function hasCodes({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Kinds> {
  const time = now().getTime();
  const known = answers.get(db);
  if (known && known.until > time) return known.answer;
  const answer = find({ db }, germanDay(now().toISOString()));
  answers.set(db, { until: time + ANSWER_MS, answer });
  // The next caller asks again.
  answer.catch(() => answers.delete(db));
  return answer;
}

async function find({ db }: Pick<Context, 'db'>, day: string): Promise<Kinds> {
  const voucher = db.read.selectFrom('vouchers').select('id').limit(1);
  if (await voucher.executeTakeFirst()) return { any: true, vouchers: true };
  const code = db.read
    .selectFrom('codes')
    .select('code')
    .where('ended_at', 'is', null)
    .where(({ or, eb }) => or([eb('ends_on', 'is', null), eb('ends_on', '>=', day)]))
    .limit(1);
  return { any: (await code.executeTakeFirst()) !== undefined, vouchers: false };
}
