import { fullName } from '#src/features/account/client.ts';
import { findClient } from '#src/features/account/server/client.repository.ts';
import { isOffered } from '#src/features/checkout/server/hold.ts';
import { findCheckoutLines } from '#src/features/orders/server/checkout.repository.ts';
import { orderContent, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { takeAttempt, returnAttempt } from '#src/server/http/attempts.ts';
import type { Call } from '#src/server/http/call.ts';
import { hashToken } from '#src/server/http/session.ts';
import type { Offer, OfferState } from '../offer.ts';
import {
  findOfferByKey,
  findOfferRow,
  findOpenOfferRowsTogether,
  findOpenOfferRowsWith,
  listOfferRows,
  type OfferedRow,
} from './offer.repository.ts';

function stateOf(row: OfferedRow, ctx: Pick<Context, 'now'>): OfferState {
  if (row.state === 'ordered') return 'ordered';
  if (row.state !== 'open') return 'ended';
  if (row.capture_request_id) return 'paying';
  return isOffered(row, ctx) ? 'open' : 'ended';
}

async function toOffer(ctx: Pick<Context, 'now'>, db: Reader, row: OfferedRow): Promise<Offer> {
  return {
    ...orderContent(row, await findCheckoutLines(db, row.id)),
    id: row.id,
    state: stateOf(row, ctx),
    until: row.offered_until ?? '',
    days: row.days,
    locale: row.locale,
    email: row.email,
    clientName: row.client_name,
    clientId: row.client_id,
    offeredBy: row.offered_by,
    createdAt: row.offered_at,
    orderNumber: row.placed,
    shipsWith: row.ships_with && row.first_number ? { id: row.ships_with, number: row.first_number } : null,
  };
}

export async function findOffer(ctx: Context, id: string, db: Reader = ctx.db.read): Promise<Offer | undefined> {
  const row = await findOfferRow(db, id);
  return row && toOffer(ctx, db, row);
}

/** More than a shop takes by phone in a month. */
const MOST = 200;

/** The latest offers, newest first. */
export async function listOffers(ctx: Context): Promise<Offer[]> {
  const rows = await listOfferRows(ctx.db.read, MOST);
  return Promise.all(rows.map((row) => toOffer(ctx, ctx.db.read, row)));
}

/** The offers that the buyer may still order, and whose goods then come into this order's parcel. */
export async function findOpenOffersWith(
  ctx: Context,
  { id, shipsWith }: Pick<StoredOrder, 'id' | 'shipsWith'>,
): Promise<Offer[]> {
  return openOffers(ctx, await findOpenOfferRowsWith(ctx.db.read, shipsWith ?? id));
}

async function openOffers(ctx: Context, rows: OfferedRow[]): Promise<Offer[]> {
  const offers = await Promise.all(rows.map((row) => toOffer(ctx, ctx.db.read, row)));
  return offers.filter(({ state }) => state === 'open' || state === 'paying');
}

/** All of them, by the id of the order whose parcel takes the goods along. */
export async function loadExpectedOffers(ctx: Context): Promise<Map<string, Offer[]>> {
  const offers = await openOffers(ctx, await findOpenOfferRowsTogether(ctx.db.read));
  return Map.groupBy(offers, ({ shipsWith }) => shipsWith?.id ?? '');
}

/** The offer of a link. Wrong keys count towards the limit of wrong keys of order pages. */
export async function findKeyedOffer(
  { ctx, address }: Pick<Call, 'ctx' | 'address'>,
  key: string,
): Promise<Offer | undefined> {
  const attempt = { order_key_address: address };
  if (!key || (await takeAttempt({ ctx }, attempt))) return undefined;
  const row = await findOfferByKey(ctx.db.read, hashToken(key));
  if (!row) return undefined;
  await returnAttempt({ ctx }, attempt);
  return toOffer(ctx, ctx.db.read, row);
}

/** What an account knows of the form of an offer. */
export async function loadBuyer({ db }: Context, clientId: string): Promise<Partial<Record<string, string>>> {
  const client = await findClient(db.read, clientId);
  if (!client) return {};
  const { email, address, number, additional_address, postal_code, city, locale } = client;
  return { email, name: fullName(client), address, number, additional_address, postal_code, city, language: locale };
}
