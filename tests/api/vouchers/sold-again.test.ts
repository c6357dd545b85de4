import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { changeEmail } from '#src/features/order-changes/server/order-change.service.ts';
import { mailAfterStop } from '#src/features/orders/server/gift-voucher/sold-voucher.ts';
import { findOrderByNumber } from '#src/features/orders/server/order.repository.ts';
import { loadOrderRecord } from '#src/features/orders/server/order-record.loader.ts';
import { recordTransfer } from '#src/features/transfers/server/transfer.service.ts';
import { codeHash, openCode } from '#src/features/vouchers/server/voucher-code.ts';
import { insertWithdrawal, updateOpenWithdrawal } from '#src/features/withdrawal/server/withdrawal.repository.ts';
import { sendDueVouchers } from '#src/features/vouchers/server/voucher-jobs.service.ts';
import { findSoldVoucher } from '#src/features/vouchers/server/sold-voucher.repository.ts';
import { addDays, germanDay } from '#src/shared/german-day.ts';
import { lastMailTo, mailsTo } from '../../support/outside/mails.ts';
import { newEmail } from '../../support/people/accounts.ts';
import { ADDRESS, newBuyer, type Settled } from '../../support/people/buyer.ts';
import { newStaff, STAFF_PASSWORD, type DeskVisitor } from '../../support/people/desk-visitor.ts';
import { newGuest } from '../../support/people/guest.ts';
import { forFile } from '../../support/shops/for-file.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { voucherShop } from '../../support/shops/voucher-shop.ts';

const own = forFile(() => voucherShop());
let owner: DeskVisitor;

beforeAll(async () => {
  owner = await newStaff(own.ctx, own.server.url, 'ana@example.org', 'owner');
});

type Guest = ReturnType<typeof newGuest>;
const at = (iso: string) => ({ ...own.ctx, now: () => new Date(iso) });
const today = () => germanDay(own.ctx.now().toISOString());
const body = (email: string, to?: object) => ({
  ...{ requestId: randomUUID(), lines: [], expectedTotal: 50, languageLocale: 'de-DE', email },
  giftVoucher: { value: 50, from: 'Ana Müller', ...(to && { to }) },
});
const order = (guest: Guest, to?: object) =>
  guest.visitor.post<Settled & { code?: string }>('/api/checkout/transfer/', body(guest.email, to));

async function paid({ orderNumber }: Settled, ctx = own.ctx) {
  const waiting = (await findOrderByNumber(ctx.db.read, orderNumber))!;
  expect((await recordTransfer(ctx, waiting)).ok).toBe(true);
  const placed = (await findOrderByNumber(ctx.db.read, orderNumber))!;
  return { order: placed, voucher: (await findSoldVoucher(ctx.db.read, placed.id))! };
}

/** A guest's voucher, whose money has arrived. */
async function buy(to?: object) {
  const guest = newGuest(own.server.url);
  return { guest, ...(await paid((await order(guest, to)).body)) };
}
const voucherOf = async ({ order: { id } }: { order: { id: string } }) => (await findSoldVoucher(own.ctx.db.read, id))!;
/** The verified withdrawal of a buyer, which stops the voucher; returns its id. */
async function withdraw({ order: { id: order_id, orderNumber: order_number } }: Awaited<ReturnType<typeof buy>>) {
  const id = randomUUID();
  await own.ctx.db.write((tx) =>
    insertWithdrawal(tx, {
      ...{ id, order_id, order_number, name: 'Ana Müller', email: newEmail(), part: '', verified: 1, locale: 'de-DE' },
      ...{ created_at: own.ctx.now().toISOString(), goods_back_at: null, reminded_at: null },
      ...{ closed_as: null, closed_at: null, closed_reason: null },
    }),
  );
  return id;
}
const textTo = async (email: string) => (await lastMailTo(own.ctx, email)).text!;

