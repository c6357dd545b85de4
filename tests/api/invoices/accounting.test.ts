import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newBuyer } from '../../support/people/buyer.ts';
import { idsOf } from '../../support/people/order-rows.ts';
import { writeContent } from '../../support/shops/own-content.ts';
import { payingShop, type PayingShop } from '../../support/shops/paying-shop.ts';
import { shopHere } from '../../support/shops/shop-here.ts';
import { until } from '../../support/until.ts';

let own: PayingShop;
const numbers: string[] = [];
/** The present month in Germany. */
const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date()).slice(0, 7);

const orders = (...args: string[]) => shopHere(['orders', ...args], own.env);

beforeAll(async () => {
  own = await payingShop({ LOG_LEVEL: 'info' });
  const ana = await newBuyer(own.ctx, own.server.url);
  const ids = await idsOf(own.ctx);
  for (const units of [{ AGUA: 2, GUARANA: 3 }, { MATE: 1 }, { GUARANA: 1, MATE: 5 }]) {
    const begun = await ana.begin(
      Object.entries(units).map(([code, quantity]) => ({ productId: ids[code] ?? 0, quantity })),
    );
    await own.paypal.approve(begun.paypalOrderId);
    numbers.push((await ana.capture(begun.checkoutId)).orderNumber);
  }
  await orders('refund', numbers[0]!, '--line', 'GUARANA=1', '--yes');
  await orders('refund', numbers[0]!, '--amount', '1,23', '--yes');
  await orders('refund', numbers[1]!, '--yes');
});
afterAll(() => own?.dispose());

const cents = (german = '') => Math.round(Number(german.replace(',', '.')) * 100);

it('a month is exported by document and VAT rate, and adds up to the orders and refunds to the cent', async () => {
  const { stdout } = await orders('export', '--month', month);
  const [head, ...rows] = stdout.trim().split('\r\n');
  expect(head).toBe('Datum;Beleg;Art;Bestellung;PayPal-Zahlung;USt-Satz;Brutto;USt;Netto;PayPal-Gebühr');
  const cells = rows.map((row) => row.split(';'));
  expect(new Set(cells.map(([, number]) => number?.slice(0, 2)))).toEqual(new Set(['RE', 'RK']));
  expect(new Set(cells.map(([, , kind]) => kind))).toEqual(new Set(['Rechnung', 'Rechnungskorrektur']));
  for (const [day, , , , , , gross, tax, net] of cells) {
    expect(day).toMatch(new RegExp(`^${month}-\\d\\d$`));
    expect(cents(gross)).toBe(cents(tax) + cents(net));
  }
  const booked = await own.ctx.db.read
    .selectFrom('checkouts as c')
    .innerJoin('payments as p', 'p.checkout_id', 'c.id')
    .innerJoin('orders as o', 'o.checkout_id', 'c.id')
    .select(['o.order_number', 'c.total_cents', 'p.refunded_cents', 'p.capture_id'])
    .execute();
  for (const { order_number, total_cents, refunded_cents, capture_id } of booked) {
    const of = cells.filter(([, , , order]) => order === order_number);
    expect(of.reduce((sum, [, , , , , , gross]) => sum + cents(gross), 0)).toBe(total_cents - refunded_cents);
    expect(new Set(of.map(([, , , , capture]) => capture))).toEqual(new Set([capture_id]));
  }
  expect((await orders('export', '--month', '2001-01')).stdout.trim()).toBe(
    `\uFEFF${head!.replace('\uFEFF', '')}`.trim(),
  );
});

it('a placed order is logged without its buyer', async () => {
  const placed = () =>
    own.server
      .log()
      .split('\n')
      .filter((line) => line.endsWith('"order placed"}'));
  // The server answers before its log is written.
  await until('three orders are logged', () => placed().length >= numbers.length);
  const lines = placed();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject(
    numbers.map((order) => ({ level: 30, order, payment: 'paid' })),
  );
  expect(lines.join()).not.toMatch(/@|Müller/);
});

it('monthly statistics contain the sums', async () => {
  const [sums] = await own.ctx.db.read
    .selectFrom('payments')
    .select((row) => [
      row.fn.sum<number>('amount_cents').as('paid'),
      row.fn.sum<number>('refunded_cents').as('refunded'),
    ])
    .execute();
  const german = (amount: number) => (amount / 100).toFixed(2).replace('.', ',');
  const { stdout } = await orders('stats');
  expect(stdout).toMatch(
    new RegExp(
      `^${month} +3 orders +${german(Number(sums?.paid))}\\s€  refunded ${german(Number(sums?.refunded))}\\s€  ` +
        'remains ',
    ),
  );
});

it('the DATEV export has the same bookings once the adviser’s numbers are known', async () => {
  expect(await orders('datev', '--month', month)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('accounting.consultant'),
  });
  const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-datev-'));
  try {
    writeContent(root, { 'consultant:\n  client:': 'consultant: 29098\n  client: 55003' });
    const datev = (folder: string) =>
      shopHere(['orders', 'datev', '--month', month, '--folder', folder], { ...own.env, CONTENT_DIR: root });
    expect(await datev(path.join(root, 'none'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Create the folder first'),
    });
    const { stdout } = await datev(root);
    expect(stdout).toMatch(/EXTF_Buchungsstapel_\S+\.csv: \d+ bookings\.\n$/);
    const text = readFileSync(path.join(root, `EXTF_Buchungsstapel_${month}.csv`), 'latin1');
    const [head = '', columns = '', ...lines] = text.trimEnd().split('\r\n');
    const fields = head.split(';');
    expect(fields).toHaveLength(31);
    expect(fields.slice(0, 5)).toEqual(['"EXTF"', '700', '21', '"Buchungsstapel"', '13']);
    expect(fields.slice(10, 14)).toEqual(['29098', '55003', `${month.slice(0, 4)}0101`, '4']);
    const names = columns.split(';');
    expect(names).toHaveLength(125);
    expect(names[7]).toBe('Gegenkonto (ohne BU-Schlüssel)');
    const { stdout: table } = await orders('export', '--month', month);
    const rows = table.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(rows.length);
    for (const [at, line] of lines.entries()) {
      const [day = '', number, kind, , , rate, gross = ''] = rows[at]!.split(';');
      const booking = line.split(';');
      expect(booking).toHaveLength(125);
      expect(booking.slice(0, 3)).toEqual([gross.replace('-', ''), kind === 'Rechnung' ? '"S"' : '"H"', '"EUR"']);
      expect(booking.slice(6, 11)).toEqual([
        '1360',
        rate === '7' ? '8300' : '8400',
        '',
        day.slice(8) + day.slice(5, 7),
        `"${number}"`,
      ]);
    }
  } finally {
    rmSync(root, { recursive: true });
  }
});

it('an invalid month is refused with an example', async () => {
  for (const wrong of ['2026-13', 'November', '2026'])
    expect((await orders('export', '--month', wrong)).stderr).toContain(
      'Write year and month. Example: --month 2026-11',
    );
});
