import { readFileSync } from 'node:fs';
import { followReturns } from '#src/features/withdrawal/server/follow-returns.service.ts';
import { makeReturnLabel } from '#src/features/withdrawal/server/return-label.service.ts';
import { findOrderByNumber, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import type { Context } from '#src/server/context.ts';
import { startDhl, type RunningDhl } from '../outside/dhl.ts';
import { endWindows } from '../people/attempts.ts';
import { newBuyer, type Buyer } from '../people/buyer.ts';
import { minutesAgo } from '../people/order-rows.ts';
import { newVisitor } from '../people/visitor.ts';
import { until } from '../until.ts';
import { deskShop, type DeskShop } from './desk-shop.ts';
import { siteWithFacts } from './public-site.ts';

/** An order whose buyer has withdrawn from it. */
interface Withdrawn {
  number: string;
  order: StoredOrder;
  withdrawalId: string;
  /** The path of its page. */
  page: string;
}

/** A shop that pays for returns, with DHL's labels for them. */
export interface ReturnShop {
  dhl: RunningDhl;
  own: DeskShop;
  ana: Buyer;
  /** The shop with little patience. */
  ctx: Context;
  /** A delivered order whose buyer has withdrawn from all of it. */
  withdrawn: (changes?: object) => Promise<Withdrawn>;
  /** The text of its page. */
  read: (bought: Withdrawn) => Promise<string>;
  /** The buyer's tap for the label: the text of the page that answers. */
  take: (bought: Withdrawn) => Promise<string>;
  /** Makes a label: `made`, or why not. */
  make: (bought: Withdrawn, by?: 'buyer' | 'shop', as?: Context) => Promise<string>;
  labelsOf: (bought: Withdrawn) => Promise<{ reference: string; state: string; tracking_number: string | null }[]>;
  returnsOf: (number: string) => Promise<Awaited<ReturnType<RunningDhl['shipments']>>>;
  /** Lets the waiting times pass until something holds. The shop's own process runs the job, too. */
  followed: (what: string, holds: () => Promise<boolean>) => Promise<void>;
  dispose: () => Promise<void>;
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

export async function returnShop(): Promise<ReturnShop> {
  const dhl = await startDhl();
  const facts = readFileSync('src/content/shop.yaml', 'utf8');
  const site = siteWithFacts(facts.replace('returnsPaidBy: buyer', 'returnsPaidBy: shop'));
  const own = await deskShop({ ...site.env, ...dhl.env });
  const ana = await newBuyer(own.ctx, own.server.url);
  const config = { ...own.ctx.config, dhl: { ...own.ctx.config.dhl!, timeoutMs: 400 } };
  const ctx = Object.create(own.ctx, { config: { value: config } }) as Context;
  return {
    dhl,
    own,
    ana,
    ctx,
    async withdrawn(changes = {}) {
      await endWindows(own.ctx);
      const number = await own.buy({ AGUA: 1 }, changes, ana);
      await own.ctx.db.write((tx) =>
        tx.updateTable('orders').set({ delivery_status: 'delivered' }).where('order_number', '=', number).execute(),
      );
      const body = { name: 'Ana Müller', email: ana.email, orderNumber: number, languageLocale: 'en-US' };
      const { status } = await newVisitor(own.server.url).post('/api/withdrawal/', body);
      if (status !== 201) throw new Error(`The withdrawal was answered with ${status}.`);
      const order = (await findOrderByNumber(own.ctx.db.read, number))!;
      const row = own.ctx.db.read.selectFrom('withdrawals').select('id').where('order_id', '=', order.id);
      return { number, order, withdrawalId: (await row.executeTakeFirstOrThrow()).id, page: `/en/order/${number}/` };
    },
    read: async ({ page }) => textOf(await ana.text(page)),
    async take({ page, withdrawalId }) {
      const form = new FormData();
      form.set('withdrawal', withdrawalId);
      return textOf(await ana.sendForm(page, form));
    },
    async make({ order, withdrawalId }, by = 'buyer', as = own.ctx) {
      const made = await makeReturnLabel(as, { order, withdrawalId, by, locale: 'en-US' });
      return made.ok ? 'made' : made.error.kind;
    },
    labelsOf: ({ order }) =>
      own.ctx.db.read
        .selectFrom('return_labels')
        .select(['reference', 'state', 'tracking_number'])
        .where('order_id', '=', order.id)
        .orderBy('round')
        .execute(),
    returnsOf: async (number) =>
      (await dhl.shipments()).filter(({ kind, reference }) => kind === 'return' && reference.startsWith(number)),
    followed: (what, holds) =>
      until(what, async () => {
        await own.ctx.db.write((tx) =>
          tx
            .updateTable('return_labels')
            .set({ check_at: minutesAgo(own.ctx, 1) })
            .where('check_at', 'is not', null)
            .execute(),
        );
        await followReturns(own.ctx);
        return holds();
      }),
    async dispose() {
      await own.dispose();
      site.dispose();
      await dhl.stop();
    },
  };
}
