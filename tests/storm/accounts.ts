import { existsSync, readdirSync } from 'node:fs';
import type { Context } from '#src/server/context.ts';
import type { EmulatorControl } from '../support/emulator.ts';

/** What the books say in the end; the arrays name what must not be. */
export interface Accounts {
  captured: number;
  orders: number;
  mails: number;
  /** Captures at PayPal without exactly one order. */
  moneyWithoutOrder: string[];
  /** Orders without money at PayPal of that amount. */
  ordersWithoutMoney: string[];
  /** Products whose units do not add up. */
  stockWrong: string[];
  /** Orders whose confirmation is not there exactly once. */
  mailsWrong: string[];
  /** Checkouts that PayPal has approved or captured, and that are still open. */
  unfinished: string[];
}

/** Compares the shop's books with PayPal's, the stock and the mails. */
export async function accountsOf(ctx: Context, paypal: EmulatorControl, stockBefore: Map<number, number>): Promise<Accounts> {
  const { db } = ctx;
  const atPaypal = await paypal.orders();
  const captures = atPaypal.flatMap((order) => order.captures);
  const orders = await db.read
    .selectFrom('orders as o')
    .leftJoin('payments as p', 'p.checkout_id', 'o.checkout_id')
    .innerJoin('checkouts as c', 'c.id', 'o.checkout_id')
    .select(['o.id', 'o.payment_status', 'p.capture_id', 'c.total_cents', 'c.paypal_order_id'])
    .execute();
  const byCapture = Map.groupBy(orders, (order) => order.capture_id);
  const mails = confirmations(ctx);
  const open = await db.read.selectFrom('checkouts').select('paypal_order_id').where('state', '=', 'open').execute();
  const openOrders = new Set(open.map(({ paypal_order_id }) => paypal_order_id));
  return {
    captured: captures.length,
    orders: orders.length,
    mails: mails.length,
    moneyWithoutOrder: captures.filter(({ id }) => byCapture.get(id)?.length !== 1).map(({ id }) => id),
    ordersWithoutMoney: orders
      .filter((order) => {
        const money = atPaypal.find(({ id }) => id === order.paypal_order_id)?.captures ?? [];
        return money.length !== 1 || money[0]?.id !== order.capture_id || money[0]?.cents !== order.total_cents;
      })
      .map(({ id }) => id),
    stockWrong: await wrongStock(ctx, stockBefore),
    mailsWrong: orders.filter(({ id }) => mails.filter((mail) => mail === id).length !== 1).map(({ id }) => id),
    unfinished: atPaypal.filter(({ id, status }) => status !== 'PAYER_ACTION_REQUIRED' && openOrders.has(id)).map(({ id }) => id),
  };
}

/** The orders' ids, one for each confirmation that became a file. */
function confirmations({ config }: Context): string[] {
  const files = existsSync(config.mailDir) ? readdirSync(config.mailDir) : [];
  return files.flatMap((name) => /-order-([\w-]+)\.eml$/.exec(name.startsWith('.') ? '' : name)?.[1] ?? []);
}

/** Units that were there, less those that are there, must be those that are held and sold. */
async function wrongStock({ db }: Context, before: Map<number, number>): Promise<string[]> {
  const taken = await db.read
    .selectFrom('checkout_lines as l')
    .innerJoin('checkouts as c', 'c.id', 'l.checkout_id')
    .select(['l.product_id', 'l.quantity'])
    .where('c.hold', 'in', ['held', 'sold'])
    .execute();
  const rows = await db.read.selectFrom('products').select(['id', 'cod_catalog', 'quantity_available']).execute();
  return rows
    .filter(({ id, quantity_available }) => {
      const gone = taken.filter(({ product_id }) => product_id === id).reduce((sum, { quantity }) => sum + quantity, 0);
      return quantity_available < 0 || quantity_available + gone !== before.get(id);
    })
    .map(({ cod_catalog }) => cod_catalog);
}
