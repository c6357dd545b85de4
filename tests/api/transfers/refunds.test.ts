import { beforeAll, describe, expect, it } from 'vitest';
import type { RefundRow } from '#src/server/db/tables/orders.ts';
import { lastMailTo } from '../../support/outside/mails.ts';
import { newStaff, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { checkoutRow, setProduct, stockOf } from '../../support/people/order-rows.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { IBAN, transferShop } from '../../support/shops/transfer-shop.ts';
import { actOnTransfers, buyersPage, orderByTransfer, orderRow } from '../../support/people/transfer-buyer.ts';

const own = forFile(transferShop);
let desk: DeskVisitor;

beforeAll(async () => {
  desk = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner', 'de-DE');
});

describe('a refund of a bank transfer', () => {
  it('is refunded by a transfer of the owner: credit note and mail follow when it is made', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await orderByTransfer(own, guest);
    await actOnTransfers(desk, 'transferArrived', { order: orderNumber });
    const path = `/desk/orders/${orderNumber}/refund`;
    const wish = { what: 'lines', 'units-AGUA': '1', restock: 'yes' };
    expect((await desk.post(path, wish)).text).toContain('Sie überweisen das Geld selbst zurück');
    const made = await desk.post(path, { ...wish, confirmed: '499' });
    expect(made.location).toContain('refundOwed');
    const refunds = (): Promise<RefundRow[]> =>
      own.ctx.db.read
        .selectFrom('refunds as r')
        .innerJoin('payments as p', 'p.capture_id', 'r.capture_id')
        .selectAll('r')
        .where('p.checkout_id', '=', checkoutId)
        .execute();
    const [owed] = await refunds();
    expect(owed).toMatchObject({ status: 'requested', amount_cents: 499, check_at: null });
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'paid' });
    expect((await desk.get('/desk/money/transfers')).text).toContain('4,99');
    expect((await desk.get('/desk')).text).toContain('müssen Sie noch überweisen');
    const { text: log } = await desk.get('/desk/people/audit');
    expect(log).toContain(`hat eine Erstattung vorgemerkt · ${orderNumber}`);
    expect(log).not.toContain('hat erstattet');

    // A second tap is asked about; another unit is another refund.
    const again = { ...wish, confirmed: '499' };
    expect((await desk.post(path, again)).text).toContain('in der letzten Stunde schon');
    expect((await desk.post(path, { ...again, again: 'yes' })).location).toContain('refundOwed');
    expect(await refunds()).toHaveLength(2);
    await own.ctx.db.read.deleteFrom('refunds').where('request_id', '<>', owed!.request_id).execute();

    // The order's page has it as the next step, also with a first and then another account.
    const orderPath = `/desk/orders/${orderNumber}`;
    const onOrder = (act: string, fields = {}) => desk.post(orderPath, { act, refund: owed!.request_id, ...fields });
    expect((await desk.get(orderPath)).text).toMatch(/Noch zu überweisen\s+4,99/);
    expect((await onOrder('refundAccount', { iban: 'DE02 1203 0000 0000 2020 51' })).location).toContain(orderPath);
    const { text } = await desk.get(orderPath);
    expect(text).toContain('Datei mit 1 Überweisung über 4,99');
    expect(text).toContain('DE02 1203 0000 0000 2020 51');
    expect((await onOrder('refundAccount', { iban: IBAN })).location).toContain('done=refundAccount');
    expect((await desk.get(orderPath)).text).toContain('IBAN: DE02 … 2051 → DE89 … 3000');
    expect((await onOrder('refundTransferred')).location).toContain(`${orderPath}?done=refundTransferred`);
    expect((await desk.get(orderPath)).text).not.toContain('Noch zu überweisen');
    expect(await actOnTransfers(desk, 'refundTransferred', { refund: owed!.request_id })).toContain(
      'schon als überwiesen',
    );
    expect(await refunds()).toMatchObject([{ status: 'completed' }]);
    expect(await orderRow(own, orderNumber)).toMatchObject({ payment_status: 'partially_refunded' });
    const mail = await lastMailTo(own.ctx, guest.email);
    expect(mail.text).toContain('auf Ihr Bankkonto überwiesen');
    expect(mail.attachments.some(({ mimeType }) => mimeType === 'application/pdf')).toBe(true);

    // Its buyer reads of no parcel while the rest waits for its transfer.
    const rest = await desk.post(path, { what: 'all', restock: 'yes', confirmed: '999' });
    expect(rest.location).toContain('refundOwed');
    const page = await buyersPage(own, guest, orderNumber);
    expect(page).toContain('Ihre Bestellung wird erstattet');
    expect(page).not.toContain('Wir packen Ihr Paket');
    // A withdrawal of the order leads to the transfer, and not to a second refund.
    const withdrawal = { name: 'Ana Müller', email: guest.email, orderNumber, part: '', languageLocale: 'de-DE' };
    await guest.visitor.post('/api/withdrawal/', withdrawal);
    const [open] = /\/desk\/withdrawals\/[\w-]+/.exec((await desk.get('/desk/withdrawals')).html)!;
    const answered = await desk.get(open);
    expect(answered.text).toContain('noch nicht überwiesen');
    expect(answered.text).not.toContain('Vorgeschlagene Erstattung');
    expect(answered.html).not.toContain(`/desk/orders/${orderNumber}/refund`);
    const waiting = (await refunds()).find(({ status }) => status === 'requested')!;
    expect((await onOrder('refundTakeBack', { refund: waiting.request_id })).location).toContain('refundTakenBack');

    await desk.post(path, { what: 'all', restock: 'yes', confirmed: '999' });
    const last = (await refunds()).find(({ status }) => status === 'requested')!;
    expect((await onOrder('refundTransferred', { refund: last.request_id })).location).toContain('refundTransferred');
    expect(await buyersPage(own, guest, orderNumber)).toMatch(/Vollständig erstattet am .*14,98.*an Ihr Bankkonto/);
  });

  it('can take back a refund that was noted by mistake, before it is transferred', async () => {
    const guest = newGuest(own.server.url);
    const { orderNumber, checkoutId } = await orderByTransfer(own, guest);
    await actOnTransfers(desk, 'transferArrived', { order: orderNumber });
    const stock = await stockOf(own.ctx, 'AGUA');
    const refund = async (wish: Record<string, string>) => {
      await desk.post(`/desk/orders/${orderNumber}/refund`, wish);
      const { html } = await desk.get('/desk/money/transfers');
      return /name="refund" value="([^"]+)"/.exec(html.slice(html.indexOf(orderNumber)))?.[1] ?? '';
    };
    const all = await refund({ what: 'all', restock: 'yes', confirmed: '1498' });
    expect(await stockOf(own.ctx, 'AGUA')).toBe(stock + 2);
    await setProduct(own.ctx, 'AGUA', { sale_locked: 1 });
    expect(await actOnTransfers(desk, 'refundTakeBack', { refund: all })).toContain('ist inzwischen verkauft');
    await setProduct(own.ctx, 'AGUA', { sale_locked: 0 });
    expect(await actOnTransfers(desk, 'refundTakeBack', { refund: all })).toContain('done=refundTakenBack');
    for (const again of ['refundTakeBack', 'refundTransferred'])
      expect(await actOnTransfers(desk, again, { refund: all })).toContain('oder zurückgenommen');
    // Units and amount belong to the order again, and no document was made.
    expect(await stockOf(own.ctx, 'AGUA')).toBe(stock);
    expect((await checkoutRow(own.ctx, checkoutId)).hold).toBe('sold');
    expect(await buyersPage(own, guest, orderNumber)).toContain('Wir packen Ihr Paket');
    expect((await desk.get(`/desk/orders/${orderNumber}`)).text).toMatch(/14,98.€ Zurückgenommen/);
    const { id } = await orderRow(own, orderNumber);
    const documents = own.ctx.db.read.selectFrom('invoices').select('kind').where('order_id', '=', id);
    expect(await documents.execute()).toEqual([{ kind: 'invoice' }]);
    // A parcel that was packed without a refunded unit would miss it.
    const unit = await refund({ what: 'lines', 'units-AGUA': '1', restock: 'yes', confirmed: '499' });
    await desk.post(`/desk/packing/${orderNumber}`, { act: 'pack' });
    expect(await actOnTransfers(desk, 'refundTakeBack', { refund: unit })).toContain(
      'ein Paket ohne die erstatteten Stücke gepackt',
    );
  });
});