it('a copy to another address leaves the present and its day, unless that address is the recipient’s from now on', async () => {
  const friend = newEmail();
  const sendOn = addDays(today(), 20);
  const bought = await buy({ name: 'Bia', email: friend, sendOn });
  const page = `/desk/money/vouchers/${bought.voucher.id}`;
  const other = newEmail();
  expect((await owner.post(page, { act: 'send', email: other })).location).toContain('voucherSent');
  const code = openCode(own.ctx.config, bought.voucher)!;
  expect(await textTo(other)).toContain(code);
  expect(await voucherOf(bought)).toMatchObject({ recipient_email: friend, send_on: sendOn, sent_at: null });
  expect((await owner.post(page, { act: 'toBuyer' })).location).toContain('voucherSent');
  expect((await mailsTo(own.ctx, bought.guest.email)).filter(({ kind }) => kind === 'voucher')).toHaveLength(2);
  expect(await textTo(bought.guest.email)).toContain(code);
  await sendDueVouchers(at(`${sendOn}T12:00:00Z`));
  expect(await mailsTo(own.ctx, friend)).toHaveLength(1);
  const right = newEmail();
  expect((await owner.post(page, { act: 'send', email: right, instead: 'yes' })).status).toBe(303);
  expect(await voucherOf(bought)).toMatchObject({ recipient_email: right });
  const { mails } = await loadOrderRecord(own.ctx.db.read, bought.order);
  expect(mails.filter(({ kind }) => kind === 'voucher').map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining([other, bought.guest.email, friend, right]),
  );
});

it('a further mail to the buyer names what is left of the voucher', async () => {
  const bought = await buy();
  const page = `/desk/money/vouchers/${bought.voucher.id}`;
  const paidOut = { act: 'payOut', value: '20', note: 'In cash', current: STAFF_PASSWORD };
  expect((await owner.post(page, paidOut)).location).toContain('voucherPaidOut');
  expect((await owner.post(page, { act: 'toBuyer' })).location).toContain('voucherSent');
  expect((await lastMailTo(own.ctx, bought.guest.email)).subject).toContain('30,00');
});

it('a corrected email gets the voucher with a new code, which its friend gets as well', async () => {
  const friend = newEmail();
  const bought = await buy({ name: 'Bia', email: friend });
  await sendDueVouchers(own.ctx);
  const before = openCode(own.ctx.config, bought.voucher)!;
  expect(await textTo(friend)).toContain(before);
  expect(await textTo(friend)).not.toContain('Der frühere Code');
  const email = newEmail();
  const changed = await changeEmail(own.ctx, bought.order, email);
  expect(changed).toMatchObject({ ok: true, value: { isCodeKept: false } });
  const voucher = await voucherOf(bought);
  const code = openCode(own.ctx.config, voucher)!;
  expect([voucher.code_hash, code === before]).toEqual([codeHash(code), false]);
  for (const reader of [email, friend]) {
    expect(await textTo(reader)).toContain(code);
    expect(await textTo(reader)).toContain('Der frühere Code dieses Gutscheins gilt nicht mehr.');
  }
  expect((await mailsTo(own.ctx, bought.guest.email)).filter(({ kind }) => kind === 'voucher')).toHaveLength(1);
});

it('a corrected email of a voucher that a withdrawal stops gets the new code, as its friend does, once it is refused', async () => {
  const friend = newEmail();
  const bought = await buy({ name: 'Bia', email: friend });
  await sendDueVouchers(own.ctx);
  const before = openCode(own.ctx.config, bought.voucher)!;
  expect(await textTo(friend)).toContain(before);
  const withdrawal = await withdraw(bought);
  const email = newEmail();
  const changed = await changeEmail(own.ctx, bought.order, email);
  expect(changed).toMatchObject({ ok: true, value: { isCodeKept: false } });
  const code = openCode(own.ctx.config, await voucherOf(bought))!;
  expect(code).not.toBe(before);
  await sendDueVouchers(own.ctx);
  const withCode = async (to: string) => (await mailsTo(own.ctx, to)).filter(({ kind }) => kind === 'voucher');
  expect([await withCode(email), (await withCode(friend)).length]).toEqual([[], 1]);
  await shopHere(['withdrawals', 'refuse', withdrawal, '--reason', 'Too late'], own.env);
  await sendDueVouchers(own.ctx);
  for (const reader of [email, friend]) {
    expect(await textTo(reader)).toContain(code);
    expect(await textTo(reader)).toContain('Der frühere Code dieses Gutscheins gilt nicht mehr.');
  }
  expect(await withCode(bought.guest.email)).toHaveLength(1);
});

