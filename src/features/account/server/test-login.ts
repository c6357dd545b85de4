import { randomUUID } from 'node:crypto';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import type { Config } from '#src/server/config.ts';
import type { Context } from '#src/server/context.ts';
import type { Call } from '#src/server/http/endpoint.ts';
import { deleteSessionsOf } from '#src/server/http/session.repository.ts';
import { isLoopbackHost } from '#src/server/http/this-machine.ts';
import { emailKey } from '../client.ts';
import { findClientByEmail, insertClient, updatePasswordHash } from './client.repository.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { spendResetsOf } from './password-reset.repository.ts';

const TEST_LOGIN = { email: 'teste@vitrine.invalid', password: 'Vitrine-2026' };

/** Its password is known to everybody, so the account is open only while nobody else reaches the shop. */
const isOpen = ({ isLocal, host }: Config): boolean => isLocal && isLoopbackHost(host);

/** The account to try the shop with, while the shop is tried out on this machine. */
export async function ensureTestLogin(ctx: Context): Promise<typeof TEST_LOGIN | undefined> {
  if (!isOpen(ctx.config)) return undefined;
  const known = await findClientByEmail(ctx.db.read, TEST_LOGIN.email);
  if (known && (await verifyPassword(known.password_hash, TEST_LOGIN.password))) return TEST_LOGIN;
  const hash = await hashPassword(TEST_LOGIN.password);
  const at = ctx.now().toISOString();
  await ctx.db.write(async (tx) => {
    // It was closed behind a public address, or tried out with another password.
    if (known) await updatePasswordHash(tx, known.id, hash, at);
    else await insertClient(tx, { ...newTestClient(at), password_hash: hash });
  });
  return TEST_LOGIN;
}

/** A login's e-mail address; '', which is nobody's, for the test login from elsewhere than this machine. */
export const withoutTestLogin = (email: string, { isFromThisMachine }: Pick<Call, 'isFromThisMachine'>): string =>
  !isFromThisMachine && emailKey(email.trim()) === TEST_LOGIN.email ? '' : email;

/** Where others reach the shop the account's password, which everybody knows, gives way to one that nobody knows. */
export async function closeTestLogin(ctx: Context): Promise<void> {
  const known = isOpen(ctx.config) ? undefined : await findClientByEmail(ctx.db.read, TEST_LOGIN.email);
  if (!known) return;
  const hash = await hashPassword(randomUUID());
  await ctx.db.write(async (tx) => {
    const at = ctx.now().toISOString();
    await updatePasswordHash(tx, known.id, hash, at);
    await spendResetsOf(tx, known.id, at);
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
