import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newClaim } from '#src/features/checkout/server/claim.ts';
import { receiveEvent } from '#src/features/checkout/server/webhook.service.ts';
import type { Context } from '#src/server/context.ts';
import { withLease } from '#src/server/db/lease.ts';
import { claimDueMail } from '#src/server/outbox/outbox.repository.ts';
import { readPaypalEvent } from '#src/server/gateways/paypal/webhook.ts';
import { enqueueMail } from '#src/server/outbox/outbox.ts';
import { shiftWindows } from '../../support/people/attempts.ts';
import { newBuyer } from '../../support/people/buyer.ts';
import { changeCheckout, idsOf, ordersOfCheckout, stockOf } from '../../support/people/order-rows.ts';
import { mailById, writeMail } from '../../support/outside/outbox.ts';
import { reconcileNow } from '../../support/people/pass-time.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { post } from '../../support/people/post.ts';
import { until } from '../../support/until.ts';

const YEAR_MS = 365 * 24 * 3600_000;

let own: PayingShop;
/** The same shop while its clock was a year ahead. */
let ahead: Context;

beforeAll(async () => {
  own = await payingShop();
  ahead = { ...own.ctx, now: () => new Date(Date.now() + YEAR_MS) };
});
afterAll(() => own?.dispose());

const nextYear = () => ahead.now().toISOString();
const isSent = async (id: string) => (await mailById(own.ctx, id)).sent_at !== null;

async function approvedCheckout() {
  const ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
  await own.paypal.approve(begun.paypalOrderId);
  return { ana, ...begun };
}

describe('after a clock that was a year ahead is corrected', { retry: 0 }, () => {
  it('a mail written meanwhile is sent', async () => {
    const id = await writeMail(ahead);
    await until('the mail is sent', () => isSent(id));
  });

  it('a mail whose sender died meanwhile is sent', async () => {
    const id = 'claimed-next-year';
    const mail = { id, kind: 'probe', locale: 'pt-BR', to: 'ana@kunde.example', subject: 'Teste', parts: [] } as const;
    await own.ctx.db.write(async (tx) => {
      await enqueueMail(own.ctx, tx, { ...mail, parts: [] });
      await claimDueMail(tx, nextYear());
    });
    await until('the mail is sent', () => isSent(id));
  });

  it('a mail that failed meanwhile before its last attempt is sent', async () => {
    const id = await own.ctx.db.write(async (tx) => {
      await enqueueMail(ahead, tx, {
        id: 'failed-next-year',
        kind: 'probe',
        locale: 'pt-BR',
        to: 'ana@kunde.example',
        subject: 'x',
        parts: [],
      });
      await tx.updateTable('outbox').set({ attempts: 8 }).where('id', '=', 'failed-next-year').execute();
      return 'failed-next-year';
    });
    await until('the mail is sent', () => isSent(id));
  });

  it('a mail that waits for its next attempt still waits', async () => {
    const at = new Date(Date.now() + 24 * 3600_000).toISOString();
    await own.ctx.db.write(async (tx) => {
      await enqueueMail(ahead, tx, {
        id: 'waits',
        kind: 'probe',
        locale: 'pt-BR',
        to: 'ana@kunde.example',
        subject: 'x',
        parts: [],
      });
      await tx.updateTable('outbox').set({ attempts: 8, due_at: at }).where('id', '=', 'waits').execute();
    });
    const later = await writeMail(own.ctx);
    await until('a later mail is sent', () => isSent(later));
    expect(await mailById(own.ctx, 'waits')).toMatchObject({ sent_at: null, due_at: at });
  });

  it('a job whose process died meanwhile runs', async () => {
    await own.ctx.db.read.insertInto('job_leases').values({ name: 'job', holder: 'dead', until: nextYear() }).execute();
    expect(await withLease(own.ctx, 'job', async () => {})).toBe(true);
  });

  it('a payment whose server died meanwhile becomes an order', async () => {
    const { checkoutId } = await approvedCheckout();
    await changeCheckout(own.ctx, checkoutId, { ...newClaim(ahead), check_at: nextYear() });
    await reconcileNow(own.ctx);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
  });

  it('a buyer whose payment was claimed meanwhile gets the order', async () => {
    const { ana, checkoutId } = await approvedCheckout();
    await changeCheckout(own.ctx, checkoutId, newClaim(ahead));
    expect((await ana.capture(checkoutId)).status).toBe('success');
  });

  it('a PayPal event received meanwhile is processed', async () => {
    const { checkoutId, paypalOrderId } = await approvedCheckout();
    const { body } = await own.paypal.sign({ order: paypalOrderId, event: 'CHECKOUT.ORDER.APPROVED' });
    await receiveEvent(ahead, readPaypalEvent(body)!, body);
    await reconcileNow(own.ctx);
    expect(await ordersOfCheckout(own.ctx, checkoutId)).toHaveLength(1);
  });

  it('units held meanwhile return to the stock', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const before = await stockOf(own.ctx, 'MATE');
    const { checkoutId } = await ana.begin([{ productId: (await idsOf(own.ctx)).MATE ?? 0, quantity: 1 }]);
    await changeCheckout(own.ctx, checkoutId, { hold_expires_at: nextYear() });
    await reconcileNow(own.ctx);
    expect(await stockOf(own.ctx, 'MATE')).toBe(before);
  });

  it('attempts counted meanwhile lock nobody out', async () => {
    const write = async () =>
      (
        await post(own.server.url, '/api/contact/', {
          name: 'Ana',
          email: 'ana@kunde.example',
          subject: 'elogio',
          message: 'Saudades',
        })
      ).status;
    await until('the limit is reached', async () => (await write()) === 429);
    await shiftWindows(own.ctx, YEAR_MS);
    expect(await write()).toBe(200);
    await until('the limit is reached', async () => (await write()) === 429);
  });
});
