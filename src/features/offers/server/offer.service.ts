import { priceCart, type CartQuote } from '#src/features/cart/server/cart.service.ts';
import { takeStock } from '#src/features/catalogue/server/stock.repository.ts';
import { isOutsideVatArea } from '#src/features/checkout/delivery-area.ts';
import { NO_CLAIM } from '#src/features/checkout/server/claim.ts';
import { collectionAddress } from '#src/features/checkout/server/collected-order.ts';
import { closeCheckout, LONGEST_OFFER_DAYS, nextCheckOfOffer, offerEnd } from '#src/features/checkout/server/hold.ts';
import { newCheckout, newCheckoutLines } from '#src/features/checkout/server/new-checkout.ts';
import { isGiftVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { isRefundable, isStillHere, type ShippingAddress } from '#src/features/orders/order.ts';
import { completeWishes, guestName, type OrderWishes } from '#src/features/orders/order-wishes.ts';
import {
  boughtLines,
  findCheckoutLines,
  insertCheckout,
  lockCheckout,
} from '#src/features/orders/server/checkout.repository.ts';
import { localeOf } from '#src/features/orders/server/mails/order-mails.ts';
import { findOrder, findOrderByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { recordAct } from '#src/server/audit/audit.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import { Refused, unlessRefused } from '#src/server/db/refused.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { isOffered, type DeliveryMethod, type OrderDelivery } from '#src/shared/delivery/delivery-method.ts';
import { localised, pages } from '#src/shared/paths.ts';
import { isRefusedIsland } from '#src/shared/delivery/shipping-price.ts';
import type { Result } from '#src/shared/result.ts';
import type { Offer } from '../offer.ts';
import { findOffer } from './offer.loader.ts';
import { enqueueOffer } from './offer-mail.ts';
import { findOfferByRequest, insertOffer } from './offer.repository.ts';

interface Line {
  productId: number;
  quantity: number;
}

interface OfferBuyer {
  email: string;
  locale: Locale;
  /** For an order that the buyer collects: the invoice's address, unless `wishes` names one. */
  address: ShippingAddress;
  deliveryMethod?: OrderDelivery;
  /** What the buyer said on the phone besides goods and address. */
  wishes?: OrderWishes;
}

export interface OfferInput {
  /** The same id finds the same offer. */
  requestId: string;
  lines: Line[];
  days: number;
  /** A buyer, or the order whose parcel takes the goods along to its buyer. */
  to: OfferBuyer | { shipsWith: string };
}

interface LineRefusal {
  kind: 'sold_out' | 'sale_locked' | 'age_restricted' | 'max_units';
  /** The names of the refused products, in the order of `ids`. */
  products: string[];
  ids: number[];
}

export type OfferRefusal =
  | LineRefusal
  | {
      kind:
        | 'no_lines'
        | 'area_not_served'
        | 'island_not_served'
        | 'days_out_of_range'
        | 'unknown_order'
        | 'order_left'
        | 'order_by_email';
    }
  | { kind: 'offer_over' | 'payment_in_progress' | 'no_such_delivery' };

/** `link`: undefined when the offer was created before; only its mail has the link. */
export type Offered = Result<{ id: string; link?: string }, OfferRefusal>;

/** Prices an offer as it would be stored now, and names its problems. */
export function quoteOffer(
  ctx: Pick<Context, 'shop' | 'now'>,
  db: Parameters<typeof priceCart>[1],
  locale: Locale,
  lines: Line[],
  parcel: { isExtra: boolean; deliveryMethod?: DeliveryMethod | undefined; postalCode?: string | undefined },
): Promise<CartQuote> {
  return priceCart(ctx, db, locale, lines, parcel);
}

/**
 * Prices the lines, holds their units, and mails the buyer a link. Nothing is ordered and nothing is paid before the
 * buyer taps the order button of that page.
 */
export const createOffer = (ctx: Context, input: OfferInput): Promise<Offered> =>
  unlessRefused(() =>
    ctx.db.write(async (tx) => {
      await ctx.db.lock(tx, `offer-${input.requestId}`);
      const known = await findOfferByRequest(tx, input.requestId);
      return known ? { id: known.checkout_id } : storeOffer(ctx, tx, input, 'offer.create');
    }),
  );

/** Ends an open offer and returns its units to the stock. */
export const endOffer = (ctx: Context, id: string): Promise<Offered> =>
  unlessRefused(() =>
    ctx.db.write(async (tx) => {
      await close(ctx, tx, id);
      await recordAct(ctx, tx, { act: 'offer.end', subject: 'offer', id });
      return { id };
    }),
  );

/**
 * Offers the same lines to the same buyer again, at today's prices and with another link; the earlier link ends.
 * `requestId`: the same id finds the same offer.
 */
export const renewOffer = (ctx: Context, id: string, requestId: string): Promise<Offered> =>
  unlessRefused(() =>
    ctx.db.write(async (tx) => {
      await ctx.db.lock(tx, `offer-${requestId}`);
      const known = await findOfferByRequest(tx, requestId);
      if (known) return { id: known.checkout_id };
      // Also an offer whose time is over, until the reconcile job closes it.
      if ((await lockCheckout(ctx.db, tx, id))?.state === 'open') await close(ctx, tx, id);
      const earlier = await findOffer(ctx, id, tx);
      if (earlier?.state !== 'ended') throw new Refused<OfferRefusal>({ kind: 'offer_over' });
      const { days, email, address, deliveryMethod, shipsWith, billing, reference, note, gift } = earlier;
      const wishes = { billing, reference, note, gift };
      const to = shipsWith
        ? { shipsWith: shipsWith.number }
        : { email, address, deliveryMethod, locale: localeOf(earlier.locale), wishes };
      const bought = boughtLines(await findCheckoutLines(tx, id));
      const again = [...bought].map(([productId, quantity]) => ({ productId, quantity }));
      return storeOffer(ctx, tx, { requestId, lines: again, days, to }, 'offer.renew');
    }),
  );

async function close(ctx: Context, tx: Writer, id: string): Promise<void> {
  const row = await lockCheckout(ctx.db, tx, id);
  if (row?.state !== 'open' || !row.offered_until) throw new Refused<OfferRefusal>({ kind: 'offer_over' });
  if (row.capture_request_id) throw new Refused<OfferRefusal>({ kind: 'payment_in_progress' });
  await closeCheckout(ctx, tx, row, 'cancelled');
}

async function storeOffer(
  ctx: Context,
  tx: Writer,
  { requestId, lines, days, to }: OfferInput,
  act: 'offer.create' | 'offer.renew',
): Promise<{ id: string; link: string }> {
  if (lines.length === 0) throw new Refused<OfferRefusal>({ kind: 'no_lines' });
  if (!Number.isInteger(days) || days < 1 || days > LONGEST_OFFER_DAYS)
    throw new Refused<OfferRefusal>({ kind: 'days_out_of_range' });
  const { first, buyer } = await admitBuyer(ctx, tx, to);
  const { locale, shipping, deliveryMethod, wishes, ...owner } = buyer;
  const parcel = { isExtra: first !== undefined, deliveryMethod, postalCode: shipping.postal_code };
  const quote = await quoteOffer(ctx, tx, locale, lines, parcel);
  refuseProblems(quote, lines);
  const until = offerEnd(ctx.now(), days);
  const row = {
    ...newCheckout(
      ctx,
      { ...owner, guest_id: null },
      {
        locale,
        network: '',
        input: {
          ...{ requestId, lines, shipping, deliveryMethod, expectedTotal: 0 },
          ...wishes,
          reference: wishes?.reference ?? '',
        },
      },
      quote,
    ),
    ...NO_CLAIM,
    // The limits on unpaid holds are for strangers, so the hold counts for no network.
    hold: 'held' as const,
    hold_expires_at: until,
    network: null,
    offered_until: until,
    check_at: nextCheckOfOffer(ctx.now()),
    ships_with: first ? (first.shipsWith ?? first.id) : null,
  };
  await insertCheckout(tx, row, newCheckoutLines(row.id, locale, quote));
  const missing = await takeStock(
    ctx,
    tx,
    quote.sold.map(({ product, quantity }) => ({ productId: product.id, quantity })),
    { reason: 'held', checkoutId: row.id },
  );
  if (missing.length > 0)
    throw new Refused<OfferRefusal>({ kind: 'sold_out', products: namesOf(quote, missing), ids: missing });
  const key = newToken();
  await insertOffer(tx, {
    checkout_id: row.id,
    key_hash: hashToken(key),
    request_id: requestId,
    days,
    offered_by: ctx.actor?.who ?? '',
    created_at: row.created_at,
  });
  const link = ctx.config.siteUrl + localised(locale, pages.offer(key));
  const offer = (await findOffer(ctx, row.id, tx)) as Offer;
  await enqueueOffer(ctx, tx, offer, link);
  const units = Object.fromEntries(offer.lines.map(({ code, quantity }) => [code, quantity]));
  await recordAct(ctx, tx, { act, subject: 'offer', id: row.id, after: { email: offer.email, units } });
  return { id: row.id, link };
}

/** The buyer of a deliverable offer, and the order in whose parcel the goods are sent, if there is one. */
async function admitBuyer(ctx: Context, tx: Writer, to: OfferInput['to']) {
  const first = 'shipsWith' in to ? await lockFirst(ctx, tx, to.shipsWith) : undefined;
  const buyer = 'shipsWith' in to ? buyerOf(first!) : toBuyer(ctx, to);
  const { shipping, deliveryMethod } = buyer;
  if (isOutsideVatArea(shipping.postal_code)) throw new Refused<OfferRefusal>({ kind: 'area_not_served' });
  // Goods that ship with another order go to that order's address.
  if (!first && deliveryMethod !== 'collection' && isRefusedIsland(ctx.shop.terms, shipping.postal_code))
    throw new Refused<OfferRefusal>({ kind: 'island_not_served' });
  if (deliveryMethod === 'email' || (!first && !isOffered(ctx.shop, deliveryMethod)))
    throw new Refused<OfferRefusal>({ kind: 'no_such_delivery' });
  return { first, buyer: { ...buyer, deliveryMethod } };
}

/** The order that takes the goods along, locked: its parcel may be handed over at the same time. */
async function lockFirst(ctx: Context, tx: Writer, number: string): Promise<StoredOrder> {
  const found = await findOrderByNumber(tx, number);
  if (!found) throw new Refused<OfferRefusal>({ kind: 'unknown_order' });
  await lockCheckout(ctx.db, tx, found.checkoutId);
  const order = (await findOrder(tx, found.id))!;
  if (isGiftVoucher(order)) throw new Refused<OfferRefusal>({ kind: 'order_by_email' });
  if (!isTakingAlong(order)) throw new Refused<OfferRefusal>({ kind: 'order_left' });
  return order;
}

/** Whether another order may travel in this order's parcel. */
export const isTakingAlong = (order: StoredOrder): boolean =>
  !isGiftVoucher(order) && isStillHere(order) && isRefundable(order);

/** The buyer of an order whose parcel takes goods along: the same invoice address, and still a present. */
const buyerOf = ({ clientId, email, clientName, address, deliveryMethod, locale, ...order }: StoredOrder) => ({
  client_id: clientId,
  email,
  client_name: clientName,
  shipping: address,
  deliveryMethod,
  locale: localeOf(locale),
  wishes: {
    billing: order.billing,
    reference: order.reference,
    note: null,
    gift: order.gift && { message: '' },
  },
});

/** A guest until the buyer taps: anybody may have an account with a typed address. */
function toBuyer(ctx: Context, { email, address, deliveryMethod, locale, wishes }: OfferBuyer) {
  const isCollected = deliveryMethod === 'collection';
  return {
    client_id: null,
    email,
    client_name: guestName({ billing: wishes?.billing ?? null, shipping: address }),
    shipping: isCollected ? collectionAddress(ctx, address.name) : address,
    deliveryMethod,
    locale,
    wishes: isCollected ? completeWishes({ ...wishes, billing: wishes?.billing ?? address }) : wishes,
  };
}

const namesOf = ({ lines, sold }: CartQuote, ids: readonly number[]): string[] =>
  ids.map((id) => [...lines, ...sold].find(({ product }) => product.id === id)?.product.name ?? String(id));

const PROBLEMS = ['age_restricted', 'sale_locked', 'max_units', 'sold_out'] as const;

/** Why lines cannot be offered; undefined: they can. */
export function lineRefusal(quote: CartQuote): LineRefusal | undefined {
  for (const kind of PROBLEMS) {
    const ids = quote.problems
      .filter(({ code }) => code === kind || (kind === 'sold_out' && code === 'unknown'))
      .map(({ productId }) => productId);
    if (ids.length > 0) return { kind, products: namesOf(quote, ids), ids };
  }
  return undefined;
}

function refuseProblems(quote: CartQuote, lines: Line[]): void {
  const refused = lineRefusal(quote);
  if (refused) throw new Refused<OfferRefusal>(refused);
  if (lines.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1))
    throw new Refused<OfferRefusal>({ kind: 'no_lines' });
}
