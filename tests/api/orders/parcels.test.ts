import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findReservedUnits } from '#src/features/checkout/server/hold.repository.ts';
import { handOverOrder } from '#src/features/orders/server/delivery.service.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { loadPacking } from '#src/features/orders/server/packing.loader.ts';
import { insertRefund, lockPayment } from '#src/features/orders/server/payment.repository.ts';
import { newRefund } from '#src/features/refunds/server/refund.service.ts';
import { LOCALE_CODES } from '#src/i18n/locales.ts';
import { translator } from '#src/i18n/translate.ts';
import { localised } from '#src/shared/paths.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import { allSent } from '../../support/outside/mails.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { idsOf, setProduct } from '../../support/people/order-rows.ts';
import { productByCode } from '../../support/people/rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { readPdf } from '../../support/texts/pdf-text.ts';

const [FIRST, SECOND] = ['00340434161094015902', 'RR123456785DE'];

let own: PayingShop;
let smtp: MailServer;
let ana: Buyer;
let packer: DeskVisitor;

beforeAll(async () => {
  smtp = await startMailServer();
  own = await payingShop({ SMTP_URL: smtp.url });
  packer = await newStaff(own.ctx, own.server.url, 'rui@example.org', 'packer');
  ana = await newBuyer(own.ctx, own.server.url);
});
afterAll(async () => {
  await own?.dispose();
  await smtp?.stop();
});

