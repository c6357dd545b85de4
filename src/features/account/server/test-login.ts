import { randomUUID } from 'node:crypto';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { deleteSessionsOf } from '#src/server/http/session.repository.ts';
import { findClientByEmail, insertClient, updatePasswordHash } from './client.repository.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { spendResetsOf } from './password-reset.repository.ts';

const TEST_LOGIN = { email: 'teste@vitrine.invalid', password: 'Vitrine-2026' };

/** The account to try the shop with, while the shop is tried out on this machine. */
export async function ensureTestLogin(ctx: Context): Promise<typeof TEST_LOGIN | undefined> {
  if (!ctx.config.isLocal) return undefined;
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

/** Behind a public address its password, which everybody knows, gives way to one that nobody knows. */
export async function closeTestLogin(ctx: Context): Promise<void> {
  const known = ctx.config.isLocal ? undefined : await findClientByEmail(ctx.db.read, TEST_LOGIN.email);
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
