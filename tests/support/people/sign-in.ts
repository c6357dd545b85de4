import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright/test';
import { toStoredClient } from '#src/features/account/server/account.service.ts';
import { insertClient } from '#src/features/account/server/client.repository.ts';
import { hashPassword } from '#src/server/auth/password-hash.ts';
import { type StoredClient } from '#src/features/account/client.ts';
import { emailKey } from '#src/server/auth/email.ts';
import { closeContext, createContext, type Context } from '#src/server/context.ts';
import { readConfig } from '#src/settings/environment/config.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { startSession } from '#src/server/http/session.ts';

export const PASSWORD = 'Guaraná-1';

/** A new e-mail address for each call, so that a test can have several accounts. */
export const newEmail = () => `ana.${randomUUID().slice(0, 8)}@kunde.example`;

export interface Customer {
  email: string;
  password: string;
  client: StoredClient;
  /** The value of the session cookie. */
  token: string;
}

interface Shop {
  url: string;
  dataDir: string;
}

/** Runs an action on a shop's database from outside of the shop's process. */
export async function withDatabase<T>(
  { dataDir }: Pick<Shop, 'dataDir'>,
  act: (ctx: Context) => Promise<T>,
): Promise<T> {
  const ctx = createContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  try {
    return await act(ctx);
  } finally {
    await closeContext(ctx);
  }
}

/** Shared by all accounts of a process, because a hash takes long on purpose. */
let hashed: Promise<string> | undefined;

/** Inserts a client and a session into a shop's database. */
export const newCustomer = (shop: Shop, values: Partial<ClientRow> = {}): Promise<Customer> =>
  withDatabase(shop, async (ctx) => {
    const email = values.email ?? newEmail();
    const at = ctx.now().toISOString();
    const row: ClientRow = {
      id: randomUUID(),
      email,
      email_key: emailKey(email),
      password_hash: await (hashed ??= hashPassword(PASSWORD)),
      name: 'Ana',
      lastname: 'Müller',
      address: 'Rosenweg',
      number: '7a',
      additional_address: '',
      postal_code: '04109',
      city: 'Leipzig',
      country: 'DE',
      phone: '0341 555',
      locale: 'pt-BR',
      created_at: at,
      updated_at: at,
      used_at: at,
      idle_warned_at: null,
      ...values,
    };
    const token = await ctx.db.write(async (tx) => {
      await insertClient(tx, row);
      return startSession(ctx, tx, row.id);
    });
    return { email, password: PASSWORD, client: toStoredClient(row), token };
  });

/** Signs a browser in: sets the cookie and the stored client. */
export async function enterAs(
  context: BrowserContext,
  { url }: Pick<Shop, 'url'>,
  { token, client }: Customer,
): Promise<void> {
  await context.addCookies([{ name: 'session', value: token, url, httpOnly: true, sameSite: 'Lax' }]);
  // A page of its own would cost a process of the browser.
  const [open] = context.pages();
  const page = open ?? (await context.newPage());
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(({ clientName, ...rest }) => {
    localStorage.setItem('clientName', clientName);
    localStorage.setItem('client', JSON.stringify(rest));
  }, client);
  if (!open) await page.close();
}
