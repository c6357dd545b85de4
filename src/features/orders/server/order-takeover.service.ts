import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import { enqueueTakeover, enqueueWelcome } from '#src/features/account/server/account-mails.ts';
import { startSignIn, type SignIn } from '#src/features/account/server/account.service.ts';
import { consumeProof } from '#src/features/account/server/address-proof.repository.ts';
import type { OnProven } from '#src/features/account/server/address-proof.ts';
import { findClient, insertClient, lockAccount } from '#src/features/account/server/client.repository.ts';
import type { OnReaddressed } from '#src/features/account/server/customer.service.ts';
import { hashPassword } from '#src/server/auth/password-hash.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import { hashToken } from '#src/server/http/session.ts';
import { fail, ok, type Result } from '#src/shared/result.ts';
import type { StoredOrder } from './order.repository.ts';
import { giveGuestOrders, writeAddress } from './order-takeover.repository.ts';

/** Moves the guests' orders of an account's address to the account. */
export const takeOverGuestOrders: OnProven = (ctx, tx, client) =>
  giveGuestOrders(ctx.db, tx, client, ctx.now().toISOString());

/** Later mails about an account's orders go to its new address. */
export const readdressOrders: OnReaddressed = (ctx, tx, client) =>
  writeAddress(ctx.db, tx, client, ctx.now().toISOString());

/** Uses a mailed link of the signed-in account; returns the number of orders, or undefined for an invalid link. */
export const takeOverByLink = (ctx: Context, clientId: string, token: string): Promise<number | undefined> =>
  ctx.db.write(async (tx) => {
    const at = ctx.now().toISOString();
    const client = (await consumeProof(tx, hashToken(token), clientId, at)) && (await findClient(tx, clientId));
    return client ? giveGuestOrders(ctx.db, tx, client, at) : undefined;
  });

/** Mails the signed-in account a link that proves its address. */
export const mailTakeoverLink = (ctx: Context, client: ClientRow, locale: Locale): Promise<void> =>
  ctx.db.write((tx) => enqueueTakeover(ctx, tx, client, locale));

interface AccountRequest {
  order: StoredOrder;
  /** The order's mailed key proves the mailbox; the cookie of the browser that bought proves nothing. */
  isProven: boolean;
  /** Already checked. */
  password: string;
  locale: Locale;
  /** The token in the browser's device cookie. */
  device: string | undefined;
}

/**
 * Creates an account from a guest's order. With a proven mailbox the buyer is signed in and owns the guest's orders.
 * Otherwise the result is always 'mailed', so that only the mailbox's owner learns whether an account existed.
 */
export async function openAccountFromOrder(
  ctx: Context,
  { order, isProven, password, locale, device }: AccountRequest,
): Promise<Result<SignIn | 'mailed', { kind: 'account_exists' }>> {
  const row = clientFrom(order, await hashPassword(password), locale, ctx.now().toISOString());
  return ctx.db.write(async (tx) => {
    if (!(await insertClient(tx, row))) {
      const existing = await lockAccount(ctx.db, tx, row.email_key);
      if (existing) await enqueueTakeover(ctx, tx, existing, locale);
      return isProven ? fail({ kind: 'account_exists' as const }) : ok('mailed' as const);
    }
    await enqueueWelcome(ctx, tx, row, { isProven });
    if (!isProven) return ok('mailed' as const);
    await takeOverGuestOrders(ctx, tx, row);
    return ok(await startSignIn(ctx, tx, row, device));
  });
}

/** The order has the whole name in one field: the last word becomes the last name. */
function clientFrom(
  { clientName, email, address, billing }: StoredOrder,
  passwordHash: string,
  locale: Locale,
  at: string,
): ClientRow {
  const words = clientName.split(' ');
  const lastname = words.length > 1 ? words.pop()! : '';
  // The parcel may go to another person.
  const home = billing ?? address;
  return {
    ...{ address: home.address, number: home.number, additional_address: home.additional_address },
    ...{ postal_code: home.postal_code, city: home.city, country: home.country },
    id: randomUUID(),
    email,
    email_key: emailKey(email),
    password_hash: passwordHash,
    name: words.join(' '),
    lastname,
    phone: '',
    locale,
    created_at: at,
    updated_at: at,
    used_at: at,
    idle_warned_at: null,
  };
}
