import type { DeskError } from './desk-error.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { DeskForm } from './desk-form.ts';
import type { OpenDesk } from './guard.ts';
import { addPasskey } from './passkey.service.ts';
import { hasSecondFactor, removeSecondFactors, renewRecoveryCodes, setUpTotp } from './second-factor.service.ts';
import { confirmPassword } from './sign-in.service.ts';

/** New recovery codes to show once, or what was done. */
type Done = string[] | 'removed';

/** What a person changes of their own second factor. */
export async function actOnFactor({ ctx, signedIn: { staff, session } }: OpenDesk, form: DeskForm): Promise<Result<Done, DeskError>> {
  switch (form.text('act')) {
    case 'app':
      return setUpTotp(ctx, staff, form.text('secret'), form.text('code'));
    case 'passkey': {
      const added = await addPasskey(ctx, staff, form.raw('passkey'), form.text('name') || 'Passkey');
      return added.ok ? ok(await ctx.db.write((tx) => renewRecoveryCodes(tx, staff.id))) : added;
    }
    case 'codes':
      if (!(await hasSecondFactor(ctx.db.read, staff))) return fail({ kind: 'invalid_input' });
      return ok(await ctx.db.write((tx) => renewRecoveryCodes(tx, staff.id)));
    case 'remove': {
      const refused = await confirmPassword(ctx, staff, form.raw('current'));
      if (refused) return fail(refused);
      await removeSecondFactors(ctx, staff, session.token_hash);
      return ok('removed');
    }
    default:
      return fail({ kind: 'invalid_input' });
  }
}
