import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { makeCarrierFile, type LeftOut } from '#src/features/shipping/server/carrier-file.service.ts';
import { readCarrierTables } from '#src/features/shipping/server/carrier-tables.ts';
import { withContext } from '#src/server/with-context.ts';
import { explain } from './delivery-commands.ts';
import { fail, findNamedOrders } from './named-orders.ts';

/** `orders file`, for the portal of a carrier. */
export const fileCommand = (): Command =>
  new Command('file')
    .description('write the parcels of orders to the file that a carrier’s portal imports')
    .argument('<carrier>', 'the name of a file in CONTENT_DIR/shipping, such as dhl')
    .argument('<numbers...>', 'order numbers in any spelling, such as K7QF-3MXA or k7qf3mxa')
    .option('--out <file>', 'the file; by default the carrier’s name, such as dhl.csv')
    .action((carrier: string, words: string[], { out = `${carrier.toLowerCase()}.csv` }: { out?: string }) =>
      withContext(async (ctx) => {
        const tables = readCarrierTables(ctx);
        const chosen = tables.find((one) => one.carrier === carrier.toLowerCase());
        if (!chosen)
          return fail(
            `There is no such carrier. Known: ${tables.map((one) => one.carrier).join(', ')}. Nothing was done.`,
          );
        if (!chosen.table.ok)
          return fail(`${chosen.file} has mistakes:\n${chosen.table.error.map((line) => `  ${line}`).join('\n')}`);
        const orders = await findNamedOrders(ctx, words);
        if (orders.length === 0) return;
        const numbers = orders.map(({ orderNumber }) => orderNumber);
        const { bytes, parcels, left } = await makeCarrierFile(ctx, chosen.table.value, numbers);
        for (const { name, reason } of left) fail(`${name} ${whyLeft(reason)}`);
        if (parcels.length === 0) return fail('No file was written.');
        writeFileSync(out, bytes);
        console.log(`${parcels.join(', ')}: ${out}`);
      }),
    );

function whyLeft(reason: LeftOut['reason']): string {
  switch (reason.kind) {
    case 'not_found':
      return 'does not exist.';
    case 'carrier_unpacked':
      return 'is not in the file: this part is not packed yet.';
    case 'carrier_together':
      return `is not in the file: it travels in the parcel of ${reason.values.number}.`;
    case 'carrier_labelled':
      return `is not in the file: it has a label with the number ${reason.values.number}.`;
    case 'carrier_no_points':
      return `is not in the file: ${reason.values.carrier} does not deliver to Packstations and post offices.`;
    case 'carrier_post_number':
      return 'is not in the file: the buyer’s Postnummer is missing.';
    case 'carrier_cell_empty':
      return `is not in the file: the address has nothing for "${reason.values.column}".`;
    case 'carrier_cell_signs':
      return `is not in the file: "${reason.values.column}" has letters that the file cannot show.`;
    case 'carrier_cell_long':
      return `is not in the file: "${reason.values.column}" takes at most ${reason.values.most} characters.`;
    default:
      return explain('file', reason);
  }
}
