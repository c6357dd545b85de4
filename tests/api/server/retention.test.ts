import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findClient } from '#src/features/account/server/client.repository.ts';
import { insertContactMessage } from '#src/features/contact/server/contact.repository.ts';
import { readdressOrders, takeOverGuestOrders } from '#src/features/orders/server/order-takeover.service.ts';
import { deleteQuestions, endRetention } from '#src/features/privacy/server/retention.service.ts';
import { keptBefore } from '#src/features/privacy/retention.ts';
import type { Context } from '#src/server/context.ts';
import { newCustomer, newEmail, PASSWORD, signIn } from '../../support/people/accounts.ts';
import { newBuyer, type Buyer } from '../../support/people/buyer.ts';
import { newGuest } from '../../support/people/guest.ts';
import { allSent, mailsTo } from '../../support/outside/mails.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { dumpRows } from '../../support/people/rows.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { WISHES } from '../../support/people/wishes.ts';
import { newVisitor } from '../../support/people/visitor.ts';

const DAY_MS = 24 * 3600_000;

let own: PayingShop;
beforeAll(async () => {
  own = await payingShop();
});
afterAll(() => own?.dispose());

/** The shop when the clock says this. */
const at = (time: string | number): Context => ({ ...own.ctx, now: () => new Date(time) });
const thisYear = () => own.ctx.now().getUTCFullYear();

async function buy(buyer: Buyer, wishes: object = {}): Promise<string> {
  const begun = await buyer.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }], wishes);
  await own.paypal.approve(begun.paypalOrderId);
  return (await buyer.capture(begun.checkoutId)).orderNumber;
}

const counts = async (...tables: string[]) => {
  const rows = await dumpRows(own.ctx);
  return tables.map((table) => rows[table]?.length);
};
const logged = async () =>
  (await own.ctx.db.read.selectFrom('deletions').selectAll().execute())
    .map(({ what, count }) => `${count} ${what}`)
    .sort();