it('an email that is corrected and then set back while the voucher is stopped gets the newest code after the stop', async () => {
  const bought = await buy();
  expect(await textTo(bought.guest.email)).toContain(openCode(own.ctx.config, bought.voucher)!);
  const withdrawal = await withdraw(bought);
  const other = newEmail();
  expect((await changeEmail(own.ctx, bought.order, other)).ok).toBe(true);
  const moved = (await findOrderByNumber(own.ctx.db.read, bought.order.orderNumber))!;
  expect((await changeEmail(own.ctx, moved, bought.guest.email)).ok).toBe(true);
  await shopHere(['withdrawals', 'refuse', withdrawal, '--reason', 'Too late'], own.env);
  const again = (await mailsTo(own.ctx, bought.guest.email)).filter(({ kind }) => kind === 'voucher');
  expect(again).toHaveLength(2);
  expect(await textTo(bought.guest.email)).toContain(openCode(own.ctx.config, await voucherOf(bought))!);
  expect((await mailsTo(own.ctx, other)).filter(({ kind }) => kind === 'voucher')).toEqual([]);
});

it('an email address that is corrected while the stop of the voucher ends gets the new code', async () => {
  const bought = await buy();
  expect(await textTo(bought.guest.email)).toContain(openCode(own.ctx.config, bought.voucher)!);
  const withdrawal = await withdraw(bought);
  const email = newEmail();
  let changed: ReturnType<typeof changeEmail>;
  await own.ctx.db.write(async (tx) => {
    const at = own.ctx.now().toISOString();
    await updateOpenWithdrawal(tx, withdrawal, { closed_as: 'refused', closed_at: at, closed_reason: 'Too late' });
    await mailAfterStop(own.ctx, tx, bought.order.id);
    changed = changeEmail(own.ctx, bought.order, email);
    await wait(500);
  });
  expect(await changed!).toMatchObject({ ok: true, value: { isCodeKept: false } });
  expect(await textTo(email)).toContain(openCode(own.ctx.config, await voucherOf(bought))!);
});

it('only somebody with a right to the money corrects the email of a voucher’s buyer, who gets a new code', async () => {
  const bought = await buy();
  const packer = await newStaff(own.ctx, own.server.url, 'pia@example.org', 'packer');
  const page = `/desk/orders/${bought.order.orderNumber}/change`;
  const email = newEmail();
  expect((await packer.get(page)).html).not.toContain('name="email"');
  expect((await packer.post(page, { act: 'email', email })).status).toBe(403);
  expect(await mailsTo(own.ctx, email)).toEqual([]);
  expect(await voucherOf(bought)).toMatchObject({ code_hash: bought.voucher.code_hash });
  expect((await owner.get(page)).html).toContain('name="email"');
});

it('a corrected email leaves the code of a voucher that was spent of, and staff read that it may be known', async () => {
  const bought = await buy();
  const spender = await newBuyer(own.ctx, own.server.url);
  const spent = await spender.post<Settled>('/api/checkout/voucher/', {
    ...{ requestId: randomUUID(), lines: [own.line('AGUA')], shipping: ADDRESS, languageLocale: 'de-DE' },
    ...{ code: openCode(own.ctx.config, bought.voucher)!, expectedTotal: 9.99, expectedDue: 0 },
  });
  expect(spent.status).toBe(201);
  const page = `/desk/orders/${bought.order.orderNumber}`;
  const { location } = await owner.post(`${page}/change`, { act: 'email', email: newEmail() });
  expect((await owner.get(location)).text).toContain('The voucher still has its code');
  expect(await voucherOf(bought)).toMatchObject({ code_hash: bought.voucher.code_hash });
});

