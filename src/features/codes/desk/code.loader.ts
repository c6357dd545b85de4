import type { Context } from '#src/server/context.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { codeState } from '../code-terms.ts';
import { listCodes } from '../server/code.repository.ts';

/** All discount codes with their states today. */
export async function loadCodes({ db, now }: Context) {
  const today = germanDay(now().toISOString());
  return (await listCodes(db.read)).map((code) => ({ ...code, state: codeState(code, today) }));
}
