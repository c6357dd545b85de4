import argon2 from 'argon2';
import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { register, signIn } from '#src/features/account/server/account.service.ts';
import { forgotPassword } from '#src/features/account/server/password.service.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { newEmail, person } from '../../support/people/accounts.ts';
import { freshShop, type FreshShop } from '../../support/shops/fresh-shop.ts';

let shop: FreshShop;
let email: string;

beforeAll(async () => {
  shop = await freshShop();
  const form = person();
  email = form.email;
  expect((await register(shop.ctx, 'pt-BR', form)).ok).toBe(true);
});
afterAll(() => shop?.dispose());
afterEach(() => void vi.restoreAllMocks());

/** The SQL statements of an action in order, without values. */
async function statementsOf(act: (ctx: Context) => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(shop.ctx.db.read.getExecutor().compileQuery(node, { queryId: 'recorded' } as never).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { read, write } = shop.ctx.db;
  const db = {
    ...shop.ctx.db,
    read: read.withPlugin(recorder),
    write: <T>(work: (tx: Writer) => Promise<T>) => write((tx) => work(tx.withPlugin(recorder) as Writer)),
  };
  await act(Object.create(shop.ctx, { db: { value: db } }) as Context);
  return statements;
}

// Measured times vary and prove little, so the test compares the work.
describe('a request for an address without an account', () => {
  it('costs one look-up and one hash at login, as any other', async () => {
    const verify = vi.spyOn(argon2, 'verify');
    const attempt = (address: string) => statementsOf((ctx) => signIn(ctx, address, 'Errada-11'));
    const known = await attempt(email);
    expect(known).toHaveLength(1);
    expect(await attempt(newEmail())).toEqual(known);
    expect(verify).toHaveBeenCalledTimes(2);
    const parameters = verify.mock.calls.map(([hash]) => hash.split('$').slice(0, 4));
    expect(parameters[1]).toEqual(parameters[0]);
  });

  it('costs the same statements and writes for a forgotten password', async () => {
    const ask = (address: string) => statementsOf((ctx) => forgotPassword(ctx, 'de-DE', address));
    const known = await ask(email);
    expect(known.filter((statement) => statement.startsWith('insert'))).toHaveLength(2);
    expect(await ask(newEmail())).toEqual(known);
  });
});