it('the outbox never holds a code, also not in a mail that was given up', async () => {
  const bought = await buy();
  const code = openCode(own.ctx.config, bought.voucher)!;
  const email = newEmail();
  await own.ctx.db.write(async (tx) => {
    await changeEmail({ ...own.ctx, db: { ...own.ctx.db, write: (act) => act(tx) } }, bought.order, email);
    const written = await tx.selectFrom('outbox').selectAll().where('recipient', '=', email).execute();
    const mail = written.find(({ kind }) => kind === 'voucher')!;
    expect(mail.text).toContain('GV-????');
    expect(mail.text + mail.html).not.toMatch(/GV(-[0-9A-Z]{4}){4}/);
  });
  const renewed = openCode(own.ctx.config, await voucherOf(bought))!;
  expect(renewed).not.toBe(code);
  const { text, html } = await lastMailTo(own.ctx, email);
  expect([text, html]).toEqual([expect.stringContaining(renewed), expect.stringContaining(renewed)]);
});

it('money that arrives after the chosen day says that the friend gets the voucher now', async () => {
  const guest = newGuest(own.server.url);
  const sendOn = addDays(today(), 2);
  const { body: placed } = await order(guest, { name: 'Bia', email: newEmail(), sendOn });
  await paid(placed, at(`${addDays(sendOn, 1)}T12:00:00Z`));
  const early = await buy({ name: 'Bia', email: newEmail(), sendOn });
  expect(await textTo(early.guest.email)).toContain('denselben Gutschein von uns am');
  expect(await textTo(guest.email)).toContain('denselben Gutschein jetzt');
});

it('a message with a link or an address is refused, and one that forgets a space is mended', async () => {
  const guest = newGuest(own.server.url);
  const to = { name: 'Bia', email: newEmail() };
  for (const message of [
    'Gewonnen! evil.example/x',
    'www.Evil.example',
    'http://10.1.1.1',
    'Schreib an a@b',
    'evil\u3002com',
    'hxxps:/x',
  ]) {
    const { status, body: refused } = await order(guest, { ...to, message });
    expect([status, Object.keys(refused)], message).toEqual([400, expect.arrayContaining(['giftVoucher.to.message'])]);
  }
  const bought = await buy({ ...to, message: 'Liebe Bia ...alles Gute.Deine Oma, z.B. am 24.12.2026 um 19.30Uhr :)' });
  expect(bought.voucher.message).toBe('Liebe Bia ...alles Gute. Deine Oma, z.B. am 24.12.2026 um 19.30Uhr :)');
});

it('an unpaid voucher counts as a unit of its buyer, and for the network', async () => {
  const guest = newGuest(own.server.url);
  const neighbour = newGuest(own.server.url, { visitor: guest.visitor });
  const { id, checkoutId } = (await findOrderByNumber(own.ctx.db.read, (await order(guest)).body.orderNumber))!;
  // The limits on calls come long before.
  await own.ctx.db.write(async (tx) => {
    const checkout = await tx.selectFrom('checkouts').selectAll().where('id', '=', checkoutId).executeTakeFirst();
    const transfer = await tx
      .selectFrom('transfers')
      .selectAll()
      .where('checkout_id', '=', checkoutId)
      .executeTakeFirst();
    const placed = await tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
    for (let copies = 0; copies < 18; copies += 1) {
      const [copy, capture_id] = [randomUUID(), randomUUID()];
      const values = { ...checkout!, id: copy, request_id: randomUUID() };
      await tx.insertInto('checkouts').values(values).execute();
      await tx
        .insertInto('transfers')
        .values({ ...transfer!, checkout_id: copy, capture_id })
        .execute();
      const number = { id: randomUUID(), order_number: `COPY-${copies}`, checkout_id: copy };
      await tx
        .insertInto('orders')
        .values({ ...placed!, ...number })
        .execute();
    }
  });
  expect((await order(neighbour)).status).toBe(201);
  expect((await order(neighbour)).body.code).toBe('transfer_limit');
  const elsewhere = newGuest(own.server.url, { email: guest.email });
  expect((await order(elsewhere)).status).toBe(201);
  expect((await order(elsewhere)).body.code).toBe('transfer_limit');
  expect((await order(newGuest(own.server.url))).status).toBe(201);
});
