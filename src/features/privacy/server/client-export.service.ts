import { toBillingJson } from '#src/features/account/billing-address.ts';
import { findClientNotes } from '#src/features/account/server/client-notes.repository.ts';
import { toClientData } from '#src/features/account/server/account.service.ts';
import { loadAddresses } from '#src/features/account/server/client-address.service.ts';
import { findInvoicesOf } from '#src/features/invoices/server/invoice.repository.ts';
import { findAddressRequest, findOrderChanges } from '#src/features/order-changes/server/order-change.repository.ts';
import { loadAccountCart } from '#src/features/account-cart/server/account-cart.service.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import type { ClientRow } from '#src/server/db/tables/accounts.ts';
import type { CheckoutLineRow, CheckoutRow, InvoiceRow } from '#src/server/db/tables/orders.ts';
import { toEuro } from '#src/shared/money.ts';
import { isSameName } from '#src/shared/person-search.ts';
import { shownCode, type BoughtVoucher } from '#src/features/orders/gift-voucher/gift-voucher.ts';
import { wishesOf, type OrderWishes } from '#src/features/orders/order-wishes.ts';
import type { ShippingAddress } from '#src/features/orders/order.ts';
import { findCheckoutLines } from '#src/features/orders/server/checkout.repository.ts';
import { toPurchaseJson } from '#src/features/orders/server/order.endpoints.ts';
import { findOrdersOfClient, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { findNotes } from '#src/features/orders/server/order-notes.repository.ts';
import { findParcels } from '#src/features/orders/server/parcel.repository.ts';
import { findCasesOf } from '#src/features/orders/server/payment-case.repository.ts';
import { findReturnLabels } from '#src/features/withdrawal/server/return-label.repository.ts';
import { findAsk } from '#src/features/reviews/server/ask.repository.ts';
import { findPhoto } from '#src/features/reviews/server/review-photo.repository.ts';
import { findReviewsOfOrders } from '#src/features/reviews/server/review.repository.ts';
import type { ReviewRow } from '#src/server/db/tables/reviews.ts';
import type { ReturnLabelRow } from '#src/server/db/tables/return-labels.ts';
import type { Parcel } from '#src/features/orders/parcel.ts';
import {
  findDeviceTimes,
  findFruitlessCheckouts,
  findMailsOf,
  findPayer,
  findProductNames,
  findSessionTimes,
} from './client-export.repository.ts';

const ACCOUNT_MAILS = new Set([
  'welcome',
  'password_reset',
  'password_changed',
  'email_changed',
  'account_idle',
  'order_takeover',
]);

/**
 * Everything that the shop stores under a client's account (GDPR art. 15 and 20). What people send without a login is
 * excluded, because a typed address does not prove who sent it: staff-export.service.ts adds it.
 */
export async function collectClientData(ctx: Context, client: ClientRow) {
  const { read } = ctx.db;
  const clientId = client.id;
  const orders = await findOrdersOfClient(read, clientId);
  const checkouts = await findFruitlessCheckouts(read, clientId);
  // Another person may have had this address before, and the shop's own address receives other people's messages.
  const own = [...orders.map(({ id }) => id), ...checkouts.map(({ id }) => id)];
  const isOwn = ({ id, kind, created_at }: { id: string; kind: string; created_at: string }) =>
    (ACCOUNT_MAILS.has(kind) && created_at >= client.created_at) || own.some((about) => id.includes(about));
  // A guest's order that the account took over may spell the address in another case.
  const recipients = [...new Set([client.email, ...orders.map(({ email }) => email)])];
  const { shopEmail } = ctx.config;
  const mails = (await findMailsOf(read, { clientId, recipients, shopEmail })).filter(isOwn);
  return {
    client: { ...toClientData(client), createdAt: client.created_at, language: client.locale },
    addresses: await loadAddresses(read, clientId),
    cart: await cartJson(ctx, clientId),
    orders: await toOrdersJson(ctx, orders),
    unfinishedOrders: await unfinished(ctx, checkouts),
    sessions: (await findSessionTimes(read, clientId)).map((row) => ({
      since: row.created_at,
      seen: row.seen_at,
      until: row.expires_at,
    })),
    knownBrowsers: (await findDeviceTimes(read, clientId)).map((row) => ({
      since: row.created_at,
      until: row.expires_at,
    })),
    notesOfTheShop: (await findClientNotes(read, clientId)).map(noteJson),
    mails: mails.map((row) => ({ written: row.created_at, sent: row.sent_at, subject: row.subject })),
  };
}

/** Without the name of the person who wrote it. */
const noteJson = ({ text, created_at: at }: { text: string; created_at: string }) => ({ text, at });

/** The cart that follows to other devices; null without one. */
async function cartJson({ db: { read } }: Context, clientId: string) {
  const cart = await loadAccountCart(read, clientId);
  if (!cart) return null;
  const names = await findProductNames(
    read,
    cart.lines.map(({ productId }) => productId),
  );
  return {
    changed: cart.changed,
    items: cart.lines.map(({ productId, quantity, price }) => ({
      productId,
      productName: names.get(productId),
      quantity,
      price,
    })),
  };
}

/** Orders with their invoices, parcels and return labels. */
export async function toOrdersJson({ db: { read } }: Context, orders: StoredOrder[]) {
  const ids = orders.map(({ id }) => id);
  const invoices = Map.groupBy(await findInvoicesOf(read, ids), (row) => row.order_id);
  const changes = Map.groupBy(await findOrderChanges(read, ids), (row) => row.order_id);
  const parcels = await findParcels(read, orders);
  const notes = Map.groupBy(await findNotes(read, ids), (row) => row.order_id);
  const reviews = Map.groupBy(await findReviewsOfOrders(read, ids), (row) => row.order_id);
  return Promise.all(
    orders.map(async (order) => ({
      ...toOrderJson(order, invoices.get(order.id) ?? []),
      payment: await paymentJson(read, order),
      ...parcelsJson(parcels.get(order.id)!),
      changes: (changes.get(order.id) ?? []).map(({ kind, before, after, created_at: at }) => ({
        kind,
        before,
        after,
        at,
      })),
      requestedAddress: await requestedAddress(read, order.id),
      returnLabels: (await findReturnLabels(read, order.id)).map(toReturnLabelJson),
      reviews: await Promise.all((reviews.get(order.id) ?? []).map((row) => toReviewJson(read, row))),
      reviewMail: await reviewMail(read, order.id),
      notesOfTheShop: (notes.get(order.id) ?? []).map(noteJson),
    })),
  );
}

/**
 * How an order was paid, from which account of the buyer, and what the buyer or a bank objected to at PayPal. The
 * account of another person who paid for the buyer is left out.
 */
async function paymentJson(read: Reader, { checkoutId, clientName, payment, captureId, ...order }: StoredOrder) {
  const { payer_iban: iban, payer_name: name } = (await findPayer(read, checkoutId)) ?? {};
  return {
    ...{ status: payment, paypalCapture: captureId, refunded: toEuro(order.refunded), paidWith: order.paidWith },
    payer: iban && name && isSameName(name, clientName) ? { iban, name } : null,
    disputes: (await findCasesOf(read, checkoutId)).map((row) => ({
      ...{ kind: row.kind, state: row.state, amount: toEuro(row.amount_cents), reason: row.reason },
      ...{ outcome: row.outcome, opened: row.opened_at, closed: row.closed_at },
    })),
  };
}

/** A parcel as stored. Units are listed if they are not the whole order. */
const toParcelJson = ({ units, ...parcel }: Parcel) => ({ ...parcel, units: units && Object.fromEntries(units) });

/** `photo`: WebP in base64. */
async function toReviewJson(read: Reader, row: ReviewRow) {
  const { id, product_id: productId, shown_name: name, written_at: written, stars, text, state, reply } = row;
  const photo = (await findPhoto(read, id, { isPublished: false }))?.toString('base64') ?? null;
  return { productId, name, written, stars, text, state, reply, photo };
}

/** Whether the buyer agreed to be asked for a review by mail; null if not. */
async function reviewMail(read: Reader, orderId: string) {
  const ask = await findAsk(read, orderId);
  return ask ? { agreed: ask.agreed_at, wording: ask.wording, asked: ask.asked_at, ended: ask.ended_at } : null;
}

/** Without its files, which its buyer has. */
const toReturnLabelJson = (label: ReturnLabelRow) => ({
  asked: label.created_at,
  askedBy: label.asked_by,
  state: label.state,
  trackingNumber: label.tracking_number,
  latest: label.event,
  sent: label.sent_at,
  arrived: label.arrived_at,
});

/** Version 1.0.0 knew one parcel of an order, as `parcel`. */
function parcelsJson(all: Parcel[]) {
  const parcels = all.filter(({ packedAt, reason }) => packedAt || reason).map(toParcelJson);
  return { parcel: parcels[0] ?? null, parcels };
}

/** The address that the buyer asked for after the order; null if none. */
async function requestedAddress(read: Reader, orderId: string) {
  const request = await findAddressRequest(read, orderId);
  if (!request) return null;
  const { address, state, asked_at: asked } = request;
  return { address: JSON.parse(address) as ShippingAddress, state, asked };
}

function toOrderJson(order: StoredOrder, invoices: InvoiceRow[]) {
  const items = order.lines.map((line) => ({
    productName: line.name,
    traits: line.traits,
    ...(shownCode(line) && { code: line.code }),
    quantity: line.quantity,
    price: toEuro(line.price),
    ...(line.discount !== undefined && { discount: toEuro(line.discount) }),
    deposit: toEuro(line.deposit),
    vatRate: line.vatRate,
  }));
  return {
    ...toPurchaseJson(order),
    orderedAt: order.orderedAt,
    name: order.clientName,
    email: order.email,
    ...toWishesJson(order),
    language: order.locale,
    items,
    subtotal: toEuro(order.subtotal),
    deposit: toEuro(order.deposit),
    vat: order.vat.map(({ rate, amount }) => ({ rate, amount: toEuro(amount) })),
    invoices: invoices.map((row) => ({
      number: row.number,
      kind: row.kind,
      issued: row.issued_at,
      total: toEuro(row.total_cents),
    })),
  };
}

const toWishesJson = ({ billing, reference, note, gift }: OrderWishes) => ({
  invoiceAddress: billing && toBillingJson(billing),
  reference,
  note,
  gift,
});

/** Orders that were begun and not paid. */
export function unfinished({ db }: Context, checkouts: CheckoutRow[]) {
  return Promise.all(
    checkouts.map(async (row) => ({
      begun: row.created_at,
      state: row.state,
      name: row.client_name,
      email: row.email,
      language: row.locale,
      shippingAddress: JSON.parse(row.shipping_address) as ShippingAddress,
      ...toWishesJson(wishesOf(row)),
      paypalOrder: row.paypal_order_id,
      items: (await findCheckoutLines(db.read, row.id)).map(toItemJson),
      ...(row.code && { discountCode: row.code }),
      ...(row.gift_voucher && { giftVoucher: toGiftJson(row.gift_voucher) }),
      ...(row.voucher_id && { voucher: toEuro(row.voucher_cents) }),
      total: toEuro(row.total_cents),
    })),
  );
}

/** The gift voucher that an unfinished order would buy. */
function toGiftJson(json: string) {
  const { from, to } = JSON.parse(json) as BoughtVoucher;
  return { from, to };
}

const toItemJson = ({ product_name, traits, cod_catalog, quantity, price_cents }: CheckoutLineRow) => ({
  productName: product_name,
  traits,
  code: cod_catalog,
  quantity,
  price: toEuro(price_cents),
});
