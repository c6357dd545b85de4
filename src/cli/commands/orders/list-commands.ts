import { Command, Option } from 'commander';
import { ORDER_STATUSES, type OrderStatus } from '#src/features/orders/order.ts';
import { filterOrders } from '#src/features/orders/server/order-search.repository.ts';
import { findOrders, type StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { formatPrice } from '#src/i18n/format.ts';
import type { Reader } from '#src/server/db/database.ts';
import { withContext } from '#src/server/with-context.ts';
import { berlinTime } from '#src/shared/german-day.ts';
import { jsonOption, printJson } from '#src/cli/json.ts';
import { stripControlCharacters } from '#src/cli/strip-control-characters.ts';
import { sinceDay } from '#src/cli/since-day.ts';
import { wholeNumber } from '#src/cli/whole-number.ts';

/** The commands that find orders. */
export const listCommands = (): Command[] => [list(), find()];

const MOST_FOUND = 500;

interface ListOptions {
  limit: number;
  open?: boolean;
  status?: OrderStatus;
  since?: string;
  json?: true;
}

const list = () =>
  new Command('list')
    .description('list the latest orders, newest first: local time, number, status, total, city')
    .option('--limit <n>', 'number of lines', wholeNumber('--limit 20'), 50)
    .option('--open', 'only orders that still need a payment, packing, hand-over or delivery')
    .addOption(new Option('--status <status>', 'only orders with this status').choices(ORDER_STATUSES))
    .option('--since <day>', 'only orders since this day, in German time', sinceDay)
    .addOption(jsonOption())
    .action(({ limit, open: isOpen = false, status, since, json }: ListOptions) =>
      withContext(async ({ db }) => {
        const { ids, total } = await filterOrders(db.read, { isOpen, status, since }, limit);
        if (json) return printJson((await findOrders(db.read, ids)).map(toJson));
        await print(db.read, ids);
        if (total > ids.length)
          console.error(
            `${total - ids.length} more. Show them with --limit ${total}, or fewer with --open, --status or --since.`,
          );
        if (total === 0) console.log(isOpen || status || since ? 'No such orders.' : 'No orders yet.');
      }),
    );

const find = () =>
  new Command('find')
    .description('find orders by name, email, address, product, or any number, newest first')
    .argument('<text...>')
    .addOption(jsonOption())
    .action((words: string[], { json }: { json?: true }) =>
      withContext(async ({ db }) => {
        const text = words.join(' ');
        const { ids, total } = await filterOrders(db.read, { text }, MOST_FOUND);
        if (json) return printJson((await findOrders(db.read, ids)).map(toJson));
        await print(db.read, ids, true);
        if (total > ids.length) console.error(`${total - ids.length} more. Write more of the name, or the number.`);
        if (ids.length > 0) return;
        console.error(`No order has ${stripControlCharacters(text)} in its name, email, address, products or numbers.`);
        process.exitCode = 1;
      }),
    );

const toJson = ({
  orderNumber,
  orderedAt,
  status,
  payment,
  delivery,
  total,
  refunded,
  clientName,
  email,
  address,
  billing,
  reference,
}: StoredOrder) => ({
  ...{ number: orderNumber, orderedAt, status, payment, delivery, totalCents: total, refundedCents: refunded },
  ...{ name: clientName, email, city: address.city, company: billing?.company ?? null, reference },
});

async function print(db: Reader, ids: string[], isNamed = false): Promise<void> {
  for (const { orderedAt, orderNumber, status, total, address } of await findOrders(db, ids))
    console.log(
      stripControlCharacters(
        [
          berlinTime(orderedAt),
          orderNumber,
          status.padEnd(16),
          formatPrice(total).padStart(12),
          ...(isNamed ? [address.name] : []),
          address.city,
        ].join('  '),
      ),
    );
}
