import type { StoredClient } from '#src/features/account/client.ts';
import { newVisitor, type Visitor } from './visitor.ts';

export const PASSWORD = 'Guaraná-1';

let count = 0;
export const newEmail = () => `ana.${process.pid}.${++count}@kunde.example`;

/** What the registration form sends; every person has another address. */
export const person = (values: object = {}) => ({
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
  ...values,
});

/** The same without some of its fields. */
export const without = <T extends object, K extends keyof T>(form: T, ...fields: K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !fields.includes(name as K))) as Omit<T, K>;

export interface Customer {
  visitor: Visitor;
  client: StoredClient;
  email: string;
  password: string;
}

/** Opens an account; fails when the shop refuses. */
export async function signUp(base: string, values: object = {}): Promise<{ email: string; password: string }> {
  const body = person(values);
  const { status, body: answer } = await newVisitor(base).post('/api/register/', body);
  if (status !== 201) throw new Error(`Registration answered ${status}: ${JSON.stringify(answer)}`);
  return { email: body.email, password: body.password };
}

/** Signs in, in a browser of its own unless one is given; fails when the shop refuses. */
export async function signIn(base: string, { email, password }: { email: string; password: string }, visitor = newVisitor(base)) {
  const { status, body } = await visitor.post<StoredClient>('/api/login_verify/', { email, password });
  if (status !== 200) throw new Error(`Login answered ${status}: ${JSON.stringify(body)}`);
  return { visitor, client: body };
}

/** Somebody with an account, signed in. */
export async function newCustomer(base: string, values: object = {}): Promise<Customer> {
  const login = await signUp(base, values);
  return { ...login, ...(await signIn(base, login)) };
}

/** Whom the shop takes a browser for. */
export const clientOf = async (visitor: Visitor): Promise<StoredClient | null> =>
  (await visitor.get<{ client: StoredClient | null }>('/api/session/')).body.client;
