import { listStaff } from '#src/desk/server/staff.repository.ts';
import { listActs } from '#src/server/audit/audit.repository.ts';
import type { Context } from '#src/server/context.ts';
import { findSubjectNames } from '#src/features/overview/server/act-subjects.repository.ts';

const LIMIT = 50;

/** One page of the audit log. `older`: the next page begins before this act; undefined on the last one. */
export async function loadAudit({ db }: Context, query: { who: string; before: number | undefined }) {
  const acts = await listActs(db.read, { ...query, limit: LIMIT });
  return {
    acts,
    names: await findSubjectNames(db.read, acts),
    people: (await listStaff(db.read)).map(({ email }) => email),
    older: acts.length === LIMIT ? acts.at(-1)?.id : undefined,
  };
}