describe('the retention period', () => {
  it('starts at the end of the calendar year in Germany', () => {
    expect(keptBefore(new Date('2034-12-31T22:59:00Z'), 8)).toBe('2025-12-31T23:00:00.000Z');
    expect(keptBefore(new Date('2034-12-31T23:00:00Z'), 8)).toBe('2026-12-31T23:00:00.000Z');
  });

  it('is six years for letters and eight for records, which are then deleted and logged without a name', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    const number = await buy(ana, WISHES);
    await shopHere(['orders', 'refund', number, '--amount', '1', '--yes'], own.env);
    await newVisitor(own.server.url).post('/api/withdrawal/', {
      name: 'Ana Müller',
      email: ana.email,
      orderNumber: number,
    });
    const created_at = own.ctx.now().toISOString();
    const message = { name: 'Ana', subject: 'other', message: 'Oi', locale: 'pt-BR' as const, created_at };
    await own.ctx.db.write(async (tx) => {
      await insertContactMessage(tx, { ...message, id: 'buyer', email: ana.email.toUpperCase() });
      await insertContactMessage(tx, { ...message, id: 'stranger', email: 'bia@kunde.example' });
    });
    await allSent(own.ctx);
    const tables = ['orders', 'checkouts', 'checkout_lines', 'payments', 'refunds', 'invoices'];

    await own.ctx.db.write((tx) => deleteQuestions(at(own.ctx.now().getTime() + 366 * DAY_MS), tx));
    expect(await logged()).toEqual(['1 questions']);

    const written = () =>
      own.ctx.db.read
        .selectFrom('checkouts')
        .select(['note', 'gift_message as greeting'])
        .where('reference', '=', WISHES.reference)
        .execute();
    await endRetention(at(`${thisYear() + 6}-12-31T22:00:00Z`));
    expect(await counts('contact_messages', 'withdrawals')).toEqual([1, 1]);
    expect(await written()).toEqual([{ note: WISHES.note, greeting: WISHES.gift.message }]);
    await endRetention(at(`${thisYear() + 6}-12-31T23:30:00Z`));
    expect(await counts('contact_messages', 'withdrawals')).toEqual([0, 0]);
    expect(await written()).toEqual([{ note: null, greeting: '' }]);
    expect((await mailsTo(own.ctx, ana.email)).map(({ kind }) => kind)).not.toContain('order_confirmation');

    await endRetention(at(`${thisYear() + 8}-12-31T22:00:00Z`));
    expect(await counts(...tables)).toEqual([1, 1, 1, 1, 1, 2]);
    await endRetention(at(`${thisYear() + 8}-12-31T23:30:00Z`));
    expect(await counts(...tables)).toEqual([0, 0, 0, 0, 0, 0]);

    expect(await logged()).toEqual(
      expect.arrayContaining([
        '1 accounts',
        '1 contact messages',
        '1 orders',
        '1 payments',
        '1 withdrawals',
        '2 invoices',
      ]),
    );
    const { stdout } = await shopHere(['legal', 'deletions'], own.env);
    expect(stdout).toContain('1 orders  AO §147, HGB §257: records are kept for 8 years from the end of the year');
    expect(stdout).not.toContain(ana.email);
  });

  it('is extended for an old order by later events', async () => {
    const number = await buy(await newBuyer(own.ctx, own.server.url));
    await own.ctx.db.read
      .updateTable('orders')
      .set({ updated_at: `${thisYear() + 1}-02-01T10:00:00.000Z` })
      .where('order_number', '=', number)
      .execute();
    const { checkout_id } = await own.ctx.db.read
      .selectFrom('orders')
      .select('checkout_id')
      .where('order_number', '=', number)
      .executeTakeFirstOrThrow();
    const dispute = {
      id: 'PP-R-1',
      checkout_id,
      kind: 'dispute' as const,
      state: 'closed' as const,
      amount_cents: 499,
    };
    const openedAt = own.ctx.now().toISOString();
    await own.ctx.db.read
      .insertInto('payment_cases')
      .values({ ...dispute, opened_at: openedAt, news_at: openedAt })
      .execute();
    await endRetention(at(`${thisYear() + 9}-06-01T10:00:00Z`));
    expect(await counts('orders', 'payment_cases')).toEqual([1, 1]);
    await endRetention(at(`${thisYear() + 10}-01-01T10:00:00Z`));
    expect(await counts('orders', 'payment_cases')).toEqual([0, 0]);
  });

  it('the time an order is kept does not grow when an account takes it over or changes its address', async () => {
    const guest = newGuest(own.server.url);
    const begun = await guest.begin([{ productId: (await idsOf(own.ctx)).AGUA ?? 0, quantity: 1 }]);
    await own.paypal.approve(begun.paypalOrderId);
    await guest.capture(begun.checkoutId);
    const { client } = await newCustomer(own.server.url, { email: guest.email });
    const later = at(`${thisYear() + 2}-02-01T10:00:00.000Z`);
    const row = (await findClient(own.ctx.db.read, client.clientId))!;
    await own.ctx.db.write(async (tx) => {
      expect(await takeOverGuestOrders(later, tx, row)).toBe(1);
      await readdressOrders(later, tx, { ...row, email: newEmail() });
    });
    await endRetention(at(`${thisYear() + 9}-01-01T10:00:00Z`));
    expect(await counts('orders', 'checkouts')).toEqual([0, 0]);
  });
});

