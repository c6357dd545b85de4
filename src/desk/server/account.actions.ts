import { parseLocale } from '#src/i18n/locales.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskError } from './desk-error.ts';
import type { DeskForm } from './desk-form.ts';
import type { OpenDesk } from './guard.ts';
import { confirmPassword } from './sign-in.service.ts';
import { deleteStaffSessions } from './staff.repository.ts';
import { changeLocale, changeStaffPassword } from './staff.service.ts';

/** Changes that people make to their own access. */
export async function actOnAccount(
  { ctx, signedIn: { staff, session } }: OpenDesk,
  form: DeskForm,
): Promise<Result<'saved' | 'sessionEnded' | 'passwordSet', DeskError>> {
  switch (form.text('act')) {
    case 'password': {
      const refused = await confirmPassword(ctx, staff, form.raw('current'), 'current_password_incorrect');
      if (refused) return fail(refused);
      const changed = await changeStaffPassword(ctx, staff, {
        password: form.raw('password'),
        confirmation: form.raw('confirmation'),
        exceptHash: session.token_hash,
      });
      if (changed.ok) return ok('passwordSet');
      const { kind } = changed.error;
      return fail({ kind, marked: [kind === 'password_mismatch' ? 'confirmation' : 'password'] });
    }
    case 'locale': {
      const locale = parseLocale(form.text('locale'));
      if (!locale) return fail({ kind: 'invalid_input' });
      await changeLocale(ctx, staff, locale);
      return ok('saved');
    }
    case 'endSession':
      await ctx.db.write((tx) => deleteStaffSessions(tx, staff.id, { id: form.text('id') }));
      return ok('sessionEnded');
    default:
      return fail({ kind: 'invalid_input' });
  }
}
