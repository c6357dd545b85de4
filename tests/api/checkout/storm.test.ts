import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWholeMatrix } from '../../run/matrix.ts';
import { productRow } from '../../support/catalogue/catalogue.ts';
import { startEmulator, type RunningEmulator } from '../../support/outside/emulator.ts';
import { startMailServer, type MailServer } from '../../support/outside/mail-server.ts';
import type { PublicSite } from '../../support/shops/public-site.ts';
import { stockedShop, type StockedShop } from '../../support/shops/stocked-shop.ts';
import { siteSellingAll } from '../../support/shops/transfer-shop.ts';
import type { Books, Bought } from '../../storm/books.ts';
import { newSeed } from '../../storm/chance.ts';
import { contradictions } from '../../storm/compare.ts';
import { preloadEnv } from '../../storm/mutants.ts';
import { STORM_ENV, STORM_ROWS } from '../../storm/settings.ts';
import { storm } from '../../storm/storm.ts';
import { wrongTransfer } from '../../storm/transfers.ts';
import { wrongSales } from '../../storm/wrong-vouchers.ts';

const KILLS = isWholeMatrix ? 5 : 2;

let site: PublicSite;
let own: StockedShop;
let paypal: RunningEmulator;
let mail: MailServer;
let passed: Awaited<ReturnType<typeof storm>>;

beforeAll(async () => {
  paypal = await startEmulator();
  mail = await startMailServer();
  site = siteSellingAll();
  own = await stormShop();
});
const stormShop = () =>
  stockedShop(STORM_ROWS.map(productRow), {}, { ...STORM_ENV, ...site.env, PAYPAL_API_BASE: paypal.url });

afterAll(async () => {
  await own?.dispose();
  site?.dispose();
  await paypal?.stop();
  await mail?.stop();
});

it(
  `a shop that is killed ${KILLS} times while buyers pay and PayPal fails loses no money, order, unit or mail`,
  { retry: 0, timeout: 400_000 },
  async () => {
    passed = await storm({ ctx: own.ctx, env: own.env, paypal, mail, kills: KILLS, buyers: 6, seed: newSeed() });
    expect(passed.report.problems, `seed ${passed.report.seed}`).toEqual([]);
  },
);

/** The books with two of the orders through PayPal changed; the numbers of everything stay as they are. */
function with2Orders({ checkouts, ...books }: Books, change: (one: Bought, other: Bought) => void): Books {
  const copy = structuredClone(checkouts);
  // Two guests whose answers were lost cannot be told apart, so an account's order comes first.
  const [one, ...others] = [...copy.values()]
    .filter(({ state, hold, lines }) => state === 'ordered' && hold === 'sold' && lines.length > 0)
    .filter(({ paypal_order_id }) => paypal_order_id)
    .sort((a, b) => Number(a.client_id === null) - Number(b.client_id === null));
  // Two orders of the same sums cannot be told apart, either.
  const other = others.find(
    ({ total_cents, payment }) =>
      total_cents !== one!.total_cents && payment?.amount_cents !== one!.payment?.amount_cents,
  );
  change(one!, other ?? others[0]!);
  return { ...books, checkouts: copy };
}

const soldIn = ({ vouchers }: Pick<Books, 'vouchers'>) => vouchers.find(({ origin }) => origin === 'order')!;

const CHANGE = { id: '', kind: 'invoice' as const, before: '', after: '', who: '', created_at: '' };

