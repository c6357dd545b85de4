import { findOrder, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Locale } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader, Writer } from '#src/server/db/database.ts';
import { tryStep } from '#src/server/try-step.ts';
import {
  findAsk,
  findAskedCheckouts,
  findDueAsk,
  hasOptedOut,
  hasTrouble,
  isRecalled,
  insertOptout,
  saveAsk,
  updateAsk,
} from './ask.repository.ts';
import { enqueueReviewRequest } from './review-mail.ts';
import { findBought, findReviewsOfOrders, type BoughtProduct } from './review.repository.ts';
import { createKey, isReviewable, type OpenLink } from './review.service.ts';

const DAY_MS = 24 * 3600_000;
/** An older delivery is not asked about any more, for example after the shop was closed for long. */
const ASKED_WITHIN_DAYS = 60;

/** What the buyer agrees to, in the words of the button's text. */
export const askWording = ({ shop }: Pick<Context, 'shop'>, locale: Locale): string =>
  translator(locale)('reviews:ask.wording', { count: shop.reviews.askAfterDays });

/**
 * Whether an order's page asks if the shop may ask: `offered`; `agreed`; or neither, when the buyer was asked or has
 * said no for good.
 */
export async function askState(
  ctx: Context,
  order: StoredOrder,
  isProven: boolean,
): Promise<'offered' | 'agreed' | undefined> {
  const { read } = ctx.db;
  const ask = await findAsk(read, order.id);
  if (ask?.asked_at || order.payment === 'cancelled' || order.payment === 'refunded') return undefined;
  if (await hasOptedOut(read, order.email)) return undefined;
  if (ask && !ask.ended_at) return 'agreed';
  return mayAgree(order, isProven) ? 'offered' : undefined;
}

/**
 * A guest may have typed somebody else's address, so only who came by the mailed link agrees for its mailbox.
 * `isProven`: whether the visitor did.
 */
export const mayAgree = ({ guestId }: Pick<StoredOrder, 'guestId'>, isProven: boolean): boolean => isProven || !guestId;

/** Stores that the buyer agreed to one mail about this order, with the words that they read. */
export const agreeToAsk = (ctx: Context, { id }: StoredOrder, locale: Locale): Promise<void> =>
  ctx.db.write((tx) =>
    saveAsk(tx, {
      ...{ order_id: id, wording: `${locale}: ${askWording(ctx, locale)}`, agreed_at: ctx.now().toISOString() },
      ...{ asked_at: null, ended_at: null },
    }),
  );

export const endAsk = (ctx: Context, { id }: StoredOrder): Promise<void> =>
  ctx.db.write((tx) => updateAsk(tx, id, { ended_at: ctx.now().toISOString() }));

/** No mails of this kind to the mailbox of a link any more, whatever it orders later. */
export const optOut = (ctx: Context, { mailbox }: OpenLink): Promise<void> =>
  ctx.db.write((tx) => insertOptout(tx, mailbox, ctx.now().toISOString()));

/** Asks the buyers who agreed, some days after the delivery; each order once. */
export async function askForReviews(ctx: Context, stopping: AbortSignal): Promise<void> {
  if (!ctx.shop.reviews.offered) return;
  const at = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS).toISOString();
  const delivered = () => ({ from: at(ASKED_WITHIN_DAYS), until: at(ctx.shop.reviews.askAfterDays) });
  const failed: string[] = [];
  const next = (db: Reader) => findDueAsk(db, delivered(), failed);
  for (let id = await next(ctx.db.read); id !== undefined && !stopping.aborted; id = await next(ctx.db.read)) {
    const orderId = id;
    const isDone = await tryStep(ctx, { subject: orderId, failed: 'buyer not asked for a review' }, () =>
      ctx.db.write(async (tx) => {
        // Several servers do this at the same time; each order gets one mail.
        await ctx.db.lock(tx, 'review-asks');
        if ((await next(tx)) === orderId) await askOnce(ctx, tx, orderId);
      }),
    );
    if (!isDone) failed.push(orderId);
  }
}

async function askOnce(ctx: Context, tx: Writer, orderId: string): Promise<void> {
  const now = ctx.now().toISOString();
  const order = await findOrder(tx, orderId);
  const products = order ? await productsToAskAbout(tx, order) : [];
  if (!order || products.length === 0) return updateAsk(tx, orderId, { ended_at: now });
  await updateAsk(tx, orderId, { asked_at: now });
  await enqueueReviewRequest(ctx, tx, { order, products, token: await createKey(ctx, tx, order) });
}

/** Nothing after an opt-out, trouble or a recall, and nothing that this mailbox was asked about or has reviewed. */
async function productsToAskAbout(tx: Writer, order: StoredOrder): Promise<BoughtProduct[]> {
  if (!isReviewable(order) || (await hasOptedOut(tx, order.email)) || (await hasTrouble(tx, order))) return [];
  if (await isRecalled(tx, order)) return [];
  const bought = await findBought(tx, order.checkoutId);
  const done = new Set((await findReviewsOfOrders(tx, [order.id])).map((row) => row.product_id));
  for (const checkoutId of await findAskedCheckouts(tx, order.email, order.id))
    for (const { id } of await findBought(tx, checkoutId)) done.add(id);
  return bought.filter(({ id }) => !done.has(id));
}
