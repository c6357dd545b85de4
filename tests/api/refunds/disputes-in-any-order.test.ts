import { beforeAll, describe, expect, it } from 'vitest';
import { fetchMovements } from '#src/features/invoices/server/paypal-movement.service.ts';
import { decideCase } from '#src/features/refunds/server/payment-case.service.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { germanDay } from '#src/shared/german-day.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { refundsOfCheckout } from '../../support/people/order-rows.ts';
import { buy, caseQuestions, type Bought } from '../../support/people/payment-cases.ts';
import { letTimePass, reconcileNow } from '../../support/people/pass-time.ts';
import { valueOf } from '../../support/people/paypal-steps.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const own = forFile(() => payingShop());
const { casesOf, kindsOf, paymentStatus } = caseQuestions(own, '');
const month = germanDay(new Date().toISOString()).slice(0, 7);
let owner: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

const permutations = <T>(all: readonly T[]): T[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((first, at) => permutations(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));

type News = readonly [event: string, outcome?: string];
const CREATED = ['CUSTOMER.DISPUTE.CREATED'] as const;
const UPDATED = ['CUSTOMER.DISPUTE.UPDATED'] as const;
const REVERSED = ['PAYMENT.CAPTURE.REVERSED'] as const;
const REFUNDED = ['PAYMENT.CAPTURE.REFUNDED'] as const;
const resolved = (outcome: string) => ['CUSTOMER.DISPUTE.RESOLVED', outcome] as const;

/** Orders whose news PayPal has signed, each with another order of delivery. */
async function disputed(news: readonly News[]): Promise<{ bought: Bought; ids: string[] }[]> {
  const orders: { bought: Bought; ids: string[] }[] = [];
  for (const order of permutations(news)) {
    const bought = await buy(own, 1);
    const ids = new Map<News, string>();
    for (const each of news) {
      const [event, outcome] = each;
      ids.set(each, (await own.paypal.sign({ order: bought.paypalOrderId, event, outcome })).id);
    }
    orders.push({ bought, ids: order.map((each) => ids.get(each)!) });
  }
  return orders;
}

/** Decides that the money is lost, wherever a decision is due. */
async function giveUp(bought: Bought): Promise<void> {
  const order = (await findOrderByNumber(own.ctx.db.read, bought.number))!;
  for (const { id, state } of await casesOf(bought))
    if (state === 'undecided') expect(await decideCase(own.ctx, order, id, 'accept')).toMatchObject({ ok: true });
}

const openCases = async (bought: Bought) =>
  (await casesOf(bought)).filter(({ state }) => state !== 'closed').map(({ kind, state }) => `${kind} ${state}`);

async function booksOf(bought: Bought) {
  const refunds = (await refundsOfCheckout(own.ctx, bought.checkoutId)).map(({ amount_cents }) => amount_cents);
  return { payment: await paymentStatus(bought), documents: await kindsOf(bought), refunds };
}

const INVOICE = ['invoice', 999];
const PAID = { payment: 'paid', documents: [INVOICE], refunds: [] };
const LOST = { payment: 'refunded', documents: [INVOICE, ['credit_note', 999]], refunds: [999] };

describe('a dispute whose news arrive in any order and number', { retry: 0 }, () => {
  it('waits for one decision when its money is taken back, and is booked once, whenever the owner decides', async () => {
    const lost = resolved('RESOLVED_BUYER_FAVOUR');
    const orders = await disputed([CREATED, UPDATED, lost, REVERSED]);
    for (const { bought, ids } of orders) {
      for (const id of ids) await own.resend(id, 2);
      expect(await openCases(bought), ids.join()).toEqual(['chargeback undecided']);
      expect(await booksOf(bought)).toEqual(PAID);
    }
    expect((await owner.get('/desk')).text).toContain(`${orders.length} orders have an open dispute or chargeback.`);
    for (const { bought, ids } of orders) {
      await giveUp(bought);
      await Promise.all(ids.map((id) => own.resend(id)));
      expect(await openCases(bought)).toEqual([]);
      expect(await booksOf(bought)).toEqual(LOST);
    }
    for (const { bought, ids } of await disputed([CREATED, lost, REVERSED])) {
      for (const id of ids) {
        await own.resend(id);
        await giveUp(bought);
      }
      expect(await openCases(bought), ids.join()).toEqual([]);
      expect(await booksOf(bought)).toEqual(LOST);
    }
  });

  it('needs no decision when its money was refunded', async () => {
    for (const { bought, ids } of await disputed([CREATED, resolved('ACCEPTED'), REFUNDED])) {
      for (const id of ids) await own.resend(id, 2);
      expect(await openCases(bought), ids.join()).toEqual([]);
      expect(await booksOf(bought)).toEqual(LOST);
    }
  });

  it('changes nothing when PayPal decides for the shop, also when all news arrive at once', async () => {
    for (const { bought, ids } of await disputed([CREATED, UPDATED, resolved('RESOLVED_SELLER_FAVOUR')])) {
      await Promise.all(ids.map((id) => own.resend(id, 2)));
      expect(await openCases(bought), ids.join()).toEqual([]);
      expect(await booksOf(bought)).toEqual(PAID);
    }
  });

  it('leaves one fee for each reversal in the month’s table, and nothing under Today', async () => {
    for (let times = 0; times < 2; times++) valueOf(await fetchMovements(own.ctx));
    const { stdout } = await shopHere(['orders', 'export', '--month', month], own.env);
    expect(stdout.match(/PayPal-Gebühr;.*;16,00$/gm)).toHaveLength(24 + 6);
    expect((await owner.get('/desk')).text).not.toContain('open dispute or chargeback');
    expect((await owner.get('/desk/money')).text).toContain(
      'Payments, refunds and reversals match the invoices and credit notes of the month.',
    );
  });

  it('waits for a decision again when PayPal refuses the refund that had taken its money', async () => {
    const bought = await buy(own, 1);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    expect((await shopHere(['orders', 'refund', bought.number, '--yes'], own.env)).code).toBe(0);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    expect(await openCases(bought)).toEqual([]);
    await own.paypal.next({ call: 'get', fault: 'FAILED' });
    await letTimePass(own.ctx);
    await reconcileNow(own.ctx);
    expect(await openCases(bought)).toEqual(['dispute undecided']);
    await giveUp(bought);
    expect(await booksOf(bought)).toMatchObject({ payment: 'refunded', documents: LOST.documents });
  });
});
