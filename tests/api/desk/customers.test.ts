import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { mailsTo } from '../../support/outside/mails.ts';
import { idsOf, setProduct } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';

const OWN = { current: STAFF_PASSWORD };

let own: PayingShop;
let owner: DeskVisitor;
let ana: Buyer;
let number: string;

const actsOn = async (subject: string) =>
  (await own.ctx.db.read.selectFrom('audit').select('act').where('subject', '=', subject).orderBy('id').execute()).map(
    ({ act }) => act,
  );

beforeAll(async () => {
  own = await payingShop();
  owner = await newStaff(own.ctx, own.server.url, 'eva@example.org', 'owner');
  ana = await newBuyer(own.ctx, own.server.url);
  const begun = await ana.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 2 }]);
  await own.paypal.approve(begun.paypalOrderId);
  number = (await ana.capture(begun.checkoutId)).orderNumber;
});
afterAll(() => own?.dispose());

describe('a message in the desk', () => {
  it('stays open until it is answered in the author’s language', async () => {
    const asked = {
      name: 'Ana Müller',
      email: ana.email,
      subject: 'informacoes',
      message: 'Wann kommt es?',
      languageLocale: 'de-DE',
    };
    expect((await ana.post('/api/contact/', asked)).status).toBe(200);
    const path = /href="(\/desk\/messages\/[0-9a-f-]+)"/.exec((await owner.get('/desk/messages')).html)![1]!;
    expect((await owner.get(path)).text).toContain('Wann kommt es?');
    expect((await owner.post(path, { act: 'answer', answer: ' ' })).status).toBe(400);
    await owner.post(path, { act: 'answer', answer: 'Guten Tag!\r\n\r\nMorgen.' });
    const mail = (await mailsTo(own.ctx, ana.email)).find(({ kind }) => kind === 'contact_answer')!;
    expect(mail.subject).toBe('Antwort von Vitrine');
    expect(mail.reply_to).toBe(own.ctx.config.shopEmail);
    for (const text of ['Guten Tag!', 'Morgen.', 'Sie schrieben:', 'Wann kommt es?']) expect(mail.text).toContain(text);
    expect((await owner.get('/desk/messages')).text).toContain('No message is waiting');
    expect((await owner.get('/desk/messages?all=yes')).html).toContain(path);
    expect((await owner.get(path)).text).toMatch(/Subject Information.*Your answer of .*Guten Tag! Morgen\./);
    expect(await actsOn('message')).toEqual(['message.answer']);
    // A colleague whose page does not show that answer yet.
    const second = await owner.post(path, { act: 'answer', answer: 'Übermorgen.', seen: '0' });
    expect(second).toMatchObject({
      status: 400,
      text: expect.stringContaining('Someone else has since answered.'),
    });
    expect(second.html).toContain('Übermorgen.');
    expect((await mailsTo(own.ctx, ana.email)).filter(({ kind }) => kind === 'contact_answer')).toHaveLength(1);
    expect((await owner.post(path, { act: 'answer', answer: 'Übermorgen.', seen: '1' })).location).toContain(
      'done=answered',
    );
  });
});

