import type { Context } from '#src/server/context.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { versionOf } from './people.actions.ts';
import { findStaff, listStaff } from './staff.repository.ts';

/** A person without secrets. */
const toPerson = (staff: StaffRow) => ({
  ...{ id: staff.id, name: staff.name, email: staff.email, role: staff.role },
  isDisabled: staff.disabled_at !== null,
  /** The person has not chosen a password yet. */
  isInvited: staff.password_hash === null,
  version: versionOf(staff),
});

export const loadPeople = async ({ db }: Context) => (await listStaff(db.read)).map(toPerson);

export async function loadPerson({ db }: Context, id: string) {
  const staff = await findStaff(db.read, id);
  return staff && toPerson(staff);
}
