import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeClientData, closeAccount, register, signIn } from '#src/features/account/server/account.service.ts';
import { changePassword, forgotPassword, resetPassword } from '#src/features/account/server/password.service.ts';
import { updateSchema } from '#src/features/account/account.schema.ts';
import type { Context } from '#src/server/context.ts';
import { PASSWORD, person } from '../../support/people/accounts.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';
import { mailsTo } from '../../support/outside/mails.ts';

const NEW = 'Palmito-22';

let shop: FreshShop;

beforeAll(async () => void (shop = await freshShop()));
afterAll(() => shop?.dispose());

/** A context whose next write waits until another action has happened, after the password was checked. */
function overtakenBy(act: () => Promise<unknown>): Context {
  let first = true;
  const write: Context['db']['write'] = async (work) => {
    if (first) {
      first = false;
      await act();
    }
    return shop.ctx.db.write(work);
  };
  return Object.create(shop.ctx, { db: { value: { ...shop.ctx.db, write } } }) as Context;
}

async function newClient() {
  const form = person();
  const registered = await register(shop.ctx, 'pt-BR', form);
  if (!registered.ok) throw new Error(registered.error.kind);
  return { ...form, clientId: registered.value.client.clientId };
}

async function tokenFor(email: string): Promise<string> {
  await forgotPassword(shop.ctx, 'pt-BR', email);
  return /reset_password\/([\w-]+)/.exec((await mailsTo(shop.ctx, email)).at(-1)?.text ?? '')?.[1] ?? '';
}

const reset = async (email: string) =>
  expect((await resetPassword(shop.ctx, await tokenFor(email), { password: NEW })).ok).toBe(true);
const works = async (email: string, password: string) => (await signIn(shop.ctx, email, password)).ok;
const sessionsOf = (clientId: string) =>
  shop.ctx.db.read.selectFrom('sessions').selectAll().where('client_id', '=', clientId).execute();

describe('an action authorized with a password', () => {
  it('starts no session when the password is reset meanwhile', async () => {
    const { email, clientId } = await newClient();
    expect(
      await signIn(
        overtakenBy(() => reset(email)),
        email,
        PASSWORD,
      ),
    ).toMatchObject({ ok: false, error: { kind: 'invalid_credentials' } });
    expect(await sessionsOf(clientId)).toEqual([]);
  });

  it('sets no new password when the password is reset meanwhile', async () => {
    const { email, clientId } = await newClient();
    const change = { currentPassword: PASSWORD, newPassword: 'Intruso-99' };
    const changed = await changePassword(
      overtakenBy(() => reset(email)),
      clientId,
      change,
    );
    expect(changed).toMatchObject({ ok: false, error: { kind: 'current_password_incorrect' } });
    expect(await works(email, NEW)).toBe(true);
    expect(await works(email, 'Intruso-99')).toBe(false);
  });

  it('deletes no account when the password is reset meanwhile', async () => {
    const { email, clientId } = await newClient();
    expect(
      await closeAccount(
        overtakenBy(() => reset(email)),
        clientId,
        PASSWORD,
      ),
    ).toMatchObject({ ok: false });
    expect(await works(email, NEW)).toBe(true);
  });
});

describe('an account that is deleted during another request', () => {
  const gone = (clientId: string) => async () =>
    expect((await closeAccount(shop.ctx, clientId, PASSWORD)).ok).toBe(true);

  it('cannot be signed in to', async () => {
    const { email, clientId } = await newClient();
    expect(await signIn(overtakenBy(gone(clientId)), email, PASSWORD)).toMatchObject({
      ok: false,
      error: { kind: 'invalid_credentials' },
    });
  });

  it('gets no new password from its owner or from a reset link', async () => {
    const one = await newClient();
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect(await changePassword(overtakenBy(gone(one.clientId)), one.clientId, change)).toMatchObject({ ok: false });
    const two = await newClient();
    const token = await tokenFor(two.email);
    const answer = await resetPassword(overtakenBy(gone(two.clientId)), token, { password: NEW });
    expect(answer).toMatchObject({ ok: false, error: { kind: 'reset_token_invalid' } });
  });

  it('gets no new data', async () => {
    const { clientId, ...form } = await newClient();
    const changed = await changeClientData(overtakenBy(gone(clientId)), clientId, updateSchema.parse(form));
    expect(changed).toEqual({ ok: false, error: 'unknown_client' });
  });

  it('gets no reset link, and the answer stays the same', async () => {
    const { email, clientId } = await newClient();
    await forgotPassword(overtakenBy(gone(clientId)), 'pt-BR', email);
    expect((await mailsTo(shop.ctx, email)).map(({ kind }) => kind)).toEqual(['welcome', 'account_deleted']);
  });
});