describe('a withdrawal in the desk', () => {
  it('is shown with the days left, and moves from the received goods to the refund to closed', async () => {
    const declared = { name: 'Ana Müller', email: ana.email, orderNumber: number, part: '', languageLocale: 'de-DE' };
    expect((await ana.post('/api/withdrawal/', declared)).status).toBe(201);
    const list = await owner.get('/desk/withdrawals');
    expect(list.text).toContain('14 days left');
    const path = /href="(\/desk\/withdrawals\/[0-9a-f-]+)"/.exec(list.html)![1]!;
    expect((await owner.get('/desk')).html).toContain(path);
    expect((await owner.get(path)).text).toMatch(/Suggested refund 14,98\s€.*The goods are still here/);
    for (const page of [`/desk/orders/${number}`, `/desk/orders/${number}/refund`, `/desk/packing/${number}`])
      expect((await owner.get(page)).text, page).toMatch(
        /The buyer withdrew from this order on .* Do not hand anything over/,
      );
    for (const list of ['/desk/orders', '/desk/packing'])
      expect((await owner.get(list)).text, list).toContain('Withdrawn');
    await owner.post(path, { act: 'goodsBack' });
    expect((await owner.get(path)).text).toContain('The goods are back: refund now.');
    await owner.post(path, { act: 'answer', answer: 'Alles da.' });
    expect((await mailsTo(own.ctx, ana.email)).at(-1)).toMatchObject({
      kind: 'withdrawal_answer',
      subject: `Ihre Bestellung ${number} bei Vitrine`,
    });
    expect((await owner.post(path, { act: 'refuse', reason: '' })).text).toContain('Write the reason');
    expect((await owner.post(path, { act: 'close', reason: 'Refunded by hand' })).location).toContain('done=closed');
    expect((await owner.post(path, { act: 'close' })).text).toContain('already closed');
    expect(await actsOn('withdrawal')).toEqual(['withdrawal.goodsBack', 'withdrawal.answer', 'withdrawal.close']);
    const closed = await owner.get(path);
    expect(closed.text).toMatch(/Your answer of .*Alles da\./);
    expect(closed.text).not.toMatch(/Refund by|Suggested refund/);
    expect((await owner.get(`/desk/orders/${number}`)).text).not.toContain('The buyer withdrew');
  });

  it('of a part stays open after the refund until a person closes it', async () => {
    const declared = {
      name: 'Ana Müller',
      email: ana.email,
      orderNumber: number,
      part: 'One can',
      languageLocale: 'de-DE',
    };
    expect((await ana.post('/api/withdrawal/', declared)).status).toBe(201);
    const path = /href="(\/desk\/withdrawals\/[0-9a-f-]+)"/.exec((await owner.get('/desk/withdrawals')).html)![1]!;
    const refund = /href="([^"]+\/refund\?withdrawal=[^"]+)"/.exec((await owner.get(path)).html)![1]!;
    const refunded = await owner.post(refund, { what: 'lines', 'units-AGUA': '1', confirmed: '499' });
    expect(refunded.location).toBe(`${path}?done=refunded`);
    expect((await owner.get(path)).text).toMatch(/4,99\s€ has been refunded so far/);
  });

  it('of an unknown order explains how to find the order', async () => {
    const declared = {
      name: 'Ana Müller',
      email: ana.email,
      orderNumber: 'the one of May',
      part: '',
      languageLocale: 'de-DE',
    };
    expect((await ana.post('/api/withdrawal/', declared)).status).toBe(201);
    const { html } = await owner.get('/desk/withdrawals');
    const path = /href="(\/desk\/withdrawals\/[0-9a-f-]+)"[^]*?unknown order/.exec(
      html.slice(html.lastIndexOf('<li', html.indexOf('unknown order'))),
    )![1]!;
    const page = await owner.get(path);
    expect(page.text).toContain('There is no order with this number.');
    expect(page.html).toContain(`/desk/orders?q=${encodeURIComponent(ana.email)}`);
  });
});

describe('a customer in the desk', () => {
  it('is found, and each view and export is recorded', async () => {
    expect((await owner.get(`/desk/customers?q=${encodeURIComponent(ana.email)}`)).html).toContain(
      `/desk/customers/${ana.clientId}`,
    );
    expect((await owner.get(`/desk/customers/${ana.clientId}`)).text).toContain(number);
    const file = await owner.get(`/desk/customers/${ana.clientId}/data.json`);
    expect(JSON.parse(file.html)).toMatchObject({ client: { email: ana.email } });
    expect(await actsOn('customer')).toEqual(['customer.look', 'customer.export']);
    const audit = await owner.get('/desk/people/audit');
    expect(audit.html).toContain(`<a href="/desk/customers/${ana.clientId}">Ana Müller</a>`);
    expect(audit.text).not.toContain(ana.clientId);
  });

  it('has one page with turnover, refunds, withdrawals and notes, which the export contains', async () => {
    const path = `/desk/customers/${ana.clientId}`;
    expect((await owner.post(path, { act: 'note', note: ' ' })).status).toBe(400);
    expect((await owner.post(path, { act: 'note', note: 'Calls <b>late</b>.' })).location).toContain(
      'done=customerNoted',
    );
    const page = await owner.get(path);
    // Two cans with shipping, less the refund of one can.
    expect(page.text).toMatch(/Turnover, less refunds 9,99\s€/);
    expect(page.text).toMatch(new RegExp(`Refunds ${number} [^]* 4,99\\s€ Withdrawals [^]*${number}`));
    expect(page.html).toContain('Calls &lt;b&gt;late&lt;/b&gt;.');
    const file = await owner.get(`${path}/data.json`);
    expect((JSON.parse(file.html) as { notesOfTheShop: object[] }).notesOfTheShop).toEqual([
      { text: 'Calls <b>late</b>.', at: expect.any(String) as string },
    ]);
  });

  it('gets another address only when nobody else has changed it', async () => {
    const path = `/desk/customers/${ana.clientId}`;
    const next = `new-${ana.email}`;
    for (const act of ['email', 'delete']) {
      const refused = await owner.post(path, { act, present: ana.email, email: next, typed: ana.email });
      expect(refused.text).toContain('Your own password is not correct.');
      expect(refused.html).toMatch(new RegExp(`aria-describedby="current-${act}-mistake" aria-invalid="true"`));
    }
    expect((await owner.post(path, { ...OWN, act: 'email', present: ana.email, email: 'no address' })).text).toContain(
      'This is not an email address',
    );
    expect((await owner.post(path, { ...OWN, act: 'email', present: ana.email, email: next })).location).toContain(
      'done=emailChanged',
    );
    const stale = await owner.post(path, { ...OWN, act: 'email', present: ana.email, email: 'other@example.org' });
    expect(stale.text).toContain(`The address has since been changed to ${next}`);
    expect(stale.html).toContain('value="other@example.org"');
  });

  it('is deleted after the address was typed, and the order is kept', async () => {
    const path = `/desk/customers/${ana.clientId}`;
    expect((await owner.post(path, { ...OWN, act: 'delete', typed: 'ana' })).text).toContain('Nothing was deleted');
    expect((await owner.post(path, { ...OWN, act: 'delete', typed: `NEW-${ana.email}` })).location).toContain(
      '/desk/customers?done=customerDeleted',
    );
    expect((await owner.get(path)).status).toBe(404);
    expect((await owner.get(`/desk/orders/${number}`)).status).toBe(200);
    expect(await own.ctx.db.read.selectFrom('client_notes').selectAll().execute()).toEqual([]);
  });
});

