import { serverProgram } from '#src/cli/server-process.ts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { desk } from '#src/desk/desk-paths.ts';
import { orderSearchText } from '#src/features/orders/server/order-search.repository.ts';
import { newOrderNumber } from '#src/features/orders/server/order-number.ts';
import { importCatalogue } from '#src/features/editing/server/import/import-catalogue.ts';
import { describeMistake } from '#src/server/content/mistake.ts';
import type { Context } from '#src/server/context.ts';
import { newStaff, type DeskVisitor } from '../support/people/desk-visitor.ts';
import { SITE_DIST } from '../support/shops/site.ts';
import { stockedShop } from '../support/shops/stocked-shop.ts';
import { writeLargeCatalogue } from './large-catalogue.ts';
import { number, table, tell } from './report.ts';

const ORDERS = 100_000;
const PRODUCTS = 20_000;
const ROUNDS = 60;
const BATCH = 500;
const DAY_MS = 24 * 3600_000;

const NAMES = ['Ana Müller', 'João Pereira', 'Sofia Weiß', 'Pedro Santos', 'Lena Schäfer'];
/** The mail of an order is longer; 200 MB of mails are enough for a list that must not read them. */
const MAIL_TEXT = 'Danke für Ihre Bestellung. '.repeat(40);
const CITIES = ['Berlin', 'Köln', 'Leipzig', 'München', 'Hamburg'];

/** The desk's lists: their address, and what they are. */
const LISTS: [string, string][] = [
  ['Today', '/desk'],
  ['orders, newest first', '/desk/orders'],
  ['orders, page 1,500', '/desk/orders?page=1500'],
  ['orders that still need something', '/desk/orders?state=open'],
  ['orders by a frequent name', '/desk/orders?q=muller'],
  ['orders by a name that nobody has', '/desk/orders?q=nobody'],
  ['packing', '/desk/packing'],
  ['stock', '/desk/stock'],
  ['stock by name', '/desk/stock?q=produto%2019'],
  ['products', '/desk/products'],
  ['products, page 300', '/desk/products?page=300'],
  ['products by name', '/desk/products?q=caf%C3%A9'],
  ['products that are not published', '/desk/products?state=waiting'],
  ['what waits for a publication', '/desk/publish'],
  ['money of a month', '/desk/money'],
  ['the record', '/desk/people/audit'],
];