const orders = (...args: string[]) => shopHere(['orders', ...args], own.env);
const done = async (...args: string[]) => {
  const { code, stdout, stderr } = await orders(...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

async function buy(cart: Record<string, number>, languageLocale = 'de-DE') {
  const ids = await idsOf(own.ctx);
  const lines = Object.entries(cart).map(([code, quantity]) => ({ productId: ids[code] ?? 0, quantity }));
  const begun = await ana.begin(lines, { languageLocale });
  await own.paypal.approve(begun.paypalOrderId);
  return (await ana.capture(begun.checkoutId)).orderNumber;
}

const stock = async (code: string) => (await productByCode(own.ctx, code)).quantity_available;
const orderRow = (number: string) =>
  own.ctx.db.read.selectFrom('orders').selectAll().where('order_number', '=', number).executeTakeFirstOrThrow();
const mailsOf = async (number: string) => {
  await allSent(own.ctx);
  return smtp.mails.filter(({ subject }) => subject?.includes(number));
};
const packings = async () => (await packer.get('/desk/packing')).text;
const slip = async (number: string, document: string) => {
  const file = await fetch(`${own.server.url}/desk/orders/${number}/${document}.pdf`, {
    headers: { cookie: [...packer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  return (await readPdf(new Uint8Array(await file.arrayBuffer()))).text;
};

describe('an order in two parcels', () => {
  it.each(LOCALE_CODES)(
    'is delivered when both are, and each has its own number, mail and lots (%s)',
    async (locale) => {
      const t = translator(locale);
      const number = await buy({ AGUA: 3, MATE: 1 }, locale);
      await done('pack', number, '--line', 'AGUA=2', '--lot', `AGUA=L${locale.slice(0, 2)}9`);
      expect((await packer.get(`/desk/packing`)).html).toContain(`/desk/packing/${number}?parcel=2`);
      await done('hand-over', number, '--parcel', '1', '--carrier', 'dhl', '--tracking', FIRST, '--sure');
      expect((await orderRow(number)).delivery_status).toBe('with_carrier');
      await done('pack', number, '--lot', `AGUA=M${locale.slice(0, 2)}7`);
      await done('deliver', number);
      expect((await orderRow(number)).delivered_at).toBeNull();
      const page = await ana.text(localised(locale, `/order/${number}`));
      expect(page).toContain(t('checkout:order.parcel', { place: 1, of: 2 }));
      expect(page).toContain(t('checkout:order.parcel', { place: 2, of: 2 }));
      expect(page).toContain(t('checkout:order.withdrawOpenParts'));
      await done('hand-over', number, '--carrier', 'dhl', '--tracking', SECOND);
      expect((await packer.get(`/desk/orders?q=${SECOND}`)).text).toContain(number);
      await done('deliver', number);
      expect(await orderRow(number)).toMatchObject({ delivery_status: 'delivered', delivered_at: expect.any(String) });
      const mails = (await mailsOf(number)).filter(({ messageId }) => messageId?.startsWith('<shipped-'));
      expect(mails.map(({ subject }) => subject)).toEqual([
        t('mail:shippedPart.subject', { number }),
        t('mail:shippedLast.subject', { number }),
      ]);
      expect(mails[0]!.text).toContain(FIRST);
      expect(mails[0]!.text).not.toContain('Mate Tostado');
      expect(mails[1]!.text).toContain('Mate Tostado');
      const recalled = (lot: string) => shopHere(['recall', 'AGUA', '--lot', lot], own.env);
      expect((await recalled(`L${locale.slice(0, 2)}9`)).stdout).toMatch(new RegExp(`${number}.*2 units`));
      expect((await recalled(`M${locale.slice(0, 2)}7`)).stdout).toMatch(new RegExp(`${number}.*1 units`));
      const { body } = await ana.get<{ orders: { orderNumber: string; parcels: object[] }[] }>(
        `/api/client_export/${ana.clientId}/`,
      );
      expect(body.orders.find(({ orderNumber }) => orderNumber === number)!.parcels).toMatchObject([
        { number: 1, trackingNumber: FIRST, units: { AGUA: 2 } },
        { number: 2, trackingNumber: SECOND, units: { AGUA: 1, MATE: 1 } },
      ]);
    },
  );

  it('is split in the desk once, however often the form is sent, and undoing the split makes it whole', async () => {
    const number = await buy({ AGUA: 2, MATE: 1 });
    const onShelf = async () => (await findReservedUnits(own.ctx.db.read, ['AGUA'])).get('AGUA')!;
    const before = await onShelf();
    const path = `/desk/packing/${number}?part`;
    expect((await packer.get(path)).html).toContain('name="units-AGUA"');
    const part = { act: 'pack', parcel: '1', 'units-AGUA': '1', 'units-MATE': '0' };
    expect((await packer.post(path, { ...part, 'units-AGUA': '3' })).text).toContain('At most 2 units of AGUA');
    expect((await packer.post(path, { ...part, 'units-AGUA': '0' })).status).toBe(400);
    expect((await packer.post(path, part)).location).toContain(`done=packedParcel&of=${number}`);
    expect((await packer.post(path, part)).text).toContain('already packed');
    expect(await onShelf()).toBe(before - 1);
    const rows = own.ctx.db.read.selectFrom('further_parcels').select(['number', 'packed_at']);
    const ofOrder = rows.where('order_id', '=', (await orderRow(number)).id);
    expect(await ofOrder.execute()).toEqual([{ number: 2, packed_at: null }]);
    expect(await slip(number, 'slip-2')).toMatch(/Paket 2 von 2|Pacote 2 de 2|Parcel 2 of 2/);
    expect(await slip(number, 'slip-1')).not.toContain('Mate Tostado');
    expect(await packings()).toContain('Parcel 2 of 2');
    await done('undo', number, '--parcel', '1');
    expect(await ofOrder.execute()).toEqual([]);
    expect(await orderRow(number)).toMatchObject({ delivery_status: 'in_separation' });
    // The order before it is the next one, but the rest of this one still waits.
    const newer = await buy({ AGUA: 2 });
    const rest = await packer.post(`/desk/packing/${newer}?part`, { act: 'pack', parcel: '1', 'units-AGUA': '1' });
    expect(rest.location).toContain(`${number}?done=packedPart&of=${newer}`);
    await done('pack', newer, '--parcel', '2');
    await done('pack', number);
    expect((await orders('pack', number)).stderr).toContain('not_with_carrier');
  });

  it('loses refunded units from the parcel that has not left, and is delivered without it when it is empty', async () => {
    const number = await buy({ GUARANA: 2, MATE: 1 });
    await done('pack', number, '--line', 'GUARANA=1', '--line', 'MATE=1');
    await done('hand-over', number, '--carrier', 'dhl', '--tracking', FIRST, '--parcel', '1', '--sure');
    const toPack = await packer.get('/desk/orders?state=in_separation');
    expect(toPack.text).toMatch(new RegExp(`${number}.*On its way Rest to pack`));
    // The buyer keeps the pack of the sent unit, but never gets the other one: 1,49 € + 1,49 € + 0,25 €.
    expect((await orders('refund', number, '--line', 'GUARANA=2')).stdout).toMatch(/3,23\s€/);
    expect(await done('refund', number, '--line', 'GUARANA=1', '--yes')).toMatch(/1,74\s€/);
    expect((await packer.get('/desk/orders?state=in_separation')).text).not.toContain(number);
    expect((await packer.get(`/desk/packing/${number}?parcel=2`)).text).toContain(
      'Everything is refunded: do not hand anything over',
    );
    expect((await orders('pack', number, '--parcel', '2')).stderr).toContain('nothing left to send');
    await done('deliver', number);
    expect((await orderRow(number)).delivery_status).toBe('delivered');
  });

  it('leaves without a unit that was refunded while its hand-over waited', async () => {
    const number = await buy({ AGUA: 2 });
    const order = (await findOrderByNumber(own.ctx.db.read, number))!;
    let handedOver: ReturnType<typeof handOverOrder> | undefined;
    await own.ctx.db.write(async (tx) => {
      await lockPayment(own.ctx.db, tx, order.captureId!);
      handedOver = handOverOrder(own.ctx, order, { carrier: null, trackingNumber: null });
      await wait(20);
      const lines = JSON.stringify([{ code: 'AGUA', name: 'Água de Coco', units: 1, amount: 499 }]);
      const row = { request_id: `waiting-${number}`, capture_id: order.captureId!, amount_cents: 499 };
      await insertRefund(tx, { ...newRefund(own.ctx, { ...row, reason: 'owner' }), lines });
    });
    expect((await handedOver!).ok).toBe(true);
    const { parcels } = await loadPacking(own.ctx.db.read, order);
    expect(parcels[0]!.lines).toMatchObject([{ code: 'AGUA', quantity: 1 }]);
  });

  it('gets its numbers in one list of the desk', async () => {
    const number = await buy({ AGUA: 2 });
    await done('pack', number, '--line', 'AGUA=1');
    const early = await packer.get(`/desk/orders/bulk?act=handOver&order=${number}`);
    expect(early.text).toContain('Hand 1 parcel over');
    expect(early.html).not.toMatch(new RegExp(`value="${number}-2"[^>]* checked`));
    await done('pack', number);
    const asked = await packer.get(`/desk/orders/bulk?act=handOver&order=${number}`);
    expect(asked.text).toContain('Hand 2 parcels over');
    const typed = {
      act: 'handOver',
      confirmed: 'yes',
      carrier: 'dhl',
      order: [number, `${number}-2`],
      [`tracking-${number}`]: '0034 0434 1610 9411',
    };
    const same = { ...typed, [`tracking-${number}-2`]: '0034 0434 1610 9411' };
    expect((await packer.post('/desk/orders/bulk', same)).text).toContain('1 of 2 done');
    const other = { ...typed, order: [`${number}-2`], [`tracking-${number}-2`]: '0034 0434 1610 9422' };
    expect((await packer.post('/desk/orders/bulk', other)).location).toContain('done=bulkHandedOver');
    const page = (await packer.get(`/desk/orders/${number}`)).text;
    for (const tracking of ['0034043416109411', '0034043416109422']) expect(page).toContain(tracking);
  });
});

describe('a replacement', () => {
  it.each([
    ['lost', 'pt-BR'],
    ['damaged', 'de-DE'],
    ['wrong_item', 'en-US'],
  ] as const)('is a parcel without a payment that its buyer is told about once (%s, %s)', async (reason, locale) => {
    const t = translator(locale);
    const number = await buy({ AGUA: 2, MATE: 1 }, locale);
    expect((await orders('resend', number, '--reason', reason)).stderr).toContain('only what was handed over');
    await done('hand-over', number);
    await done('deliver', number);
    const delivered = await orderRow(number);
    const before = await stock('AGUA');
    expect(await done('resend', number, '--reason', reason, '--line', 'AGUA=1')).toContain('parcel 2');
    expect((await orders('resend', number, '--reason', reason, '--line', 'AGUA=1')).stderr).toContain(
      'still to be packed',
    );
    expect(await stock('AGUA')).toBe(before - 1);
    expect(await orderRow(number)).toMatchObject(
      reason === 'damaged'
        ? { delivery_status: 'delivered', delivered_at: delivered.delivered_at }
        : { delivery_status: 'with_carrier', delivered_at: null },
    );
    expect(await packings()).toContain(`Replacement: ${translator('en-US')(`desk:resend.reasons.${reason}`)}`);
    expect(await ana.text(localised(locale, `/order/${number}`))).toContain(t('checkout:order.replacement'));
    await done('pack', number, '--lot', 'AGUA=NEW');
    await done('hand-over', number, '--carrier', 'dhl', '--tracking', SECOND);
    await done('deliver', number, '--parcel', '2');
    expect((await orderRow(number)).delivery_status).toBe('delivered');
    const mails = await mailsOf(number);
    const [told, ...more] = mails.filter(({ messageId }) => messageId?.startsWith('<resend-'));
    expect([told?.subject, more]).toEqual([t('mail:resend.subject', { number }), []]);
    expect(told?.text).not.toContain('Mate Tostado');
    expect(mails.map(({ subject }) => subject)).toContain(t('mail:shippedAgain.subject', { number }));
  });

  it('is made in the desk, refused without stock, and taken back with its units', async () => {
    const number = await buy({ AGUA: 2, MATE: 1 });
    await done('hand-over', number);
    const path = `/desk/orders/${number}/resend`;
    expect((await packer.get(path)).html).toContain('name="units-MATE"');
    const wish = { act: 'resend', reason: 'other', text: '', 'units-AGUA': '2', 'units-MATE': '1' };
    expect((await packer.post(path, wish)).text).toContain('Write the reason.');
    const before = await stock('AGUA');
    await setProduct(own.ctx, 'MATE', { quantity_available: 0 });
    expect((await packer.post(path, { ...wish, text: 'Karton nass' })).text).toContain('not enough of Mate Tostado');
    expect(await stock('AGUA')).toBe(before);
    await setProduct(own.ctx, 'MATE', { quantity_available: 50, recalled: 1 });
    expect((await packer.post(path, { ...wish, text: 'Karton nass' })).text).toContain('Mate Tostado is recalled');
    await setProduct(own.ctx, 'MATE', { recalled: 0 });
    expect((await packer.post(path, { ...wish, text: 'Karton nass' })).location).toContain('done=resent');
    expect((await packer.get(`/desk/orders/${number}`)).text).toContain('Karton nass');
    expect(await stock('MATE')).toBe(49);
    expect((await packer.post(`/desk/orders/${number}`, { act: 'undo', parcel: '2' })).location).toContain(
      'done=resendUndone',
    );
    expect([await stock('AGUA'), await stock('MATE')]).toEqual([before, 50]);
    expect((await packer.get(`/desk/orders/${number}`)).text).not.toContain('Karton nass');
  });

  it('does not propose units whose price was paid back', async () => {
    const number = await buy({ AGUA: 2, MATE: 1 });
    await done('hand-over', number);
    await done('refund', number, '--line', 'AGUA=1', '--line', 'MATE=1', '--yes');
    const { html, text } = await packer.get(`/desk/orders/${number}/resend`);
    for (const proposed of [/"units-AGUA" value="1" checked/, /"units-MATE" value="0" checked/])
      expect(html).toMatch(proposed);
    expect(text).toContain('At most 2, 1 already refunded');
    expect((await packer.get(`/desk/orders/${number}`)).text).toContain('1 of 2 refunded');
    const before = [await stock('AGUA'), await stock('MATE')];
    await done('resend', number, '--reason', 'lost');
    expect([await stock('AGUA'), await stock('MATE')]).toEqual([before[0]! - 1, before[1]]);
  });

  it('waits for a person when its units are refunded afterwards', async () => {
    const number = await buy({ AGUA: 2, MATE: 1 });
    await done('hand-over', number);
    await done('resend', number, '--reason', 'lost', '--line', 'AGUA=1');
    await done('refund', number, '--line', 'MATE=1', '--yes');
    await done('pack', number);
    await done('refund', number, '--line', 'AGUA=1', '--yes');
    expect((await packer.get(`/desk/orders/${number}`)).text).toContain('Units of this replacement were refunded');
    expect((await orders('hand-over', number, '--parcel', '2')).stderr).toContain('--despite repaid');
    await done('hand-over', number, '--parcel', '2', '--despite', 'repaid');
  });

  it('is taken back after all money was refunded, too, so that its units return', async () => {
    const number = await buy({ AGUA: 2 });
    await done('hand-over', number);
    const before = await stock('AGUA');
    await done('resend', number, '--reason', 'lost');
    await done('refund', number, '--yes');
    expect(await stock('AGUA')).toBe(before - 2);
    expect((await packer.get(`/desk/orders/${number}`)).html).toContain('value="undo"');
    expect((await packer.post(`/desk/orders/${number}`, { act: 'undo', parcel: '2' })).location).toContain(
      'done=resendUndone',
    );
    expect(await stock('AGUA')).toBe(before);
    expect((await packer.post(`/desk/orders/${number}`, { act: 'undo', parcel: '1' })).status).toBe(400);
  });

  it('has its own mail although one that was taken back had the same place', async () => {
    const number = await buy({ AGUA: 1 });
    await done('hand-over', number);
    for (const turn of ['first', 'second']) {
      await done('resend', number, '--reason', 'lost');
      await done('hand-over', number, '--parcel', '2');
      if (turn === 'first') for (let steps = 3; steps > 0; steps--) await done('undo', number, '--parcel', '2');
    }
    const mails = (await mailsOf(number)).filter(({ messageId }) => messageId?.startsWith('<shipped-'));
    expect(mails).toHaveLength(3);
  });
});
