import { randomUUID } from 'node:crypto';
import { DEFAULT_LOCALE } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import { deleteSessionsOf } from '#src/server/http/session.repository.ts';
import { findClientByEmail, insertClient, updatePasswordHash } from './client.repository.ts';
import { hashPassword } from './password-hash.ts';

const TEST_LOGIN = { email: 'teste@vitrine.invalid', password: 'Vitrine-2026' };

/** The account to try the shop with, while the shop is tried out on this machine. */
export async function ensureTestLogin(ctx: Context): Promise<typeof TEST_LOGIN | undefined> {
  if (!ctx.config.isLocal) return undefined;
  if (!(await findClientByEmail(ctx.db.read, TEST_LOGIN.email))) {
    const hash = await hashPassword(TEST_LOGIN.password);
    await ctx.db.write((tx) => insertClient(tx, { ...newTestClient(ctx.now().toISOString()), password_hash: hash }));
  }
  return TEST_LOGIN;
}

/** Behind a public address its password, which everybody knows, gives way to one that nobody knows. */
export async function closeTestLogin(ctx: Context): Promise<void> {
  const known = ctx.config.isLocal ? undefined : await findClientByEmail(ctx.db.read, TEST_LOGIN.email);
  if (!known) return;
  const hash = await hashPassword(randomUUID());
  await ctx.db.write(async (tx) => {
    await updatePasswordHash(tx, known.id, hash, ctx.now().toISOString());
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
