import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendDueAnswers } from '#src/features/refunds/server/case-answer.service.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { mailKindsTo, refundsOfCheckout } from '../../support/people/order-rows.ts';
import { actOnCase, buy, caseQuestions } from '../../support/people/payment-cases.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';

const SHOP = 'owner@shop.example';

const own = forFile(() => payingShop({ SHOP_EMAIL: SHOP }));
const { casesOf, kindsOf, newsOf, paymentStatus, isProposed } = caseQuestions(own, SHOP);
let owner: DeskVisitor;
let packer: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
  packer = await newStaff(own.ctx, own.server.url, 'rui@example.org', 'packer');
});

// Also before a test is tried again.
beforeEach(async () => {
  await own.ctx.db.read.updateTable('payment_cases').set({ state: 'closed' }).execute();
});

describe('a dispute', () => {
  it('marks its order and holds the parcel until PayPal decides for the shop', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    expect(await casesOf(bought)).toMatchObject([
      {
        kind: 'dispute',
        state: 'open',
        amount_cents: 1498,
        reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
        respond_by: expect.any(String),
      },
    ]);
    expect(await isProposed(bought)).toBe(false);
    expect((await owner.get(`/desk/orders/${bought.number}`)).text).toContain('goods not received');
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.UPDATED');
    const { stdout } = await shopHere(['orders', 'show', bought.number], own.env);
    expect(stdout).toContain('dispute');
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_SELLER_FAVOUR' });
    expect(await casesOf(bought)).toMatchObject([{ state: 'closed', outcome: 'RESOLVED_SELLER_FAVOUR' }]);
    expect(await isProposed(bought)).toBe(true);
    expect(await newsOf(bought)).toEqual([
      `PayPal-Fall zur Bestellung ${bought.number}`,
      `PayPal-Fall zur Bestellung ${bought.number} entschieden`,
    ]);
    expect(await kindsOf(bought)).toEqual([['invoice', 1498]]);
    expect(await mailKindsTo(own.ctx, bought.buyer.email)).toEqual(['order_confirmation']);
  });

  it('is answered with what the shop can prove, once, even when PayPal’s response is lost', async () => {
    const bought = await buy(own);
    const { number } = bought;
    await shopHere(['orders', 'pack', number], own.env);
    await shopHere(['orders', 'hand-over', number, '--carrier', 'dhl', '--tracking', '00340434161094015902'], own.env);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    const [opened] = await casesOf(bought);
    const unsent = own.ctx.db.read.selectFrom('outbox').select('id').where('sent_at', 'is', null);
    await until('every mail is sent', async () => (await unsent.execute()).length === 0);
    const page = (await owner.get(`/desk/orders/${number}`)).text;
    // Only the confirmation and the mail about the parcel: mails to the shop prove nothing.
    expect(page).toMatch(/days left.*1 invoice or credit note; 1 parcel handed over; 2 emails.*Send the evidence/);
    expect(page).toContain('wurde wie bestellt geliefert');
    expect((await owner.get('/desk')).text).toMatch(/PayPal expects the next answer in \d+ days/);
    const file = await owner.get(`/desk/orders/${number}/evidence.pdf`);
    expect(file.html.slice(0, 5)).toBe('%PDF-');

    const send = (note = 'Sent as ordered.') =>
      owner.post(`/desk/orders/${number}`, { act: 'sendEvidence', case: opened!.id, note });
    expect((await send(' ')).text).toContain('Write a few words');
    expect((await actOnCase(packer, bought, 'sendEvidence', opened!.id)).status).toBe(403);
    await own.paypal.next({ call: 'evidence', fault: '500-after' });
    expect((await send()).location).toContain('done=caseWaits');
    expect((await send()).text).toContain('PayPal gets it only once');
    const calls = (await own.paypal.calls()).evidence;
    await own.ctx.db.read.updateTable('case_answers').set({ check_at: '2026-01-01' }).execute();
    await sendDueAnswers(own.ctx);
    expect((await own.paypal.calls()).evidence).toBe(calls);
    const [dispute] = (await own.paypal.order(bought.paypalOrderId)).disputes!;
    expect(dispute!.evidence).toEqual({
      ...{ type: 'PROOF_OF_FULFILLMENT', note: 'Sent as ordered.', tracking: ['DHL 00340434161094015902'] },
      files: [`order-${number}.pdf`, expect.stringMatching(/^RE-/)].map((name) => ({
        name,
        bytes: expect.any(Number),
      })),
    });
    expect((await owner.get(`/desk/orders/${number}`)).text).toContain('Evidence sent to PayPal on');
    expect((await owner.get('/desk')).text).not.toContain('PayPal expects the next answer in');

    // PayPal decided, but its news never came.
    const lost = await actOnCase(owner, bought, 'lostCase', opened!.id);
    expect(lost.location).toContain('done=caseAccepted');
    expect(await kindsOf(bought)).toEqual([
      ['invoice', 1498],
      ['credit_note', 1498],
    ]);
  });

  it('is given up by accepting the claim: PayPal refunds, and one credit note follows in either order of its news', async () => {
    for (const news of [
      ['CUSTOMER.DISPUTE.RESOLVED', 'PAYMENT.CAPTURE.REFUNDED'],
      ['PAYMENT.CAPTURE.REFUNDED', 'CUSTOMER.DISPUTE.RESOLVED'],
    ]) {
      const bought = await buy(own);
      await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
      await own.paypal.next({ call: 'accept', fault: '503' });
      const command = ['orders', 'case', bought.number, '--accept-claim', '--note', 'Sorry.'];
      expect((await shopHere(command, own.env)).stdout).toContain('The running shop tries again');
      await own.ctx.db.read
        .updateTable('case_answers')
        .set({ check_at: '2026-01-01' })
        .where('state', '=', 'requested')
        .execute();
      await sendDueAnswers(own.ctx);
      expect((await own.paypal.order(bought.paypalOrderId)).refunds).toMatchObject([{ cents: 1498 }]);
      expect((await shopHere(command, own.env)).stderr).toContain('only once');
      for (const event of news)
        await own.webhook(bought.paypalOrderId, event, { times: 2, outcome: 'RESOLVED_BUYER_FAVOUR' });
      expect(await casesOf(bought)).toMatchObject([{ state: 'closed' }]);
      expect(await kindsOf(bought)).toEqual([
        ['invoice', 1498],
        ['credit_note', 1498],
      ]);
      expect(await paymentStatus(bought)).toBe('refunded');
      expect(await refundsOfCheckout(own.ctx, bought.checkoutId)).toHaveLength(1);
    }
  });

  it('refuses an answer that PayPal does not take', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    const [opened] = await casesOf(bought);
    await own.paypal.next({ call: 'evidence', fault: 'VALIDATION_ERROR' });
    const refused = await owner.post(`/desk/orders/${bought.number}`, {
      ...{ act: 'sendEvidence', case: opened!.id, note: 'Sent.' },
    });
    expect(refused.text).toContain('PayPal does not take this answer (VALIDATION_ERROR)');
    expect((await owner.get(`/desk/orders/${bought.number}`)).text).toContain('PayPal did not take your answer');
    await actOnCase(owner, bought, 'dropCase', opened!.id);
  });

  it('stays open for the owner when it is lost, and needs one decision together with its chargeback', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    const [opened] = await casesOf(bought);
    const { text } = await actOnCase(owner, bought, 'acceptCase', opened!.id);
    expect(text).toContain('PayPal has not decided yet');
    expect(text, 'nothing has left the shop').not.toContain('geliefert');
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    expect(await casesOf(bought)).toMatchObject([{ state: 'undecided' }]);
    expect((await owner.get(`/desk/orders/${bought.number}`)).text).toContain('not decided in the shop’s favor');
    expect(await isProposed(bought)).toBe(false);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED');
    const cases = await casesOf(bought);
    expect(cases.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'chargeback undecided',
      'dispute closed',
    ]);
    await actOnCase(owner, bought, 'acceptCase', cases.find(({ kind }) => kind === 'chargeback')!.id);
    expect(await kindsOf(bought)).toEqual([
      ['invoice', 1498],
      ['credit_note', 1498],
    ]);
    expect(await paymentStatus(bought)).toBe('refunded');
  });

  it('is booked once as lost when PayPal takes its money back after the owner has given it up', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED', { cents: 500 });
    await actOnCase(owner, bought, 'lostCase', (await casesOf(bought))[0]!.id);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500, times: 2 });
    expect(await casesOf(bought)).toMatchObject([{ kind: 'dispute', state: 'closed' }]);
    expect(await kindsOf(bought)).toEqual([
      ['invoice', 1498],
      ['credit_note', 500],
    ]);
  });

  it('needs no further decision after it was lost and paid by a refund', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REFUNDED');
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'ACCEPTED' });
    expect(await casesOf(bought)).toMatchObject([{ state: 'closed', outcome: 'ACCEPTED' }]);
    expect(await kindsOf(bought)).toHaveLength(2);
  });

  it('stays resolved when an older event arrives late', async () => {
    const bought = await buy(own);
    const older = await own.paypal.sign({ order: bought.paypalOrderId, event: 'CUSTOMER.DISPUTE.CREATED' });
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED');
    expect((await fetch(own.webhookUrl, { method: 'POST', headers: older.headers, body: older.body })).status).toBe(
      200,
    );
    const done = own.ctx.db.read.selectFrom('paypal_events').select('processed_at').where('id', '=', older.id);
    await expect.poll(async () => (await done.executeTakeFirst())?.processed_at).toEqual(expect.any(String));
    expect(await casesOf(bought)).toMatchObject([{ state: 'closed' }]);
    expect(await newsOf(bought)).toEqual([`PayPal-Fall zur Bestellung ${bought.number} entschieden`]);
  });

  it('is acknowledged and not stored when it is about another payment of the PayPal account', async () => {
    const bought = await buy(own);
    const { headers, body } = await own.paypal.sign({ order: bought.paypalOrderId, event: 'CUSTOMER.DISPUTE.CREATED' });
    const event = JSON.parse(body) as { id: string; resource: { disputed_transactions: object[] } };
    event.resource.disputed_transactions = [{ seller_transaction_id: 'SOMEBODYELSES1', custom: 'Order 4711' }];
    const answer = await fetch(own.webhookUrl, { method: 'POST', headers, body: JSON.stringify(event) });
    expect([answer.status, await answer.json()]).toEqual([200, { received: event.id }]);
    expect(await casesOf(bought)).toEqual([]);
    const stored = await own.ctx.db.read.selectFrom('paypal_events').select('id').where('id', '=', event.id).execute();
    expect(stored).toEqual([]);
  });
});
