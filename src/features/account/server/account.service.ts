import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { startSession } from '#src/server/http/session.ts';
import { deleteSessionsOf } from '#src/server/http/session.repository.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { newPasswordProblem, type NewPasswordProblem } from '#src/server/auth/new-password.ts';
import { hashPassword, isHashOutdated, verifyPassword } from '#src/server/auth/password-hash.ts';
import type { registrationSchema, updateSchema } from '../account.schema.ts';
import { storedClientOf, type ClientData, type StoredClient } from '../client.ts';
import { isPostalCode } from '../field-patterns.ts';
import { enqueueDeletionNotice, enqueueWelcome } from './account-mails.ts';
import {
  deleteClient,
  findClient,
  findClientByEmail,
  insertClient,
  lockAccount,
  updateClient,
  updatePasswordHash,
} from './client.repository.ts';
import { recordUse } from './idle-account.repository.ts';
import { deleteDevicesOf } from './known-device.repository.ts';
import { rememberDevice } from './known-device.ts';

/** A new session with the values of its cookies. */
export interface SignIn {
  client: StoredClient;
  token: string;
  device: string;
}

export const toStoredClient = (row: ClientRow): StoredClient => storedClientOf(row.id, row);

export const toClientData = (row: ClientRow): ClientData => ({
  name: row.name,
  lastname: row.lastname,
  email: row.email,
  address: row.address,
  number: row.number,
  additional_address: row.additional_address,
  postal_code: row.postal_code,
  city: row.city,
  country: row.country,
  phone: row.phone,
});

/**
 * Creates an account with its welcome mail and signs the client in. `device` is the token in the browser's device
 * cookie.
 */
export async function register(
  ctx: Context,
  locale: Locale,
  { password, confirmPassword = '', languageLocale: _, ...person }: z.output<typeof registrationSchema>,
  device?: string,
): Promise<Result<SignIn, { kind: NewPasswordProblem | 'email_taken' }>> {
  const problem = await newPasswordProblem(password, confirmPassword);
  if (problem) return fail({ kind: problem });
  const at = ctx.now().toISOString();
  const row: ClientRow = {
    ...person,
    id: randomUUID(),
    email_key: emailKey(person.email),
    password_hash: await hashPassword(password),
    locale,
    created_at: at,
    updated_at: at,
    used_at: at,
    idle_warned_at: null,
  };
  return ctx.db.write(async (tx) => {
    if (!(await insertClient(tx, row))) return fail({ kind: 'email_taken' as const });
    await enqueueWelcome(ctx, tx, row);
    return ok(await startSignIn(ctx, tx, row, device));
  });
}

/**
 * Starts a session if the password is right. An unknown address causes the same failure after the same time. `device`
 * is the token in the browser's device cookie.
 */
export async function signIn(
  ctx: Context,
  email: string,
  password: string,
  device?: string,
): Promise<Result<SignIn, { kind: 'invalid_credentials' }>> {
  const known = await findClientByEmail(ctx.db.read, emailKey(email.trim()));
  if (!(await verifyPassword(known?.password_hash, password)) || !known) return fail({ kind: 'invalid_credentials' });
  const newHash = isHashOutdated(known.password_hash) ? await hashPassword(password) : undefined;
  return ctx.db.write(async (tx) => {
    const client = await lockAccount(ctx.db, tx, known.email_key);
    if (client?.password_hash !== known.password_hash) return fail({ kind: 'invalid_credentials' as const });
    if (newHash) await updatePasswordHash(tx, client.id, newHash, ctx.now().toISOString());
    return ok(await startSignIn(ctx, tx, client, device));
  });
}

export async function startSignIn(
  ctx: Context,
  tx: Writer,
  client: ClientRow,
  device: string | undefined,
): Promise<SignIn> {
  await recordUse(tx, client.id, ctx.now().toISOString());
  return {
    client: toStoredClient(client),
    token: await startSession(ctx, tx, client.id),
    device: await rememberDevice(ctx, tx, client.id, device),
  };
}

/** Changes all data but e-mail and country. The postal code must fit the stored country. */
export async function changeClientData(
  ctx: Context,
  clientId: string,
  input: z.output<typeof updateSchema>,
): Promise<Result<ClientRow, 'postal_code' | 'unknown_client'>> {
  return ctx.db.write(async (tx) => {
    const client = await findClient(tx, clientId);
    if (!client) return fail('unknown_client' as const);
    if (!isPostalCode(input.postal_code, client.country)) return fail('postal_code' as const);
    const changed = { ...input, updated_at: ctx.now().toISOString() };
    await updateClient(tx, clientId, changed);
    return ok({ ...client, ...changed });
  });
}

/** Ends all sessions and forgets all known browsers, because one of them may be lost or stolen. */
export const signOutEverywhere = (ctx: Context, clientId: string): Promise<void> =>
  ctx.db.write(async (tx) => {
    await deleteSessionsOf(tx, clientId);
    await deleteDevicesOf(tx, clientId);
  });

/** Deletes an account that the caller has locked, and mails its owner. */
export async function deleteAccount(ctx: Context, tx: Writer, client: ClientRow): Promise<void> {
  await enqueueDeletionNotice(ctx, tx, client);
  await deleteClient(tx, client.id, ctx.now().toISOString());
}

/** Deletes the account and all personal data, except what tax law requires to be stored with an order. */
export async function closeAccount(
  ctx: Context,
  clientId: string,
  password: string,
): Promise<Result<void, { kind: 'current_password_incorrect' }>> {
  const known = await findClient(ctx.db.read, clientId);
  if (!known || !(await verifyPassword(known.password_hash, password)))
    return fail({ kind: 'current_password_incorrect' });
  return ctx.db.write(async (tx) => {
    const client = await lockAccount(ctx.db, tx, known.email_key);
    if (client?.password_hash !== known.password_hash) return fail({ kind: 'current_password_incorrect' as const });
    await deleteAccount(ctx, tx, client);
    return ok(undefined);
  });
}
