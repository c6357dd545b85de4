import argon2 from 'argon2';
import type { StoredClient } from '#src/features/account/client.ts';
import { insertClient } from '#src/features/account/server/client.repository.ts';
import type { Context } from '#src/server/context.ts';
import { newVisitor, type Visitor } from './visitor.ts';
import { WEAK } from '../texts/weak-hashes.ts';

export const PASSWORD = 'Guaraná-1';

let count = 0;
export const newEmail = () => `ana.${process.pid}.${++count}@kunde.example`;

/** The body that the registration form sends. Each person has another e-mail address. */
export function person(values: object = {}) {
  const { password } = { password: PASSWORD, ...values };
  return {
    name: 'Ana',
    lastname: 'Müller',
    email: newEmail(),
    address: 'Rosenweg',
    number: '7a',
    additional_address: '',
    postal_code: '04109',
    city: 'Leipzig',
    country: 'DE',
    phone: '0341 555',
    password: PASSWORD,
    confirmPassword: typeof password === 'string' ? password : PASSWORD,
    ...values,
  };
}

/** The same object without some of its fields. */
export const without = <T extends object, K extends keyof T>(form: T, ...fields: K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !fields.includes(name as K))) as Omit<T, K>;

export interface Customer {
  visitor: Visitor;
  client: StoredClient;
  email: string;
  password: string;
}

/** Creates an account, which signs the browser in. Throws when the shop refuses. */
export async function newCustomer(base: string, values: object = {}): Promise<Customer> {
  const { email, password, ...form } = person(values);
  const visitor = newVisitor(base);
  const { status, body } = await visitor.post<{ client: StoredClient }>('/api/register/', { email, password, ...form });
  if (status !== 201) throw new Error(`Registration answered ${status}: ${JSON.stringify(body)}`);
  return { visitor, client: body.client, email, password };
}

/** Creates an account without a session and without a known browser. Throws when the shop refuses. */
export async function signUp(base: string, values: object = {}): Promise<{ email: string; password: string }> {
  const { visitor, email, password } = await newCustomer(base, values);
  await visitor.post('/api/logout/', { everywhere: true });
  return { email, password };
}

/** Writes so many accounts into the database, with weak hashes of PASSWORD; returns their addresses. */
export async function manyAccounts({ db, now }: Context, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, newEmail);
  const { password, confirmPassword: _, ...form } = person();
  const at = now().toISOString();
  const row = {
    ...form,
    password_hash: await argon2.hash(password.normalize('NFC'), WEAK),
    locale: 'pt-BR',
    created_at: at,
    updated_at: at,
  } as const;
  await db.write(async (tx) => {
    for (const email of emails) await insertClient(tx, { ...row, id: email, email, email_key: email });
  });
  return emails;
}

/** Signs in, by default in a new browser. Throws when the shop refuses. */
export async function signIn(
  base: string,
  { email, password }: { email: string; password: string },
  visitor = newVisitor(base),
) {
  const { status, body } = await visitor.post<StoredClient>('/api/login_verify/', { email, password });
  if (status !== 200) throw new Error(`Login answered ${status}: ${JSON.stringify(body)}`);
  return { visitor, client: body };
}

/** The client that the shop recognizes in this browser. */
export const clientOf = async (visitor: Visitor): Promise<StoredClient | null> =>
  (await visitor.get<{ client: StoredClient | null }>('/api/session/')).body.client;