describe('the money page', () => {
  it('shows the turnover by month and VAT rate, also as a table', async () => {
    const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' })
      .format(new Date())
      .slice(0, 7);
    const { text } = await owner.get(`/desk/money?month=${month}`);
    // The invoice over two cans, and the credit note over one.
    expect(text).toMatch(/7% 9,99\s€ 0,65\s€ Total 9,99\s€ 0,65\s€/);
    expect((await owner.get('/desk/money')).html).toContain(`/desk/money?month=${month}`);
    const table = await owner.get(`/desk/money/bookings.csv?month=${month}`);
    expect(table.html).toContain(`;${number};`);
    expect((await owner.get(`/desk/money/datev.csv?month=${month}`)).status).toBe(404);
    expect((await owner.get('/desk/money?month=2020-01')).text).toContain('Nothing was invoiced');
  });

  it('lists the months and has no file for a nonexistent one', async () => {
    const { html } = await owner.get('/desk/money');
    expect(html).toMatch(/<select[^>]* name="month">\s*<option value="20\d\d-\d\d" selected>/);
    const wrong = await owner.get('/desk/money?month=2026-13');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('There is no such month.')]);
    for (const file of ['bookings', 'datev'])
      expect((await owner.get(`/desk/money/${file}.csv?month=2026-13`)).status, file).not.toBe(200);
    expect((await owner.get('/desk/money/bookings.csv?month=2026-13')).status).toBe(400);
  });
});

describe('the search of the desk', () => {
  it('finds an order, its buyer, invoice, parcel and product by any of their numbers, names, streets and codes', async () => {
    await setProduct(own.ctx, 'AGUA', { ean: '7891000100103' });
    const bob = await newBuyer(own.ctx, own.server.url);
    const begun = await bob.begin([own.line('AGUA', 1)]);
    await own.paypal.approve(begun.paypalOrderId);
    const { orderNumber } = await bob.capture(begun.checkoutId);
    await owner.post(`/desk/orders/${orderNumber}`, {
      act: 'handOver',
      carrier: 'dhl',
      tracking: '00340434161094015902',
    });
    const found = async (text: string, visitor = owner) => visitor.get(`/desk/search?q=${encodeURIComponent(text)}`);
    const invoice = /RE-[\w-]+/.exec((await owner.get(`/desk/orders/${orderNumber}`)).text)![0];
    expect((await found(orderNumber.toLowerCase().replace('-', ''))).location).toBe(`/desk/orders/${orderNumber}`);
    expect((await found('0034 0434 1610 9401 5902')).html).toContain(`href="/desk/orders/${orderNumber}"`);
    expect((await found(invoice)).html).toContain(`href="/desk/orders/${orderNumber}/${invoice}.pdf"`);
    expect((await found(bob.email)).html).toMatch(/href="\/desk\/customers\/[0-9a-f-]{36}"/);
    for (const product of ['agua', '7891000100103'])
      expect((await found(product)).html, product).toContain('href="/desk/products/AGUA"');
    expect((await found('%_')).text).toContain('Nothing found');
    expect((await found('a '.repeat(500))).status).toBe(200);
  });

  it('shows each role only what it may open', async () => {
    const [packer, editor] = [
      await newStaff(own.ctx, own.server.url, 'pat@example.org', 'packer'),
      await newStaff(own.ctx, own.server.url, 'edi@example.org', 'editor'),
    ];
    const packed = (await packer.get(`/desk/search?q=${ana.email}`)).html;
    expect(packed).toContain('href="/desk/orders/');
    expect(packed).not.toContain('/desk/customers');
    expect((await packer.get('/desk/search?q=agua')).html).toContain('href="/desk/stock?q=AGUA"');
    expect((await packer.get('/desk/search?q=RE-')).html).not.toContain('.pdf');
    const edited = (await editor.get(`/desk/search?q=${ana.email}`)).text;
    expect(edited).toContain('Nothing found');
    expect((await editor.get('/desk/search?q=agua')).html).toContain('href="/desk/products/AGUA"');
    expect((await editor.get('/desk/search?q=agua')).html).not.toContain('/desk/orders');
  });
});