/** How fast the desk's lists answer a shop that has sold for years. SQLite. */
export async function benchDesk(): Promise<string> {
  const own = await stockedShop([{ cod_catalog: 'AGUA', product_name: 'Água de Coco' }]);
  try {
    tell(`desk: ${ORDERS} orders, ${PRODUCTS} products`);
    await addProducts(own.ctx, path.join(own.env.DATA_DIR!, 'large'));
    const orderNumber = await addOrders(own.ctx);
    const { url } = await own.serve({ RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' }, serverProgram(SITE_DIST));
    const owner = await newStaff(own.ctx, url, 'bench@example.org', 'owner');
    const rows: string[][] = [];
    const code = await someProduct(own.ctx);
    const single: [string, string][] = [
      ['an order', desk.order(orderNumber)],
      ['the form of a product', desk.product(code)],
      ['the preview of a product', desk.preview(code, 'de-DE')],
    ];
    for (const [name, path] of [...LISTS, ...single]) {
      tell(`desk: ${name}`);
      rows.push([name, ...(await measure(owner, path))]);
    }
    return table([`list, ${ROUNDS} times one after the other`, 'p50 ms', 'p95 ms', 'KiB'], rows);
  } finally {
    await own.dispose();
  }
}

async function measure(owner: DeskVisitor, path: string): Promise<string[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const { status, html } = await owner.get(path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    times.push(performance.now() - begun);
    bytes = Buffer.byteLength(html);
  }
  const sorted = times.sort((one, other) => one - other);
  const at = (part: number) => number(sorted[Math.floor(part * (ROUNDS - 1))]!, 1);
  return [at(0.5), at(0.95), number(bytes / 1024, 1)];
}

async function addProducts(ctx: Context, folder: string): Promise<void> {
  const result = await importCatalogue(ctx, {
    source: writeLargeCatalogue(folder, PRODUCTS, 'rows only'),
    partial: true,
  });
  if (!result.ok) throw new Error(result.error.map(describeMistake).join('\n'));
}

const someProduct = async ({ db }: Context): Promise<string> =>
  (await db.read.selectFrom('products').select('cod_catalog').orderBy('id', 'desc').executeTakeFirstOrThrow())
    .cod_catalog;

/** Returns the number of an order. */
async function addOrders({ db, now }: Context): Promise<string> {
  const productId = (await db.read.selectFrom('products').select('id').executeTakeFirstOrThrow()).id;
  for (let first = 0; first < ORDERS; first += BATCH) {
    const all = Array.from({ length: BATCH }, (_unused, index) => newRows(first + index, productId, now()));
    await db.write(async (tx) => {
      await tx
        .insertInto('checkouts')
        .values(all.map(({ checkout }) => checkout))
        .execute();
      await tx
        .insertInto('checkout_lines')
        .values(all.map(({ line }) => line))
        .execute();
      await tx
        .insertInto('orders')
        .values(all.map(({ order }) => order))
        .execute();
      await tx
        .insertInto('outbox')
        .values(all.map(({ mail }) => mail))
        .execute();
      await tx
        .insertInto('audit')
        .values(all.map(({ act }) => act))
        .execute();
    });
  }
  return (await db.read.selectFrom('orders').select('order_number').limit(1).executeTakeFirstOrThrow()).order_number;
}

/** One order every 20 minutes, the newest first; the last 40 wait to be packed. */
function newRows(index: number, productId: number, now: Date) {
  const id = randomUUID();
  const at = new Date(now.getTime() - (index * 4 * 365 * DAY_MS) / ORDERS).toISOString();
  const name = NAMES[index % NAMES.length]!;
  const address = {
    name,
    address: 'Rosenweg',
    number: '1',
    additional_address: '',
    postal_code: '10115',
    city: CITIES[(index % 7) % 5]!,
    country: 'DE',
  };
  const person = {
    email: `kunde-${index}@kunde.example`,
    client_name: name,
    shipping_address: JSON.stringify(address),
  };
  const order_number = newOrderNumber();
  const isOpen = index < 40;
  return {
    checkout: {
      ...person,
      ...{
        id,
        request_id: id,
        state: 'ordered' as const,
        locale: 'de-DE',
        hold: 'sold' as const,
        vat: '[]',
        created_at: at,
        updated_at: at,
      },
      ...{ subtotal_cents: 2495, shipping_cents: 500, deposit_cents: 0, total_cents: 2995 },
    },
    line: {
      ...{
        checkout_id: id,
        position: 0,
        product_id: productId,
        product_name: 'Água de Coco',
        cod_catalog: 'AGUA',
        quantity: 5,
      },
      ...{ price_cents: 499, deposit_cents: 0, vat_rate: 7, withdrawal: 'none', traits: '' },
    },
    order: {
      ...{ id, order_number, checkout_id: id, payment_status: 'paid' as const, ordered_at: at, updated_at: at },
      delivery_status: isOpen ? ('in_separation' as const) : ('delivered' as const),
      search_text: orderSearchText(order_number, { ...person, billing: null, reference: null }),
    },
    mail: {
      ...{
        id: `order-${id}`,
        kind: 'order',
        recipient: person.email,
        reply_to: null,
        subject: order_number,
        invoice_id: null,
      },
      ...{
        text: MAIL_TEXT,
        html: MAIL_TEXT,
        created_at: at,
        attempts: 1,
        due_at: null,
        sent_at: at,
        given_up_at: null,
        last_error: null,
      },
    },
    act: {
      at,
      who: 'bench@example.org',
      address: '127.0.0.1',
      act: 'order.pack',
      subject: 'order',
      subject_id: order_number,
    },
  };
}
