import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { insertClient } from '#src/features/account/server/client.repository.ts';
import type { checkoutSchema, settledSchema } from '#src/features/checkout/checkout.schema.ts';
import type { purchasesSchema } from '#src/features/orders/order.schema.ts';
import type { Context } from '#src/server/context.ts';
import { csrfTokenOf } from '#src/server/http/csrf.ts';
import { startSession } from '#src/server/http/session.ts';
import { newEmail } from './accounts.ts';
import type { Answer, ErrorAnswer } from './call.ts';
import { postCart, type PricedCart } from './cart-call.ts';
import { newAddress } from './visitor.ts';

export type Begun = z.output<typeof checkoutSchema>;
export type Settled = z.output<typeof settledSchema>;
export type Purchases = z.output<typeof purchasesSchema>;
export type Refused = ErrorAnswer & { products?: number[]; cart?: PricedCart };

export interface Line {
  productId: number;
  quantity: number;
}

export const ADDRESS = {
  name: 'Ana Müller',
  address: 'Rosenweg',
  number: '7a',
  additional_address: '',
  postal_code: '04109',
  city: 'Leipzig',
  country: 'DE',
};

export interface Buyer {
  clientId: string;
  email: string;
  get: <T = object>(path: string, headers?: Record<string, string>) => Promise<Answer<T>>;
  /** The HTML of a page. */
  text: (path: string) => Promise<string>;
  /** The HTML of a page after its form was sent without a script. */
  sendForm: (path: string, form: FormData) => Promise<string>;
  /** A file, or the refusal in its place. */
  file: (path: string) => Promise<{ status: number; headers: Headers; bytes: Buffer<ArrayBuffer> }>;
  post: <T = object>(path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer<T>>;
  /** Creates a checkout at the current prices. `more` overrides fields of the body. */
  tryBegin: <T = Refused>(lines: Line[], more?: object) => Promise<Answer<T>>;
  /** The same, but throws when the shop refuses. */
  begin: (lines: Line[], more?: object) => Promise<Begun>;
  tryCapture: <T = Refused>(checkoutId: string) => Promise<Answer<T>>;
  capture: (checkoutId: string) => Promise<Settled>;
  cancel: (checkoutId: string) => Promise<Answer<ErrorAnswer>>;
  /** The same person at another server of the shop. */
  at: (base: string) => Buyer;
}

/**
 * A person with an account and a session. Both are inserted as rows, because hashing and clicking take longer.
 * `always`: headers of all calls, for example another network address than the buyer's own.
 */
export async function newBuyer(ctx: Context, base: string, always: Record<string, string> = {}): Promise<Buyer> {
  const at = ctx.now().toISOString();
  const email = newEmail();
  const { country, ...place } = ADDRESS;
  const row = {
    ...place,
    id: randomUUID(),
    email,
    email_key: email,
    password_hash: '',
    name: 'Ana',
    lastname: 'Müller',
    country,
  };
  const token = await ctx.db.write(async (tx) => {
    await insertClient(tx, { ...row, phone: '', locale: 'de-DE', created_at: at, updated_at: at });
    return startSession(ctx, tx, row.id);
  });
  return buyerAt(base, row.id, email, token, always);
}

/** A person with an account and an open session. `token` is the cookie's value. */
export function buyerAt(
  base: string,
  clientId: string,
  email: string,
  token: string,
  more: Record<string, string> = {},
): Buyer {
  const always = { 'x-forwarded-for': newAddress(), ...more };
  const csrf = csrfTokenOf(token);
  const cookie = `csrftoken=${csrf}; session=${token}`;
  async function ask<T>(path: string, init: RequestInit): Promise<Answer<T>> {
    const response = await fetch(base + path, { ...init, headers: { ...always, ...init.headers }, redirect: 'manual' });
    return { status: response.status, headers: response.headers, body: (await response.json()) as T };
  }
  const buyer: Buyer = {
    clientId,
    email,
    get: (path, headers = {}) => ask(path, { headers: { cookie, ...headers } }),
    text: async (path) => (await fetch(base + path, { headers: { cookie, ...always } })).text(),
    async sendForm(path, form) {
      const headers = { cookie, 'sec-fetch-site': 'same-origin', ...always };
      return (await fetch(base + path, { method: 'POST', headers, body: form })).text();
    },
    async file(path) {
      const response = await fetch(base + path, { headers: { cookie, ...always } });
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
    },
    post: (path, body = {}, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie, 'x-csrftoken': csrf, ...headers },
        body: JSON.stringify(body),
      }),
    async tryBegin(lines, more = {}) {
      const priced =
        'expectedTotal' in more
          ? undefined
          : await postCart(
              base,
              { lines, ...('code' in more && { code: more.code }) },
              { ...always, cookie, 'x-csrftoken': csrf },
            );
      if (priced?.status === 503) return priced as Answer<never>;
      const expectedTotal = priced?.body.total;
      const used = priced?.body.voucher?.used;
      const expectedDue = used && Math.round((expectedTotal! - used) * 100) / 100;
      return buyer.post('/api/checkout/', {
        requestId: randomUUID(),
        lines,
        shipping: ADDRESS,
        expectedTotal,
        expectedDue,
        languageLocale: 'de-DE',
        ...more,
      });
    },
    begin: async (lines, more) => good(201, await buyer.tryBegin<Begun>(lines, more)),
    tryCapture: (checkoutId) => buyer.post(`/api/checkout/${checkoutId}/capture/`),
    capture: async (checkoutId) => good(200, await buyer.tryCapture<Settled>(checkoutId)),
    cancel: (checkoutId) => buyer.post(`/api/checkout/${checkoutId}/cancel/`),
    at: (other) => buyerAt(other, clientId, email, token, always),
  };
  return buyer;
}

/** Repeats a request, as browsers do, while the server is busy because all its database connections are in use. */
export async function untilServed<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

function good<T>(wanted: number, { status, body }: Answer<T>): T {
  if (status !== wanted) throw new Error(`The shop answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
