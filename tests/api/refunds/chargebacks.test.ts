import { beforeAll, describe, expect, it } from 'vitest';
import { recordChargeback } from '#src/features/refunds/server/payment-case.service.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { mailKindsTo, paymentsOfCheckout, refundsOfCheckout } from '../../support/people/order-rows.ts';
import { actOnCase, buy, caseQuestions } from '../../support/people/payment-cases.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { payingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';

const SHOP = 'owner@shop.example';

const own = forFile(() => payingShop({ SHOP_EMAIL: SHOP }));
const { casesOf, documentsOf, kindsOf, newsOf, paymentStatus, isProposed } = caseQuestions(own, SHOP);
let owner: DeskVisitor;
let packer: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
  packer = await newStaff(own.ctx, own.server.url, 'rui@example.org', 'packer');
});

describe('a chargeback', () => {
  it('is not accepted while a refund of the same money is pending', async () => {
    const bought = await buy(own);
    await own.paypal.next({ call: 'refund', fault: '503', times: 3 });
    await shopHere(['orders', 'refund', bought.number, '--amount', '12,00', '--yes'], own.env);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500 });
    const [row] = await casesOf(bought);
    const refused = await actOnCase(owner, bought, 'acceptCase', row!.id);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('A refund of this order still waits for PayPal'),
    ]);
    expect(await casesOf(bought)).toMatchObject([{ state: 'undecided' }]);
    await actOnCase(owner, bought, 'dropCase', row!.id);
  });

  it('is not a refund: the owner is informed, the buyer is not, and the parcel is held', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500, times: 2 });
    expect(await casesOf(bought)).toMatchObject([{ kind: 'chargeback', state: 'undecided', amount_cents: 500 }]);
    expect(await kindsOf(bought)).toEqual([['invoice', 1498]]);
    expect(await refundsOfCheckout(own.ctx, bought.checkoutId)).toEqual([]);
    expect(await paymentStatus(bought)).toBe('paid');
    expect(await mailKindsTo(own.ctx, bought.buyer.email)).toEqual(['order_confirmation']);
    expect(await newsOf(bought)).toEqual([`Rückbuchung zur Bestellung ${bought.number}`]);

    expect(await isProposed(bought)).toBe(false);
    const page = `/desk/orders/${bought.number}`;
    expect((await owner.get(page)).text).toContain('Chargeback of');
    expect((await owner.get('/desk')).text).toContain('1 order has an open dispute or chargeback.');
    expect((await owner.get('/desk/orders?state=case')).text).toContain(bought.number);
    const bulk = await owner.post('/desk/orders/bulk', { act: 'pack', order: bought.number, confirmed: 'yes' });
    expect(bulk.text).toContain('A dispute or chargeback is open');
    const packed = await shopHere(['orders', 'pack', bought.number], own.env);
    expect([packed.code, packed.stderr]).toEqual([1, expect.stringContaining('--despite contested')]);
    expect((await packer.get(page)).html).not.toContain('acceptCase');
    expect((await actOnCase(packer, bought, 'acceptCase', (await casesOf(bought))[0]!.id)).status).toBe(403);
  });

  it('gets its credit note when the owner accepts it, and the rest of the order may be packed', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500 });
    const [row] = await casesOf(bought);
    const accepted = await actOnCase(owner, bought, 'acceptCase', row!.id);
    expect(accepted.location).toContain('done=caseAccepted');
    expect(await casesOf(bought)).toMatchObject([{ state: 'closed', outcome: 'accepted' }]);
    expect(await kindsOf(bought)).toEqual([
      ['invoice', 1498],
      ['credit_note', 500],
    ]);
    expect((await documentsOf(bought))[1]!.content).not.toContain('Wir erstatten');
    expect((await paymentsOfCheckout(own.ctx, bought.checkoutId))[0]).toMatchObject({
      refunded_cents: 500,
      status: 'PARTIALLY_REFUNDED',
    });
    expect(await mailKindsTo(own.ctx, bought.buyer.email)).toEqual(['order_confirmation', 'chargeback']);
    expect(await isProposed(bought)).toBe(true);
    expect((await actOnCase(owner, bought, 'acceptCase', row!.id)).text).toContain('This case is already closed');
    expect((await own.paypal.order(bought.paypalOrderId)).refunds).toEqual([]);
    // Another one of the same amount takes other money.
    const [{ capture_id: captureId } = { capture_id: '' }] = await paymentsOfCheckout(own.ctx, bought.checkoutId);
    expect(await recordChargeback(own.ctx, { id: 'ANOTHER', captureId, amount: 500 })).toBe(true);
    expect((await casesOf(bought)).find(({ id }) => id === 'ANOTHER')).toMatchObject({ state: 'undecided' });
  });

  it.each([
    [[], ['Die Ware bleibt bei uns.', 'The goods stay with us.', 'Os produtos ficam conosco.']],
    [['hand-over'], ['Kommt es noch an, schreiben Sie uns', 'if it still arrives', 'se ele ainda chegar']],
    [
      ['hand-over', 'deliver'],
      ['PayPal, zurückgebucht', 'PayPal, charged back', 'PayPal, estornado'],
    ],
  ])('of the whole amount is called so on the page of an order after the steps %o', async (steps, words) => {
    const bought = await buy(own);
    for (const step of steps) await shopHere(['orders', step, bought.number], own.env);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED');
    await actOnCase(owner, bought, 'acceptCase', (await casesOf(bought))[0]!.id);
    const texts = [
      ['/de', 'Zurückgebucht', 'PayPal oder Ihre Bank hat Ihnen 14,98', 'Eine weitere Erstattung folgt nicht.'],
      ['/en', 'Charged back', 'PayPal or your bank returned', 'No further refund will follow.'],
      ['', 'Estornado', 'o PayPal ou o seu banco estornou', 'Não haverá outro reembolso.'],
    ] as const;
    for (const [index, [prefix, state, ...sentences]] of texts.entries()) {
      const page = await bought.buyer.text(`${prefix}/order/${bought.number}/`);
      for (const part of [state, ...sentences, words[index]!]) expect(page).toContain(part);
      expect(page).not.toMatch(/auf dem Weg zurück|on its way back to you|está voltando para você|erstattet am/);
      expect(await bought.buyer.text(`${prefix}/previous-purchases/`)).toContain(state);
    }
    for (const path of [`/desk/orders/${bought.number}`, `/desk/orders?q=${bought.number}`])
      expect((await owner.get(path)).text).toContain('Charged back');
  });

  it('beside a refund of the rest says who paid back how much', async () => {
    const bought = await buy(own);
    const refund = await shopHere(['orders', 'refund', bought.number, '--amount', '9,98', '--yes'], own.env);
    expect([refund.code, refund.stderr]).toEqual([0, '']);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500 });
    await actOnCase(owner, bought, 'acceptCase', (await casesOf(bought))[0]!.id);
    const page = (await bought.buyer.text(`/de/order/${bought.number}/`)).replaceAll('\u00a0', ' ');
    expect(page).toContain('9,98 € haben wir erstattet, 5,00 € hat PayPal oder Ihre Bank Ihnen zurückgebucht.');
    expect(page.replaceAll(/<[^>]*>|\s+/g, ' ')).toMatch(/Erstattet\s+9,98 €\s+Zurückgebucht\s+5,00 €/);
  });

  it('changes nothing when its money was returned', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED');
    const { code, stdout } = await shopHere(['orders', 'case', bought.number, '--drop'], own.env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('closed without a change of money.')]);
    expect(await kindsOf(bought)).toEqual([['invoice', 1498]]);
    expect(await paymentStatus(bought)).toBe('paid');
    expect(await isProposed(bought)).toBe(true);
    // PayPal sends its news once more.
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED');
    expect(await casesOf(bought)).toMatchObject([{ state: 'closed', outcome: 'dropped' }]);
    // That money is back, so a dispute that is lost later takes other money.
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.CREATED');
    await own.webhook(bought.paypalOrderId, 'CUSTOMER.DISPUTE.RESOLVED', { outcome: 'RESOLVED_BUYER_FAVOUR' });
    expect((await casesOf(bought)).find(({ kind }) => kind === 'dispute')).toMatchObject({ state: 'undecided' });
  });

  it('leaves only the rest to refund while it is undecided', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500 });
    const { stderr } = await shopHere(['orders', 'refund', bought.number, '--amount', '10.00', '--yes'], own.env);
    expect(stderr).toContain('9,98\u00a0€ can be refunded.');
  });

  it('does not stop an owner who still wants to send the parcel', async () => {
    const bought = await buy(own);
    await own.webhook(bought.paypalOrderId, 'PAYMENT.CAPTURE.REVERSED', { cents: 500 });
    expect((await packer.post(`/desk/packing/${bought.number}`, { act: 'pack' })).text).toContain(
      'A dispute or chargeback is open',
    );
    await packer.post(`/desk/packing/${bought.number}`, { act: 'pack', despite: 'contested' });
    const { stdout } = await shopHere(['orders', 'hand-over', bought.number, '--despite', 'contested'], own.env);
    expect(stdout).toContain('with_carrier');
  });
});
