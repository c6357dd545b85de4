import type { StoredClient } from '#src/features/account/client.ts';
import { newVisitor, type Visitor } from './visitor.ts';

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

/** Signs in, by default in a new browser. Throws when the shop refuses. */
export async function signIn(base: string, { email, password }: { email: string; password: string }, visitor = newVisitor(base)) {
  const { status, body } = await visitor.post<StoredClient>('/api/login_verify/', { email, password });
  if (status !== 200) throw new Error(`Login answered ${status}: ${JSON.stringify(body)}`);
  return { visitor, client: body };
}

/** The client that the shop recognizes in this browser. */
export const clientOf = async (visitor: Visitor): Promise<StoredClient | null> =>
  (await visitor.get<{ client: StoredClient | null }>('/api/session/')).body.client;
