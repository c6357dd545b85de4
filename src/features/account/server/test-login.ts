import { randomUUID } from 'node:crypto';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import type { Config } from '#src/settings/environment/config.ts';
import type { Context } from '#src/server/context.ts';
import type { Call } from '#src/server/http/call.ts';
import { deleteSessionsOf } from '#src/server/http/session.repository.ts';
import { isLoopbackHost } from '#src/settings/environment/private-hosts.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { hashPassword, verifyPassword } from '#src/server/auth/password-hash.ts';
import { findClientByEmail, insertClient, updatePasswordHash } from './client.repository.ts';
import { invalidateResetsOf } from './password-reset.repository.ts';

const TEST_LOGIN = { email: 'teste@vitrine.invalid', password: 'Vitrine-2026' };

/** The test login's password is public, so it works only while other machines cannot reach the shop. */
const isTestLoginAllowed = ({ isLocal, host }: Config): boolean => isLocal && isLoopbackHost(host);

/** Creates the test account, or resets its password, while the shop runs only for this machine. */
export async function ensureTestLogin(ctx: Context): Promise<typeof TEST_LOGIN | undefined> {
  if (!isTestLoginAllowed(ctx.config)) return undefined;
  const known = await findClientByEmail(ctx.db.read, TEST_LOGIN.email);
  if (known && (await verifyPassword(known.password_hash, TEST_LOGIN.password))) return TEST_LOGIN;
  const hash = await hashPassword(TEST_LOGIN.password);
  const at = ctx.now().toISOString();
  await ctx.db.write(async (tx) => {
    // A public address closed the account before, or somebody changed its password.
    if (known) await updatePasswordHash(tx, known.id, hash, at);
    else await insertClient(tx, { ...newTestClient(at), password_hash: hash });
  });
  return TEST_LOGIN;
}

/**
 * Returns the login's email address. For the test login from another machine it returns '', which matches no account.
 */
export const withoutTestLogin = (email: string, { isFromThisMachine }: Pick<Call, 'isFromThisMachine'>): string =>
  !isFromThisMachine && emailKey(email.trim()) === TEST_LOGIN.email ? '' : email;

/** Replaces the test account's public password by a random one when other machines can reach the shop. */
export async function closeTestLogin(ctx: Context): Promise<void> {
  const known = isTestLoginAllowed(ctx.config) ? undefined : await findClientByEmail(ctx.db.read, TEST_LOGIN.email);
  if (!known) return;
  const hash = await hashPassword(randomUUID());
  await ctx.db.write(async (tx) => {
    const at = ctx.now().toISOString();
    await updatePasswordHash(tx, known.id, hash, at);
    await invalidateResetsOf(tx, known.id, at);
    await deleteSessionsOf(tx, known.id);
  });
}

const newTestClient = (at: string) => ({
  id: randomUUID(),
  email: TEST_LOGIN.email,
  email_key: TEST_LOGIN.email,
  name: 'Teste',
  lastname: 'Vitrine',
  address: 'Musterstraße',
  number: '1',
  additional_address: '',
  postal_code: '10115',
  city: 'Berlin',
  country: 'DE',
  phone: '030 000000',
  locale: DEFAULT_LOCALE,
  created_at: at,
  updated_at: at,
});
