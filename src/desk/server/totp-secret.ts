import type { Context } from '#src/server/context.ts';
import { openSecret, storedSecret } from '#src/server/desk-key.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';

/** The app's secret as the database stores it: sealed when there is a key. */
export const storedTotpSecret = ({ config }: Context, staffId: string, secret: string): string =>
  storedSecret(config, staffId, secret);

/** The app's secret, and its new stored form. undefined without an app, and when the key is lost. */
export function openTotpSecret(
  ctx: Context,
  { id, totp_secret }: StaffRow,
): { secret: string; stored: string } | undefined {
  if (totp_secret === null) return undefined;
  const open = openSecret(ctx.config, id, totp_secret);
  if (!open)
    ctx.log.error(
      { staff: id },
      'The secret of an authenticator app was encrypted with a key that this server does not have',
    );
  return open;
}
