import { beforeAll, describe, expect, it } from 'vitest';
import { STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { setProduct, stockOf } from '../../support/people/order-rows.ts';
import { deskShop } from '../../support/shops/desk-shop.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { refusedFields } from '../../support/texts/refused-forms.ts';

const own = forFile(deskShop);
let owner: DeskVisitor;
let packer: DeskVisitor;

beforeAll(() => {
  ({ owner, packer } = own);
});

describe('a refund in the desk', () => {
  it('shows the credit note, then refunds units of a line and restocks them', async () => {
    const number = await own.buy({ GUARANA: 3 });
    const before = await stockOf(own.ctx, 'GUARANA');
    const path = `/desk/orders/${number}/refund`;
    const wish = { what: 'lines', 'units-GUARANA': '2', restock: 'yes' };
    const preview = await owner.post(path, wish);
    expect(preview.text).toMatch(/Amount 3,48\s€/);
    expect(preview.text).toContain('Back into stock: 2 × Guaraná');
    expect(await stockOf(own.ctx, 'GUARANA')).toBe(before);
    for (const units of ['', '1e0', '0x2', '1.5']) {
      const refused = await owner.post(path, { ...wish, 'units-GUARANA': units });
      expect(refused.text, units).toContain('Enter how many units of which product');
    }
    expect((await owner.post(path, { ...wish, 'units-GUARANA': '1.000' })).text).toContain(
      '“1.000” may mean 1000 or 1.',
    );
    expect((await owner.post(path, { ...wish, confirmed: '999' })).text).toContain('The amount is now');
    expect((await owner.post(path, { ...wish, confirmed: '348' })).location).toBe(
      `/desk/orders/${number}?done=refunded`,
    );
    expect(await stockOf(own.ctx, 'GUARANA')).toBe(before + 2);
    expect(await own.stateOf(number)).toMatchObject({ payment_status: 'partially_refunded' });
    const { text: log } = await owner.get(`/desk/orders/${number}`);
    expect(log).toContain('requested a refund');
    expect(log).toContain('Back in stock: 2 × Guaraná');
  });

  it('pays for lines what is left, and says so, when an amount was refunded before', async () => {
    const number = await own.buy({ GUARANA: 3 });
    const before = await stockOf(own.ctx, 'GUARANA');
    const path = `/desk/orders/${number}/refund`;
    await owner.post(path, { what: 'amount', amount: '6', confirmed: '600' });
    const wish = { what: 'lines', 'units-GUARANA': '3', restock: 'yes' };
    const preview = await owner.post(path, wish);
    expect(preview.text).toMatch(/Amount 4,22\s€/);
    expect(preview.text).toContain('Less is left than these items cost');
    expect((await owner.post(path, { ...wish, confirmed: '522' })).text).toContain('The amount is now');
    expect((await owner.post(path, { ...wish, confirmed: '422' })).location).toContain('done=refunded');
    expect(await own.stateOf(number)).toMatchObject({ payment_status: 'refunded' });
    expect(await stockOf(own.ctx, 'GUARANA')).toBe(before + 3);
  });

  it('is previewed by GET without refunding, with the remaining lines and their codes', async () => {
    const number = await own.buy({ GUARANA: 3, MATE: 1 });
    const path = `/desk/orders/${number}/refund`;
    const wish = { what: 'lines', 'units-GUARANA': '2', 'units-MATE': '1' };
    const shown = await owner.get(`${path}?${new URLSearchParams({ ...wish, confirmed: '515' })}`);
    expect(shown.text).toMatch(/Amount 5,15\s€/);
    expect(await own.stateOf(number)).toMatchObject({ payment_status: 'paid' });
    expect(shown.html).toContain('&amp;change=yes');
    await owner.post(path, { ...wish, confirmed: '515' });
    const { html, text } = await owner.get(path);
    expect(html).toContain('name="units-GUARANA"');
    expect(html).not.toContain('name="units-MATE"');
    expect(text).toMatch(/GUARANA .* 1 of 3 left/);
  });

  it('leaves out the deposit when the buyer keeps the packs, and suggests that only after the delivery', async () => {
    const number = await own.buy({ GUARANA: 3 });
    const path = `/desk/orders/${number}/refund`;
    const isProposed = async (query = '') => /name="packs"[^>]* checked/.test((await owner.get(path + query)).html);
    expect(await isProposed()).toBe(false);
    await own.ctx.db.read
      .updateTable('orders')
      .set({ delivery_status: 'delivered' })
      .where('order_number', '=', number)
      .execute();
    expect([await isProposed(), await isProposed('?withdrawal=1')]).toEqual([true, false]);
    const { id } = await own.ctx.db.read
      .selectFrom('orders')
      .select('id')
      .where('order_number', '=', number)
      .executeTakeFirstOrThrow();
    await own.ctx.db.read
      .insertInto('withdrawals')
      .values({
        ...{
          id: 'docket-1',
          name: 'Ana',
          email: 'ana@kunde.example',
          order_number: number,
          order_id: id,
          part: '',
          verified: 1,
        },
        ...{ locale: 'de-DE', created_at: new Date().toISOString() },
        ...{ goods_back_at: null, closed_as: null, closed_at: null, closed_reason: null, reminded_at: null },
      })
      .execute();
    expect(await isProposed()).toBe(false);
    await own.ctx.db.read.deleteFrom('withdrawals').where('id', '=', 'docket-1').execute();
    const wish = { what: 'lines', 'units-GUARANA': '2', packs: 'kept' };
    const preview = await owner.post(path, wish);
    expect(preview.text).toMatch(/Amount 2,98\s€/);
    expect(preview.html).toMatch(/name="packs"[^>]*value="kept"/);
    expect((await owner.post(path, { ...wish, confirmed: '298' })).location).toBe(
      `/desk/orders/${number}?done=refunded`,
    );
    const tooMuch = await owner.post(path, { what: 'amount', amount: '6,50', packs: 'kept' });
    expect(tooMuch.text).toMatch(/At most 6,49\s€ can be refunded/);
    expect((await owner.post(path, { what: 'all', packs: 'kept' })).text).toMatch(/Amount 6,49\s€/);
    expect((await owner.post(path, { what: 'all' })).text).toMatch(/Amount 7,24\s€/);
  });

  it('leaves no packing slip when everything is refunded', async () => {
    const number = await own.buy({ AGUA: 1 });
    const order = `/desk/orders/${number}`;
    await owner.post(`/desk/packing/${number}`, { act: 'pack' });
    await owner.post(order, { act: 'handOver', carrier: 'dhl', tracking: '' });
    expect((await owner.get(order)).html).toContain(`${order}/slip.pdf`);
    const refunded = await owner.post(`${order}/refund`, { what: 'all', confirmed: '999' });
    expect((await owner.get(refunded.location)).html).not.toContain(`${order}/slip.pdf`);
  });

  it('shows PayPal’s result, and what to do when PayPal refuses', async () => {
    const number = await own.buy({ AGUA: 1 });
    const path = `/desk/orders/${number}/refund`;
    await own.paypal.next({ call: 'refund', fault: 'REFUND_TIME_LIMIT_EXCEEDED' });
    const refused = await owner.post(path, { what: 'amount', amount: '1', confirmed: '100' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('that is final (REFUND_TIME_LIMIT_EXCEEDED). Pay the amount back in another way');
    expect((await owner.get('/desk')).text).toContain('1 refund was refused by PayPal');
    await own.paypal.next({ call: 'refund', fault: 'PENDING' });
    const pending = await owner.post(path, { what: 'amount', amount: '1', confirmed: '100' });
    const { text } = await owner.get(pending.location);
    expect(text).toContain('PayPal is still checking the refund.');
    expect(text).toMatch(/Refund in progress 1,00/);
    expect(text).not.toMatch(/Partly refunded|Refunded 1,00/);
    expect((await owner.get(`/desk/orders?q=${number}`)).text).toContain('Refund in progress');
    expect((await owner.get('/desk')).text).not.toContain('refused by PayPal');
  });

  it('explains an invalid amount and keeps it in the form', async () => {
    const number = await own.buy({ AGUA: 1 });
    const refused = await owner.post(`/desk/orders/${number}/refund`, { what: 'amount', amount: '99,999' });
    expect(refused.text).toContain('Type an amount above 0');
    expect(refused.html).toMatch(/name="amount"[^>]*value="99,999"/);
    expect(refusedFields(refused.html)).toEqual({ '*amount': expect.stringContaining('Type an amount above 0') });
    const empty = await owner.get(`/desk/orders/${number}/refund?what=lines&units-AGUA=0`);
    expect([empty.status, refusedFields(empty.html)]).toEqual([
      400,
      { '*units-AGUA': 'Enter how many units of which product.' },
    ]);
    expect((await owner.post(`/desk/orders/${number}/refund`, { what: 'amount', amount: '500' })).text).toMatch(
      /At most 9,99\s€ can be refunded/,
    );
  });

  it('asks for the password from 100 € on, and after half an hour without activity', async () => {
    await setProduct(own.ctx, 'AGUA', { price_cents: 2500, real_price_cents: 2500 });
    const number = await own.buy({ AGUA: 5 });
    const path = `/desk/orders/${number}/refund`;
    const all = { what: 'all', confirmed: '13000' };
    expect((await owner.post(path, all)).status).toBe(400);
    expect((await owner.post(path, { ...all, current: 'Wrong-Password!1' })).status).toBe(400);
    expect(await own.stateOf(number)).toMatchObject({ payment_status: 'paid' });
    expect((await owner.post(path, { ...all, current: STAFF_PASSWORD })).location).toContain('done=refunded');

    const small = await own.buy({ AGUA: 1 });
    const idle = new Date(own.ctx.now().getTime() - 31 * 60_000).toISOString();
    await own.ctx.db.read.updateTable('staff_sessions').set({ seen_at: idle }).execute();
    const asked = await owner.post(`/desk/orders/${small}/refund`, { what: 'amount', amount: '1,00' });
    expect(asked.text).toContain('Your own password');
    expect(
      (await owner.post(`/desk/orders/${small}/refund`, { what: 'amount', amount: '1,00', confirmed: '100' })).status,
    ).toBe(400);
  });

  it('that PayPal refuses is named on Today with its order, once for two refunds of one order', async () => {
    const number = await own.buy({ AGUA: 2 });
    const alarms = async () =>
      [...(await owner.get('/desk')).html.matchAll(/<p class="desk-problem[^]*?<\/p>/g)].join('');
    expect(await alarms()).not.toContain(number);
    for (const amount of ['1', '2']) {
      await own.paypal.next({ call: 'refund', fault: 'REFUND_TIME_LIMIT_EXCEEDED' });
      const form = { what: 'amount', amount: `${amount},00`, confirmed: `${amount}00`, current: STAFF_PASSWORD };
      expect((await owner.post(`/desk/orders/${number}/refund`, form)).status).toBe(400);
    }
    expect((await alarms()).split(`href="/desk/orders/${number}"`)).toHaveLength(2);
  });

  it('is closed to packers', async () => {
    const number = await own.buy({ AGUA: 1 });
    expect((await packer.get(`/desk/orders/${number}`)).html).not.toContain('/refund');
    for (const answer of [
      await packer.get(`/desk/orders/${number}/refund`),
      await packer.post(`/desk/orders/${number}/refund`, { what: 'all' }),
      await packer.post(`/desk/orders/${number}`, { act: 'acceptClaim', case: 'PP-D-1' }),
      await packer.post(`/desk/orders/${number}`, { act: 'acceptCase', case: 'PP-D-1' }),
      await packer.post(`/desk/orders/${number}`, { act: 'transferArrived' }),
    ])
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('Your role may not do this') });
    expect(await own.stateOf(number)).toMatchObject({ payment_status: 'paid' });
  });
});
