import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskError } from './desk-error.ts';
import type { DeskForm } from './desk-form.ts';
import type { OpenDesk } from './guard.ts';
import { addPasskey } from './passkey.service.ts';
import { hasSecondFactor, removeSecondFactors, replaceCodes, setUpTotp } from './second-factor.service.ts';
import { confirmPassword } from './sign-in.service.ts';

/** New recovery codes to show once, or a message. */
type Done = string[] | 'removed';

/**
 * Changes of a person's own second factor. Each asks for the password, because an unattended desk or a stolen cookie
 * must not be enough.
 */
export async function actOnFactor({ ctx, signedIn }: OpenDesk, form: DeskForm): Promise<Result<Done, DeskError>> {
  const { staff, session } = signedIn;
  const refused = await confirmPassword(ctx, staff, form.raw('current'), 'current_password_incorrect');
  if (refused) return fail(refused);
  switch (form.text('act')) {
    case 'app': {
      if (staff.totp_secret !== null) return fail({ kind: 'app_exists' });
      const set = await setUpTotp(ctx, signedIn, form.text('secret'), form.text('code'));
      return set.ok ? set : fail({ ...set.error, marked: ['code'] });
    }
    case 'passkey':
      return addPasskey(ctx, signedIn, form.raw('passkey'), form.text('name') || 'Passkey');
    case 'codes':
      if (!(await hasSecondFactor(ctx.db.read, staff))) return fail({ kind: 'invalid_input' });
      return replaceCodes(ctx, signedIn, form.text('version'));
    case 'remove':
      await removeSecondFactors(ctx, staff, session.token_hash);
      return ok('removed');
    default:
      return fail({ kind: 'invalid_input' });
  }
}
