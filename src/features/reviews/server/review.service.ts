import { randomUUID } from 'node:crypto';
import { bumpCatalogueVersion } from '#src/features/editing/server/catalogue-write.repository.ts';
import { findOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Writer } from '#src/server/db/database.ts';
import type { ReviewKeysTable, ReviewRow } from '#src/server/db/tables/reviews.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { shortName, type Naming } from '../review.ts';
import { mailboxHash } from './ask.repository.ts';
import { deletePhoto, findPhotos, savePhoto } from './review-photo.repository.ts';
import {
  deleteReview,
  findBought,
  findKey,
  findReviewsOfOrders,
  findSent,
  insertKey,
  insertReview,
  updateReview,
  type BoughtProduct,
} from './review.repository.ts';

/** A link can be used until then to write, change and delete the reviews of its order. */
const KEY_MS = 365 * 24 * 3600_000;

/** A link that exists. Its form may be over, or turned off; it always ends the mails. */
export interface OpenLink {
  /** The hash of the mailbox for which it was made. */
  mailbox: string;
  reviews: OpenReviews | undefined;
}

/** What a link opens. */
export interface OpenReviews {
  order: StoredOrder;
  products: { product: BoughtProduct; review: ReviewRow | undefined; hasPhoto: boolean }[];
  /** How the buyer may be named. */
  name: string;
  /** When the link is over. */
  until: string;
}

/** Makes a link to the reviews of an order. */
export async function createKey(ctx: Pick<Context, 'now'>, tx: Writer, order: StoredOrder): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(ctx.now().getTime() + KEY_MS).toISOString();
  await insertKey(tx, {
    ...{ key_hash: hashToken(token), order_id: order.id, expires_at: expiresAt },
    email_hash: mailboxHash(order.email),
  });
  return token;
}

/** Whether the order was delivered: a buyer cannot judge goods that have not arrived. */
export const isReviewable = ({ delivery, payment }: Pick<StoredOrder, 'delivery' | 'payment'>): boolean =>
  delivery === 'delivered' && payment !== 'pending' && payment !== 'cancelled';

/** The order whose reviews this address opens, for limits; undefined for an address that opens nothing. */
export async function orderOfReviewForm(ctx: Context, path: string): Promise<string | undefined> {
  if (!ctx.shop.reviews.offered) return undefined;
  const token = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  const key = await findKey(ctx.db.read, hashToken(token));
  return key && isValid(ctx, key) ? key.order_id : undefined;
}

const isValid = ({ now }: Context, { expires_at }: Pick<ReviewKeysTable, 'expires_at'>): boolean =>
  expires_at > now().toISOString();

/** undefined for an unknown link. */
export async function openLink(ctx: Context, token: string): Promise<OpenLink | undefined> {
  const key = await findKey(ctx.db.read, hashToken(token));
  const order = key && (await findOrder(ctx.db.read, key.order_id));
  if (!order) return undefined;
  const isOpen = ctx.shop.reviews.offered && isValid(ctx, key);
  const reviews = isOpen ? await openReviews(ctx, order, key.expires_at) : undefined;
  return { mailbox: key.email_hash || mailboxHash(order.email), reviews };
}

async function openReviews({ db: { read } }: Context, order: StoredOrder, until: string): Promise<OpenReviews> {
  const reviews = await findReviewsOfOrders(read, [order.id]);
  const photos = await findPhotos(
    read,
    reviews.map(({ id }) => id),
  );
  // A review can be deleted when its product is no longer in the shop.
  const reviewed = reviews.map(({ product_id }) => product_id);
  const sent = await findSent(read, order);
  const products = (await findBought(read, order.checkoutId, { known: reviewed, sent })).map((product) => {
    const review = reviews.find((row) => row.product_id === product.id);
    return { product, review, hasPhoto: review !== undefined && photos.has(review.id) };
  });
  return { order, products, name: shortName(order.clientName), until };
}

/** What a buyer writes about one product. */
export interface NewReview {
  productId: number;
  stars: number;
  text: string;
  naming: Naming;
  /** The language of the text. */
  locale: Locale;
  /** WebP in base64; null removes the photo, undefined keeps it. */
  photo?: string | null | undefined;
}

/**
 * Stores a review, or its changed version, which nobody sees before the shop has looked at it. One that says the same
 * as before stays as it is.
 */
export async function saveReviews(
  ctx: Context,
  { order, name }: OpenReviews,
  written: readonly NewReview[],
): Promise<void> {
  await ctx.db.write(async (tx) => {
    await ctx.db.lock(tx, lockOf(order));
    const known = await findReviewsOfOrders(tx, [order.id]);
    let wasShown = false;
    for (const { productId, stars, text, naming, locale, photo } of written) {
      const before = known.find((row) => row.product_id === productId);
      const content = { stars, text, shown_name: naming === 'short' ? name : '' };
      const isSame = (key: string) => before?.[key as keyof typeof content] === content[key as keyof typeof content];
      if (before && photo === undefined && Object.keys(content).every(isSame)) continue;
      const pending = { ...content, locale, state: 'pending', reason: null, decided_at: null } as const;
      const written_at = ctx.now().toISOString();
      const { id, version } = before
        ? { id: before.id, version: before.version + 1 }
        : { id: randomUUID(), version: 1 };
      // A reply to other words would make no sense, or put some into the author's mouth.
      const reply = before?.text === text ? before.reply : null;
      if (before) await updateReview(tx, id, { ...pending, written_at, version, reply });
      else
        await insertReview(tx, {
          ...{ id, order_id: order.id, product_id: productId, version, reply: null },
          ...pending,
          written_at,
        });
      if (photo) await savePhoto(tx, id, photo, version);
      if (photo === null) await deletePhoto(tx, id);
      wasShown ||= before?.state === 'approved';
    }
    if (wasShown) await bumpCatalogueVersion(tx, ctx.now().toISOString());
  });
}

/** Deletes the buyer's own review of a product. */
export async function deleteOwnReview(ctx: Context, { order }: OpenReviews, productId: number): Promise<void> {
  await ctx.db.write(async (tx) => {
    await ctx.db.lock(tx, lockOf(order));
    const known = (await findReviewsOfOrders(tx, [order.id])).find((row) => row.product_id === productId);
    if (!known) return;
    await deleteReview(tx, known.id);
    if (known.state === 'approved') await bumpCatalogueVersion(tx, ctx.now().toISOString());
  });
}

const lockOf = ({ id }: Pick<StoredOrder, 'id'>): string => `reviews-${id}`;