describe('an unused account', () => {
  const later = (years: number, days: number) => {
    const time = own.ctx.now();
    time.setUTCFullYear(time.getUTCFullYear() + years);
    return at(time.getTime() + days * DAY_MS);
  };
  const kindsTo = async (email: string) => (await mailsTo(own.ctx, email)).map(({ kind }) => kind);

  it('is warned once after three years, and deleted a month later', async () => {
    const ana = await newCustomer(own.server.url);
    await endRetention(later(3, -1));
    expect(await kindsTo(ana.email)).toEqual(['welcome']);
    await endRetention(later(3, 1));
    await endRetention(later(3, 31));
    expect(await kindsTo(ana.email)).toEqual(['welcome', 'account_idle']);
    expect((await mailsTo(own.ctx, ana.email))[1]?.text).toContain('Faz três anos que você não faz login');
    await endRetention(later(3, 33));
    expect(
      (await newVisitor(own.server.url).post('/api/login_verify/', { email: ana.email, password: PASSWORD })).status,
    ).toBe(401);
    expect((await kindsTo(ana.email)).sort()).toEqual(['account_deleted', 'account_idle', 'welcome']);
  });

  it('accounts deleted in one run have one row in the log', async () => {
    const accounts = async () => (await logged()).filter((line) => line.endsWith(' accounts'));
    await newCustomer(own.server.url);
    await newCustomer(own.server.url);
    const before = await accounts();
    await endRetention(later(3, 1));
    await endRetention(later(3, 33));
    expect(await accounts()).toEqual([...before, '2 accounts']);
  });

  it('is kept when its owner signs in after the warning', async () => {
    const ana = await newCustomer(own.server.url);
    await own.ctx.db.read
      .updateTable('clients')
      .set({ used_at: '2020-01-01T00:00:00.000Z' })
      .where('email', '=', ana.email)
      .execute();
    await endRetention(own.ctx);
    expect(await kindsTo(ana.email)).toContain('account_idle');
    await signIn(own.server.url, ana);
    await endRetention(later(0, 40));
    expect(await kindsTo(ana.email)).not.toContain('account_deleted');
  });

  it('is kept while its owner orders', async () => {
    const ana = await newBuyer(own.ctx, own.server.url);
    await buy(ana);
    await own.ctx.db.read
      .updateTable('clients')
      .set({ used_at: '2020-01-01T00:00:00.000Z' })
      .where('email', '=', ana.email)
      .execute();
    await endRetention(own.ctx);
    expect(await kindsTo(ana.email)).not.toContain('account_idle');
  });
});

describe('the audit log', () => {
  it('is deleted with its subject, and entries of the last three years cannot be deleted', async () => {
    const { db } = own.ctx;
    const insert = (subject: string, at: string) =>
      db.read
        .insertInto('audit')
        .values({
          at,
          staff_id: null,
          who: 'x',
          address: '',
          act: 'order.note',
          subject,
          subject_id: `${subject} ${at}`,
        })
        .execute();
    const year = thisYear();
    for (const subject of ['customer', 'offer', 'message', 'order', 'content'])
      for (const years of [1, 4, 7, 9]) await insert(subject, `${year - years}-06-01T00:00:00.000Z`);
    await expect(
      db.read
        .deleteFrom('audit')
        .where('at', '>', `${year - 2}`)
        .execute(),
    ).rejects.toThrow(/kept for 3 years/);
    await endRetention(own.ctx);
    const left = (await db.read.selectFrom('audit').select('subject_id').where('who', '=', 'x').execute()).map(
      ({ subject_id }) => subject_id,
    );
    const yearsOf = (subject: string) =>
      left.filter((id) => id.startsWith(subject)).map((id) => year - Number(id.split(' ')[1]!.slice(0, 4)));
    expect(yearsOf('customer')).toEqual([1]);
    // It names the buyer, who perhaps never ordered.
    expect(yearsOf('offer')).toEqual([1]);
    expect(yearsOf('message')).toEqual([1, 4]);
    expect(yearsOf('order')).toEqual([1, 4, 7]);
    expect(yearsOf('content')).toEqual([1, 4, 7, 9]);
    expect((await logged()).filter((line) => line.endsWith('audit entries'))).toEqual([
      '1 audit entries',
      '2 audit entries',
      '6 audit entries',
    ]);
    await expect(db.read.updateTable('audit').set({ who: 'y' }).execute()).rejects.toThrow(/append-only/);
  });
});