describe('the comparison of a storm with correct counts finds', { retry: 0 }, () => {
  it.each<[string, (one: Bought, other: Bought) => void]>([
    ['orders with each other’s payment', (one, other) => ([one.payment, other.payment] = [other.payment, one.payment])],
    [
      'orders with each other’s PayPal order',
      (one, other) => {
        [one.paypal_order_id, other.paypal_order_id] = [other.paypal_order_id, one.paypal_order_id];
      },
    ],
    [
      'swapped orders',
      (one, other) => {
        [one.order, other.order] = [other.order, one.order];
        [one.invoices, other.invoices] = [other.invoices, one.invoices];
      },
    ],
    ['a unit taken from another product', (one) => void one.lines[0]!.product_id++],
    ['an order without its invoice', (one) => void one.invoices.splice(0)],
    ['a correction without its invoice', (one) => void one.changes.push({ ...CHANGE, order_id: one.order!.id })],
    [
      'a unit too many in a parcel',
      ({ parcels, lines: [line] }) => void (parcels[0]!.units = new Map([[line!.cod_catalog, line!.quantity + 1]])),
    ],
    [
      'an order on its way whose parcel is here',
      (one) => {
        one.order!.delivery_status = 'with_carrier';
        for (const parcel of one.parcels) parcel.hasLeft = false;
      },
    ],
    ['returned units without a refund', (one) => void (one.hold = 'released')],
  ])('%s', (_, change) => {
    expect(contradictions(with2Orders(passed.books, change), passed.world)).not.toEqual([]);
  });

  it.each<[string, (books: Books) => Books]>([
    [
      'a set of which more can be bought than its parts allow',
      ({ sets, stock, ...books }) => {
        const [set] = sets.keys();
        return {
          ...books,
          sets,
          stock: new Map([...stock].map(([id, units]) => [id, id === set ? units + 1 : units])),
        };
      },
    ],
    [
      'a set that became one of its parts',
      (books) =>
        with2Orders(books, ({ lines: [line] }) => {
          // A storm may have sold it as a part of one of them.
          line!.set_id = [...books.sets.keys()].find((set) => set !== line!.set_id)!;
        }),
    ],
    [
      'a code that was used more often than it may be',
      (books) =>
        with2Orders(books, (one) => {
          one.code = books.codes.find(({ code, maxUses }) => maxUses && code !== one.code)!.code;
        }),
    ],
    [
      'a use of a code that a checkout without payment has taken along',
      ({ codes, ...books }) => ({
        ...books,
        codes: codes.map((code) => ({ ...code, maxUses: code.maxUses && code.maxUses + 1 })),
      }),
    ],
    [
      'a code that one buyer used more often than each may',
      ({ codes, ...books }) => ({ ...books, codes: codes.map((code) => ({ ...code, maxUses: null, maxUsesEach: 0 })) }),
    ],
    [
      'two gift vouchers for one order',
      ({ vouchers, ...books }) => ({
        ...books,
        vouchers: [...vouchers, { ...soldIn({ vouchers }), id: '2' }],
      }),
    ],
  ])('%s', (_, change) => {
    expect(contradictions(change(passed.books), passed.world)).not.toEqual([]);
  });

  it('a paid gift voucher that does not exist', () => {
    const sold = [...passed.books.checkouts.values()].find(({ gift_voucher, order }) => gift_voucher && order)!;
    // A short storm may have refunded all that it sold, and a refunded order needs no voucher.
    const paid = { ...sold, order: { ...sold.order!, payment_status: 'paid' as const } };
    expect(wrongSales({ ...passed.books, checkouts: new Map([[sold.id, paid]]), vouchers: [] })).toContainEqual(
      expect.stringContaining('(paid) has 0 sold vouchers'),
    );
  });

  it('an order by transfer whose money the bank does not have', () => {
    const [sold] = [...passed.books.checkouts.values()].filter(({ order }) => order?.payment_status === 'paid');
    const { bank } = passed.world.diary;
    expect(wrongTransfer({ ...sold!, refunds: [] }, { bank: { ...bank, received: [] } })).toEqual([
      expect.stringContaining('is paid, and the bank has no such money'),
    ]);
  });
});

it.runIf(isWholeMatrix)('the mail count detects a shop that sends each mail twice', { retry: 0 }, async () => {
  const [fresh, inbox] = await Promise.all([stormShop(), startMailServer()]);
  const env = { ...fresh.env, ...preloadEnv({ mutant: 'send-twice' }) };
  const { report } = await storm({ ctx: fresh.ctx, env, paypal, mail: inbox, kills: 4, buyers: 4, seed: newSeed() });
  await inbox.stop();
  await fresh.dispose();
  expect(report.problems).toContainEqual(
    expect.stringMatching(/^mail <order-.*> came 2 times, at most 1 can be a kill's doing$/),
  );
});
