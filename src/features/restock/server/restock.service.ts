import { randomUUID } from 'node:crypto';
import { emailKey } from '#src/server/auth/email.ts';
import type { ProductSummary } from '#src/features/catalogue/product.ts';
import { findProducts } from '#src/features/catalogue/server/catalogue.repository.ts';
import { viewIn } from '#src/features/catalogue/server/product-view.ts';
import type { Locale } from '#src/i18n/locales.ts';
import type { Context } from '#src/server/context.ts';
import type { Reader } from '#src/server/db/database.ts';
import { hashToken, newToken } from '#src/server/http/session.ts';
import { tryStep } from '#src/server/try-step.ts';
import { enqueueConfirmation, enqueueRestocked } from './restock-mails.ts';
import {
  confirmNotice,
  deleteNoticesLike,
  findDueNotice,
  findNotice,
  insertNotice,
  type Notice,
} from './restock.repository.ts';

/** A product with restock notices: for sale, and without an age limit. */
export async function findProductToNotify(
  ctx: Context,
  locale: Locale,
  id: number,
): Promise<ProductSummary | undefined> {
  const [product] = await findProducts(ctx.db.read, viewIn(ctx, locale), { ids: [id] }, { limit: 1, offset: 0 });
  return product && isNotifiable(product) ? product : undefined;
}

/** Products with an age limit cannot be ordered even when they are in stock. */
export const isNotifiable = ({ ageLimit }: Pick<ProductSummary, 'ageLimit'>): boolean => ageLimit === 0;

/**
 * Stores an unconfirmed notice and mails the link that confirms it. Each request creates its own row and mail, so that
 * neither the response nor its time reveals whether the address has asked before.
 */
export async function requestNotice(
  ctx: Context,
  locale: Locale,
  product: Pick<ProductSummary, 'id' | 'name'>,
  email: string,
): Promise<void> {
  const token = newToken();
  const id = randomUUID();
  await ctx.db.write(async (tx) => {
    await insertNotice(tx, {
      id,
      product_id: product.id,
      email,
      email_key: emailKey(email),
      locale,
      token_hash: hashToken(token),
      created_at: ctx.now().toISOString(),
      confirmed_at: null,
    });
    await enqueueConfirmation(ctx, tx, { id, locale, to: email, product: product.name, token });
  });
}

/** The state of a mailed link. `deleted` is only returned by the request that deleted the notice. */
export interface NoticeView {
  state: 'pending' | 'active' | 'deleted' | 'unknown';
  /** undefined for an unknown link. */
  product?: { name: string; slug: string };
}

/**
 * The page of a mailed link. `choice` is the pressed button; without one nothing changes, because mail scanners open
 * links, too.
 */
export async function answerNotice(ctx: Context, token: string, choice?: string): Promise<NoticeView> {
  const tokenHash = hashToken(token);
  if (choice !== 'confirm' && choice !== 'delete') return viewOf(await findNotice(ctx.db.read, tokenHash));
  return ctx.db.write(async (tx) => {
    const notice = await findNotice(tx, tokenHash);
    if (!notice) return viewOf(undefined);
    if (choice === 'confirm') await confirmNotice(tx, notice.id, ctx.now().toISOString());
    else await deleteNoticesLike(tx, notice);
    return viewOf(notice, choice === 'confirm' ? 'active' : 'deleted');
  });
}

function viewOf(
  notice: Notice | undefined,
  state: NoticeView['state'] = notice?.isConfirmed ? 'active' : 'pending',
): NoticeView {
  return notice ? { state, product: { name: notice.productName, slug: notice.productSlug } } : { state: 'unknown' };
}

/** Mails every confirmed notice whose product is back, and deletes it in the same transaction. */
export async function mailRestocked(ctx: Context, stopping: AbortSignal): Promise<void> {
  const failed: string[] = [];
  const next = (db: Reader) => findDueNotice(db, failed);
  for (let due = await next(ctx.db.read); due && !stopping.aborted; due = await next(ctx.db.read)) {
    const { id } = due;
    const isDone = await tryStep(ctx, { subject: id, failed: 'restock notice not mailed' }, () =>
      ctx.db.write(async (tx) => {
        // Several servers do this at the same time; each notice gets one mail.
        await ctx.db.lock(tx, 'restock-notices');
        const notice = await next(tx);
        if (notice?.id !== id) return;
        await deleteNoticesLike(tx, notice);
        await enqueueRestocked(ctx, tx, notice);
      }),
    );
    if (!isDone) failed.push(id);
  }
}
