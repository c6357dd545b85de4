import type { Translate } from '#src/i18n/translate.ts';
import { parseLocale } from '#src/i18n/locales.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskError } from './desk-error.ts';
import { ROLES, type Role } from '../roles.ts';
import type { DeskForm } from './desk-form.ts';
import type { OpenDesk } from './guard.ts';
import { confirmPassword } from './sign-in.service.ts';
import { removeSecondFactors } from './second-factor.service.ts';
import { findStaff } from './staff.repository.ts';
import {
  changeRole,
  disableStaff,
  enableStaff,
  inviteBack,
  inviteStaff,
  renewLink,
  type StaffRefusal,
} from './staff.service.ts';

const asRole = (text: string): Role | undefined => ROLES.find((role) => role === text);

const refusal = ({ kind }: StaffRefusal): DeskError => {
  if (kind === 'email_taken') return { kind: 'person_exists', marked: ['email'] };
  if (kind === 'disabled') return { kind: 'person_disabled', marked: ['email'] };
  if (kind === 'last_owner') return { kind: 'last_owner' };
  if (kind === 'not_an_email') return { kind, marked: ['email'] };
  return { kind: 'not_found' };
};

/** Adds a person; returns the token of their link. */
export async function invite({ ctx, locale, signedIn }: OpenDesk, form: DeskForm): Promise<Result<string, DeskError>> {
  const role = asRole(form.text('role'));
  if (!role) return fail({ kind: 'invalid_input' });
  const refused = await confirmPassword(ctx, signedIn.staff, form.raw('current'));
  if (refused) return fail(refused);
  const invited = await inviteStaff(ctx, {
    email: form.text('email'),
    name: form.text('name').slice(0, 60),
    role,
    locale: parseLocale(form.text('locale')) ?? locale,
  });
  if (invited.ok) return invited;
  return fail(refusal(invited.error));
}

type Access = Pick<StaffRow, 'role' | 'disabled_at'>;

/** The state of somebody's access that an owner saw, so that two owners do not overwrite each other's changes. */
export const versionOf = ({ role, disabled_at }: Access): string => `${role} ${disabled_at ?? ''}`.trim();

const accessText = ({ role, disabled_at }: Access, t: Translate): string =>
  disabled_at ? t('desk:people.disabled') : t(`desk:roles.${role}`);

/** The result of an act on a person: a message, or a new link to hand over. */
type Changed = { link: string } | { done: 'roleChanged' | 'accessEnded' | 'accessGiven' | 'factorsRemoved' };
type ChangeDone = Extract<Changed, { done: unknown }>['done'];

/** The acts of an owner on somebody's access. */
export async function actOnPerson(
  { ctx, signedIn, t }: OpenDesk,
  id: string,
  form: DeskForm,
): Promise<Result<Changed, DeskError>> {
  const refused = await confirmPassword(ctx, signedIn.staff, form.raw('current'));
  if (refused) return fail(refused);
  const done = (said: ChangeDone, result: Result<void, StaffRefusal>): Result<Changed, DeskError> =>
    result.ok ? ok({ done: said }) : fail(refusal(result.error));
  const staff = await findStaff(ctx.db.read, id);
  if (!staff) return fail({ kind: 'not_found' });
  if (form.text('version') !== versionOf(staff))
    return fail({ kind: 'person_changed', values: { now: accessText(staff, t) } });
  switch (form.text('act')) {
    case 'role': {
      const role = asRole(form.text('role'));
      return role ? done('roleChanged', await changeRole(ctx, id, role)) : fail({ kind: 'invalid_input' });
    }
    case 'disable':
      return done('accessEnded', await disableStaff(ctx, id));
    case 'enable':
      return done('accessGiven', await enableStaff(ctx, id));
    case 'inviteBack': {
      const invited = await inviteBack(ctx, staff);
      return invited.ok ? ok({ link: invited.value }) : fail(refusal(invited.error));
    }
    case 'factors':
      await removeSecondFactors(ctx, staff);
      return ok({ done: 'factorsRemoved' });
    case 'link': {
      const renewed = await renewLink(ctx, staff.email);
      return renewed.ok ? ok({ link: renewed.value }) : fail(refusal(renewed.error));
    }
    default:
      return fail({ kind: 'invalid_input' });
  }
}
