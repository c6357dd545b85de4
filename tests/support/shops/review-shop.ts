import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Context } from '#src/server/context.ts';
import type { ReviewRow } from '#src/server/db/tables/reviews.ts';
import { mailboxHash } from '#src/features/reviews/server/ask.repository.ts';
import { hashToken } from '#src/server/http/session.ts';
import { deskShop, type DeskShop } from './desk-shop.ts';
import { siteWithFacts } from './public-site.ts';

export interface ReviewShop extends DeskShop {
  /** Marks an order as delivered some days ago. */
  deliver: (number: string, days?: number) => Promise<{ id: string }>;
}

/** The shop's details with reviews turned on. */
export const withReviews = (shopData = readFileSync('src/content/shop.yaml', 'utf8')): string =>
  shopData.replace(/^reviews:\n(?:[ #].*\n)+/m, 'reviews:\n  offered: true\n');

/** Opens the form of `addReview`. */
export const REVIEW_TOKEN = 'r'.repeat(43);

/** A review of a product of an order, and a link to its form. */
export async function addReview(
  { db, now }: Context,
  orderNumber: string,
  productId: number,
  values: Partial<ReviewRow> = {},
): Promise<ReviewRow> {
  return db.write(async (tx) => {
    const { id: order_id, email } = await tx
      .selectFrom('orders as o')
      .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
      .select(['o.id', 'c.email'])
      .where('o.order_number', '=', orderNumber)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('review_keys')
      .values({
        ...{ key_hash: hashToken(REVIEW_TOKEN), order_id, expires_at: '2999-01-01T00:00:00.000Z' },
        email_hash: mailboxHash(email),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row: ReviewRow = {
      ...{ id: randomUUID(), order_id, product_id: productId, stars: 4, text: 'Schmeckt gut.', shown_name: 'Ana M.' },
      ...{ locale: 'de-DE', state: 'approved', reason: null, reply: 'Danke!', version: 1, decided_at: null },
      written_at: now().toISOString(),
      ...values,
    };
    await tx.insertInto('reviews').values(row).execute();
    return row;
  });
}

/** A shop whose buyers can write reviews. Its built pages show none. */
export async function reviewShop(env: Record<string, string> = {}): Promise<ReviewShop> {
  const site = siteWithFacts(withReviews());
  const own = await deskShop({ ...site.env, ...env });
  return {
    ...own,
    async deliver(number, days = 1) {
      const delivered_at = new Date(own.ctx.now().getTime() - days * 24 * 3600_000).toISOString();
      return own.ctx.db.write((tx) =>
        tx
          .updateTable('orders')
          .set({ delivery_status: 'delivered', delivered_at })
          .where('order_number', '=', number)
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
    },
    async dispose() {
      await own.dispose();
      site.dispose();
    },
  };
}
