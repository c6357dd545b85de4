import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { renderPackingSlips } from '#src/features/orders/server/packing-slip.ts';
import type { StoredOrder } from '#src/features/orders/server/order.repository.ts';
import { withContext } from '#src/server/with-context.ts';
import { findNamedOrders } from './named-orders.ts';

/** `orders slip`, for the packing table. */
export const slipCommand = (): Command =>
  new Command('slip')
    .description('write the packing slips of orders to one PDF file: address, codes and quantities, no prices')
    .argument('<numbers...>', 'order numbers in any spelling, such as K7QF-3MXA or k7qf3mxa')
    .option('--out <file>', 'the file', 'packing-slips.pdf')
    .action((words: string[], { out }: { out: string }) =>
      withContext(async (ctx) => {
        const orders: StoredOrder[] = await findNamedOrders(ctx, words);
        if (orders.length === 0) return;
        writeFileSync(out, await renderPackingSlips(ctx, orders));
        console.log(`${orders.map(({ orderNumber }) => orderNumber).join(', ')}: ${out}`);
      }),
    );
