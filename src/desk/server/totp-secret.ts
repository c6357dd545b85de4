import type { Context } from '#src/server/context.ts';
import { deskKey, knownDeskKeys } from '#src/server/desk-key.ts';
import type { StaffRow } from '#src/server/db/tables/desk.ts';
import { isSealed, seal, unseal } from '#src/server/secret-box.ts';

/** The app's secret as the database stores it: sealed when there is a key. */
export function storedTotpSecret({ config }: Context, staffId: string, secret: string): string {
  const key = deskKey(config);
  return key ? seal(secret, key, staffId) : secret;
}

/** The app's secret, and its new stored form. undefined without an app, and when the key is lost. */
export function openTotpSecret(
  ctx: Context,
  { id, totp_secret }: StaffRow,
): { secret: string; stored: string } | undefined {
  if (totp_secret === null) return undefined;
  if (!isSealed(totp_secret)) return { secret: totp_secret, stored: storedTotpSecret(ctx, id, totp_secret) };
  for (const [turn, key] of knownDeskKeys(ctx.config).entries()) {
    const secret = unseal(totp_secret, key, id);
    if (secret !== undefined) return { secret, stored: turn === 0 ? totp_secret : storedTotpSecret(ctx, id, secret) };
  }
  ctx.log.error(
    { staff: id },
    'The secret of an authenticator app was encrypted with a key that this server does not have',
  );
  return undefined;
}
