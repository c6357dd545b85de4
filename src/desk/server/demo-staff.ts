import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import { hashPassword, verifyPassword } from '#src/server/auth/password-hash.ts';
import type { Config } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import { isLoopbackHost } from '#src/settings/environment/private-hosts.ts';
import { deleteStaffSessions, findStaffByEmail, insertStaff, updateStaff } from './staff.repository.ts';

const DEMO = { email: 'desk@vitrine.invalid', password: 'Vitrine-2026' };

/** The password is public, so the login works only while other machines cannot reach the shop. */
const isAllowed = ({ isLocal, host }: Config): boolean => isLocal && isLoopbackHost(host);

/** Creates the demo owner, or resets its password, while the shop runs only for this machine. */
export async function ensureDemoStaff(ctx: Context): Promise<typeof DEMO | undefined> {
  if (!isAllowed(ctx.config)) return undefined;
  const known = await findStaffByEmail(ctx.db.read, DEMO.email);
  if (known && !known.disabled_at && (await verifyPassword(known.password_hash ?? undefined, DEMO.password)))
    return DEMO;
  const password_hash = await hashPassword(DEMO.password);
  const at = ctx.now().toISOString();
  await ctx.db.write(async (tx) => {
    if (known) await updateStaff(tx, known.id, { password_hash, disabled_at: null, totp_secret: null, updated_at: at });
    else
      await insertStaff(tx, {
        ...{
          id: randomUUID(),
          email: DEMO.email,
          email_key: DEMO.email,
          name: 'Demo',
          role: 'owner',
          locale: ctx.config.shopLocale,
        },
        ...{ password_hash, totp_secret: null, totp_step: null, created_at: at, updated_at: at, disabled_at: null },
      });
  });
  return DEMO;
}

/** The login's address; '' for the demo login from another machine, which matches no account. */
export const withoutDemoStaff = (email: string, isFromThisMachine: boolean): string =>
  !isFromThisMachine && emailKey(email) === DEMO.email ? '' : email;

/** Ends the demo owner's access when other machines can reach the shop. */
export async function closeDemoStaff(ctx: Context): Promise<void> {
  const known = isAllowed(ctx.config) ? undefined : await findStaffByEmail(ctx.db.read, DEMO.email);
  if (!known) return;
  const at = ctx.now().toISOString();
  await ctx.db.write(async (tx) => {
    await updateStaff(tx, known.id, { password_hash: null, disabled_at: at, updated_at: at });
    await deleteStaffSessions(tx, known.id);
  });
}
